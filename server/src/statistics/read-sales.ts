import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ProductId } from '../ids.ts'
import { linesPaidIn, type Period, checkoutsPaidIn } from '../checkouts/read/paid-in-period.ts'

const MAX_PRODUCTS = 20

export type DayOfSales = {
  /** `2026-11-15` */
  day: string
  currency: string
  sales: number
  grossMinor: number
  /** How many of these sales have refunded lines by now, and the price of those lines. */
  refunded: number
  refundedMinor: number
  disputed: number
}

/** By revenue. */
export type BestProduct = { productId: ProductId; name: string; currency: string; units: number; grossMinor: number }

/** An hour or a day of the time zone, for charts. `startsAt` is as on the wire. */
export type IntervalOfSales = { startsAt: string; currency: string; sales: number; grossMinor: number }

export type Sales = { days: DayOfSales[]; intervals: IntervalOfSales[]; products: BestProduct[] }

export type Charted = Period & { timeZone: string; interval: 'hour' | 'day' }

/** Sales by the day of the payment and by interval, and the best products. */
export async function readSales(tx: Tx, { timeZone, interval, ...period }: Charted): Promise<Sales> {
  const { rows } = await sql<Sales>`
    with sold as materialized (${checkoutsPaidIn(period)}),
    -- One scan of all lines is four times faster than a lookup for each sale.
    bought as materialized (
      select checkout_id, product_id, quantity, paid_minor(l) as minor, refunded_at
      from checkout_lines l where ${linesPaidIn(period)}),
    line as materialized (
      select sold.id, sold.currency, sold.paid_at, sold.disputed_at, product_id, quantity, minor,
        case when refunded_at is not null then minor end as refunded_minor
      from bought join sold on sold.id = bought.checkout_id),
    sale as (
      select currency, paid_at, disputed_at, sum(minor) as minor, sum(refunded_minor) as refunded_minor
      from line group by id, currency, paid_at, disputed_at),
    days as (
      select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, currency, count(*) as sales, sum(minor) as "grossMinor",
        count(refunded_minor) as refunded, coalesce(sum(refunded_minor), 0) as "refundedMinor", count(disputed_at) as disputed
      from sale group by 1, 2 order by 1, 2),
    intervals as (
      select wire_time(date_trunc(${interval}, paid_at, ${timeZone})) as "startsAt", currency, count(*) as sales,
        sum(minor) as "grossMinor"
      from sale group by 1, 2 order by 1, 2),
    best as (
      select product_id, currency, sum(quantity) as units, sum(minor) as minor
      from line group by 1, 2 order by minor desc, product_id limit ${MAX_PRODUCTS}),
    products as (
      select best.product_id as "productId", p.name, best.currency, best.units, best.minor as "grossMinor"
      from best join products p on p.store_id = ${period.storeId} and p.id = best.product_id
      order by best.minor desc, best.product_id)
    select coalesce((select json_agg(days) from days), '[]') as days,
      coalesce((select json_agg(intervals) from intervals), '[]') as intervals,
      coalesce((select json_agg(products) from products), '[]') as products`.execute(tx)
  return rows[0] ?? { days: [], intervals: [], products: [] }
}

import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Sale } from '../../pricing/basket.ts'
import { currentSales, toPricedSales } from '../../promotions/sales/sale.ts'
import { isBanActive } from '../../bans/ban.ts'
import type { TaxRates } from '../../stores/taxes.ts'

type Buyer = { storeId: StoreId; gameUserId: string }

type SellingStore = {
  currency: string
  /** Whether there are groups of tiers, which decide prices. */
  hasTiers: boolean
  /** Of the database, in milliseconds. */
  now: number
  sales: Sale[]
  taxRates: TaxRates
  /** Called for new sales only, because a repeated sale must return the first one even if the store can't sell now. */
  requireCanSell: () => void
}

type Row = Pick<SellingStore, 'currency' | 'now' | 'hasTiers' | 'taxRates'> & {
  sales: Parameters<typeof toPricedSales>[0]
  expired: boolean
  banned: boolean
}

/** An expired subscription and a ban stop new sales, but never the delivery of paid lines. */
export async function readSellingStore(tx: Tx, { storeId, gameUserId }: Buyer): Promise<SellingStore> {
  const { rows } = await sql<Row>`
    select currency, tax_rates as "taxRates", floor(extract(epoch from now()) * 1000)::float8 as now, ${currentSales(storeId)} as sales,
      exists (select from tier_groups where store_id = ${storeId}) as "hasTiers",
      coalesce(expires_at <= now(), false) as expired, exists (
      select from player_bans
      where store_id = ${storeId} and game_user_id = ${gameUserId} and ${isBanActive}) as banned
    from stores where id = ${storeId}`.execute(tx)
  const [store] = rows
  if (!store) throw new AppError('not_found', 'No such store')
  return {
    currency: store.currency,
    hasTiers: store.hasTiers,
    now: store.now,
    sales: toPricedSales(store.sales),
    taxRates: store.taxRates,
    requireCanSell() {
      if (store.expired) {
        throw new AppError('subscription_expired', "The store's subscription has expired. Renew it to sell again.")
      }
      if (store.banned)
        throw new AppError('player_banned', 'This player is banned. Lift the ban to sell to them again.')
    },
  }
}

import { query } from '../../e2e/kit/query.ts'
import type { CheckoutId, GameServerId, ProductId, StoreId } from '../../server/src/ids.ts'

/** Values of the store that the calls filter by. */
export type Samples = {
  storeId: StoreId
  products: Record<'frequent' | 'old' | 'rare' | 'unsold' | 'unknown', ProductId>
  servers: Record<'busy' | 'rare' | 'silent', GameServerId>
  reference: string
  newest: CheckoutId
  middle: CheckoutId
  /** Near the end of a list, which begins with the newest. */
  last: CheckoutId
  oldDate: Date
  middleDate: Date
  recentDate: Date
  dateBeforeFirst: Date
}

export async function readSamples(url: string, checkouts: number): Promise<Samples> {
  const sale = (column: string, n: number) => `(select ${column} from bench.sales where n = ${Math.round(n)})`
  const product = (number: number) => `bench.id('prd', ${100 + number})`
  const server = (number: number) => `bench.id('srv', ${10 + number})`
  const [samples] = await query<Samples>(
    url,
    `
    select bench.id('sto', 1) as "storeId",
      json_build_object('frequent', ${product(1)}, 'old', ${product(90)}, 'rare', ${product(91)}, 'unsold', ${product(92)},
        'unknown', ${product(99)}) as products,
      json_build_object('busy', ${server(1)}, 'rare', ${server(6)}, 'silent', ${server(5)}) as servers,
      (select reference from bench.sales where reference like 'ORD-%' and store = 1 order by n desc limit 1) as reference,
      ${sale('id', checkouts - 1)} as newest, ${sale('id', checkouts / 2)} as middle, ${sale('id', 60)} as last,
      ${sale('bench.time(ms)', checkouts * 0.05)} as "oldDate", ${sale('bench.time(ms)', checkouts / 2)} as "middleDate",
      ${sale('bench.time(ms)', checkouts * 0.9)} as "recentDate",
      ${sale('bench.time(ms)', 60)} - interval '100 days' as "dateBeforeFirst"`,
  )
  if (!samples) throw new Error('The database returned no samples')
  return samples
}

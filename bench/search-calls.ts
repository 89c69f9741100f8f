import type pg from 'pg'
import type { CheckoutFilter } from '../server/src/checkouts/read/choose-checkout-source.ts'
import { collectDisputeEvidence } from '../server/src/payments/read/collect-dispute-evidence.ts'
import { searchCheckouts } from '../server/src/checkouts/read/search-checkouts.ts'
import { showCheckoutWithPayment } from '../server/src/payments/read/show-checkout-with-payment.ts'
import type { Tx } from '../server/src/db/database.ts'
import type { DeliveryFilter } from '../server/src/delivery/read/read-delivery-page.ts'
import { listDeadLetters } from '../server/src/delivery/read/list-dead-letters.ts'
import { searchDeliveries } from '../server/src/checkouts/read/search-deliveries.ts'
import { type EntitlementFilter, listEntitlements } from '../server/src/checkouts/read/list-entitlements.ts'
import { statistics } from '../server/src/statistics/statistics.ts'
import {
  type CheckoutId,
  type DeliveryId,
  type EntitlementId,
  formatId,
  type GameServerId,
  type ProductId,
  type StoreId,
} from '../server/src/ids.ts'
import type { Call } from './explain-calls.ts'

const MOST = 100

type Marks = {
  storeId: StoreId
  products: Record<'frequent' | 'old' | 'rare' | 'unsold' | 'unknown', ProductId>
  servers: Record<'busy' | 'rare' | 'silent', GameServerId>
  /** Ids at the middle of the history and near its end. */
  middle: CheckoutId
  last: CheckoutId
  newest: CheckoutId
  someReference: string
  dates: { old: Date; middle: Date; recent: Date; before: Date }
}

type CheckoutFilters = Omit<CheckoutFilter, 'storeId' | 'after'>
type EntitlementFilters = Omit<EntitlementFilter, 'storeId' | 'after'>
type CommandFilters = Omit<DeliveryFilter, 'storeId' | 'after'>
type Choice<F> = { name: string; filter: F }

/** Every filter alone with frequent, rare and absent values, and every pair of filters; three places in the list each. */
export function checkoutCalls(marks: Marks): Call[] {
  return aloneAndInPairs(checkoutChoices(marks)).flatMap(({ name, filter }) =>
    placesOf(marks).map(({ place, after }) => ({
      name: `checkouts: ${name}, ${place} page`,
      run: (tx) => searchCheckouts(tx, { storeId: marks.storeId, limit: MOST, after, ...filter }),
    })),
  )
}

export function commandCalls(marks: Marks): Call[] {
  return aloneAndInPairs(commandChoices(marks)).flatMap(({ name, filter }) =>
    placesOf(marks).map(({ place, after }) => ({
      name: `commands: ${name}, ${place} page`,
      // Ids of both kinds carry their time in the same place.
      run: (tx) =>
        searchDeliveries(tx, { storeId: marks.storeId, limit: MOST, after: after as string as DeliveryId, ...filter }),
    })),
  )
}

export function entitlementCalls(marks: Marks): Call[] {
  return aloneAndInPairs(entitlementChoices(marks)).flatMap(({ name, filter }) =>
    placesOf(marks).map(({ place, after }) => ({
      name: `entitlements: ${name}, ${place} page`,
      run: (tx) =>
        listEntitlements(tx, {
          storeId: marks.storeId,
          limit: MOST,
          after: after as string as EntitlementId,
          ...filter,
        }),
    })),
  )
}

/** One checkout, its evidence, and what is stuck. */
export function singleCalls({ storeId, middle, newest }: Marks): Call[] {
  return [
    ...[middle, newest].flatMap((checkoutId, i) => [
      { name: `show checkout ${i}`, run: (tx: Tx) => showCheckoutWithPayment(tx, { storeId, checkoutId }) },
      { name: `evidence of checkout ${i}`, run: (tx: Tx) => collectDisputeEvidence(tx, { storeId, checkoutId }) },
    ]),
    { name: 'dead letters, first page', run: (tx) => listDeadLetters(tx, { storeId, limit: MOST }) },
    {
      name: 'dead letters, last page',
      run: (tx) => listDeadLetters(tx, { storeId, limit: MOST, after: newest as string as DeliveryId }),
    },
  ]
}

/** Not a page: it reads a month. */
export function figureCalls({ storeId }: Marks): Call[] {
  const [to, from] = [new Date(), new Date(Date.now() - 30 * 86_400_000)]
  return [
    {
      name: 'statistics of a month',
      run: (tx) => statistics(tx, { storeId, from, to, timeZone: 'America/Sao_Paulo' }),
    },
  ]
}

function aloneAndInPairs<F>(kinds: Choice<F>[][]): Choice<F>[] {
  const pairs = kinds.flatMap((first, i) =>
    kinds
      .slice(i + 1)
      .flatMap((second) =>
        first.flatMap((a) =>
          second.map((b) => ({ name: `${a.name} + ${b.name}`, filter: { ...a.filter, ...b.filter } })),
        ),
      ),
  )
  return [{ name: 'all', filter: {} as F }, ...kinds.flat(), ...pairs]
}

function placesOf({ middle, last }: Marks) {
  return [
    { place: 'first', after: undefined },
    { place: 'middle', after: middle },
    { place: 'last', after: last },
  ]
}

function checkoutChoices({ products, someReference, middle, dates }: Marks): Choice<CheckoutFilters>[][] {
  const choice = (name: string, filter: CheckoutFilters): Choice<CheckoutFilters> => ({ name, filter })
  return [
    (['open', 'paid', 'refunded', 'disputed', 'abandoned'] as const).map((state) => choice(state, { state })),
    ['whale', 'old-timer', 'once', 'nobody'].map((gameUserId) => choice(gameUserId, { gameUserId })),
    Object.entries(products).map(([name, productId]) => choice(`${name} product`, { productId })),
    [someReference, 'no such'].map((reference) => choice(`reference ${reference}`, { reference })),
    [
      choice('old dates', { to: dates.old }),
      choice('a recent day', dayFrom(dates.recent)),
      choice('before the first', { to: dates.before }),
      choice('since the middle', { from: dates.middle }),
    ],
    [
      choice('cheap', { maxTotalMinor: 100 }),
      choice('a rare total', { minTotalMinor: 9_100, maxTotalMinor: 9_100 }),
      choice('no such total', { minTotalMinor: 1_000_000 }),
    ],
    [formatId('chk', middle), 'whale', 'steam:00000', 'once', 'ORD-', 'PIX-', 'no such'].map((search) =>
      choice(`search ${search}`, { search }),
    ),
  ]
}

function commandChoices({ products, servers, middle, dates }: Marks): Choice<CommandFilters>[][] {
  const choice = (name: string, filter: CommandFilters): Choice<CommandFilters> => ({ name, filter })
  return [
    (['pending', 'retrying', 'held', 'processed', 'cancelled'] as const).map((state) => choice(state, { state })),
    (['APPROVE', 'REFUND', 'EXPIRE'] as const).map((type) => choice(type, { type })),
    Object.entries(servers).map(([name, serverId]) => choice(`${name} server`, { serverId })),
    [choice('one checkout', { checkoutId: middle })],
    ['whale', 'old-timer', 'once', 'nobody'].map((gameUserId) => choice(gameUserId, { gameUserId })),
    Object.entries(products).map(([name, productId]) => choice(`${name} product`, { productId })),
    [choice('old dates', { to: dates.old }), choice('a recent day', dayFrom(dates.recent))],
  ]
}

function entitlementChoices({ products }: Marks): Choice<EntitlementFilters>[][] {
  const choice = (name: string, filter: EntitlementFilters): Choice<EntitlementFilters> => ({ name, filter })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  return [
    (['active', 'ended'] as const).map((state) => choice(state, { state })),
    ['whale', 'old-timer', 'once', 'nobody'].map((gameUserId) => choice(gameUserId, { gameUserId })),
    Object.entries(products).map(([name, productId]) => choice(`${name} product`, { productId })),
    [choice('ending soon', { endingBefore: inDays(1) }), choice('ending', { endingBefore: inDays(60) })],
  ]
}

function dayFrom(from: Date): { from: Date; to: Date } {
  return { from, to: new Date(from.getTime() + 86_400_000) }
}

export async function readMarks(client: pg.Client, checkouts: number): Promise<Marks> {
  const { rows } = await client.query<{ n: number; ms: string; id: CheckoutId }>(
    'select n::integer, ms, id from bench.sales where n = any($1)',
    [[0.05, 0.5, 0.9].map((share) => Math.round(checkouts * share)).concat(60, checkouts - 1)],
  )
  const { rows: ids } = await client.query<{
    store: StoreId
    products: ProductId[]
    servers: GameServerId[]
    reference: string
  }>(
    `select bench.named('sto', 1) as store, array(select bench.named('prd', 100 + p) from unnest(array[1, 90, 91, 92, 99]) p) as products,
       array(select bench.named('srv', 10 + k) from unnest(array[1, 6, 5]) k) as servers,
       (select reference from bench.sales where reference like 'ORD-%' and store = 1 order by n desc limit 1) as reference`,
  )
  const [last, old, middle, recent, newest] = rows.sort((a, b) => a.n - b.n)
  const [first] = ids
  const [frequent, oldProduct, rare, unsold, unknown] = first?.products ?? []
  const [busy, rareServer, silent] = first?.servers ?? []
  if (
    !last ||
    !old ||
    !middle ||
    !recent ||
    !newest ||
    !first ||
    !frequent ||
    !oldProduct ||
    !rare ||
    !unsold ||
    !unknown ||
    !busy ||
    !rareServer ||
    !silent
  ) {
    throw new Error('the store was not built')
  }
  const at = ({ ms }: { ms: string }) => new Date(Number(ms))
  return {
    storeId: first.store,
    products: { frequent, old: oldProduct, rare, unsold, unknown },
    servers: { busy, rare: rareServer, silent },
    middle: middle.id,
    last: last.id,
    newest: newest.id,
    someReference: first.reference,
    dates: { old: at(old), middle: at(middle), recent: at(recent), before: new Date(at(last).getTime() - 9e9) },
  }
}

import type { CheckoutFilter } from '../../server/src/checkouts/read/choose-checkout-source.ts'
import { type EntitlementFilter, listEntitlements } from '../../server/src/checkouts/read/list-entitlements.ts'
import { searchCheckouts } from '../../server/src/checkouts/read/search-checkouts.ts'
import { searchDeliveries } from '../../server/src/checkouts/read/search-deliveries.ts'
import type { Tx } from '../../server/src/db/database.ts'
import { listDeadLetters } from '../../server/src/delivery/read/list-dead-letters.ts'
import type { DeliveryFilter } from '../../server/src/delivery/read/read-delivery-page.ts'
import { type CheckoutId, type DeliveryId, type EntitlementId, formatId } from '../../server/src/ids.ts'
import { collectDisputeEvidence } from '../../server/src/payments/read/collect-dispute-evidence.ts'
import { showCheckoutWithPayment } from '../../server/src/payments/read/show-checkout-with-payment.ts'
import { readStatistics } from '../../server/src/statistics/read-statistics.ts'
import type { Call } from './explain-calls.ts'
import type { Samples } from './read-samples.ts'

const PAGE_SIZE = 100
const DAY_MS = 86_400_000
const PLAYERS = choose(['whale', 'old-timer', 'once', 'nobody'], (gameUserId) => [gameUserId, { gameUserId }])

/** The filters of one kind, by their names. */
type Choices<F> = Record<string, Omit<F, 'storeId' | 'after'>>

/** Each list with every filter alone and every pair of filters, with frequent, rare and absent values; three pages each. */
export function listCalls(samples: Samples): Call[][] {
  const { storeId } = samples
  // The ids of all kinds contain their time in the same place, so the id of a checkout is a place in every list.
  return [
    pageCalls('checkouts', samples, checkoutChoices(samples), (tx, filter, after) =>
      searchCheckouts(tx, { storeId, limit: PAGE_SIZE, after, ...filter }),
    ),
    pageCalls('commands', samples, deliveryChoices(samples), (tx, filter, after) =>
      searchDeliveries(tx, { storeId, limit: PAGE_SIZE, after: after as string as DeliveryId, ...filter }),
    ),
    pageCalls('entitlements', samples, entitlementChoices(samples), (tx, filter, after) =>
      listEntitlements(tx, { storeId, limit: PAGE_SIZE, after: after as string as EntitlementId, ...filter }),
    ),
  ]
}

/** One checkout, its evidence, and the dead letters. */
export function singleCalls({ storeId, middle, newest }: Samples): Call[] {
  return [
    ...[middle, newest].flatMap((checkoutId, i) => [
      { name: `show checkout ${i}`, run: (tx: Tx) => showCheckoutWithPayment(tx, { storeId, checkoutId }) },
      { name: `evidence of checkout ${i}`, run: (tx: Tx) => collectDisputeEvidence(tx, { storeId, checkoutId }) },
    ]),
    { name: 'dead letters, first page', run: (tx) => listDeadLetters(tx, { storeId, limit: PAGE_SIZE }) },
    {
      name: 'dead letters, last page',
      run: (tx) => listDeadLetters(tx, { storeId, limit: PAGE_SIZE, after: newest as string as DeliveryId }),
    },
  ]
}

/** This is not a page: it reads a whole month. */
export function statisticsCall({ storeId }: Samples): Call {
  const [to, from] = [new Date(), new Date(Date.now() - 30 * DAY_MS)]
  return {
    name: 'statistics of a month',
    run: (tx) => readStatistics(tx, { storeId, from, to, timeZone: 'America/Sao_Paulo' }),
  }
}

function pageCalls<F extends object>(
  list: string,
  { middle, last }: Samples,
  kinds: Record<string, F>[],
  run: (tx: Tx, filter: F, after: CheckoutId | undefined) => Promise<unknown>,
): Call[] {
  const pages = Object.entries({ first: undefined, middle, last })
  const choices = kinds.flatMap((kind, i) => Object.entries(kind).map(([name, filter]) => ({ kind: i, name, filter })))
  const pairs = choices.flatMap((a) =>
    choices
      .filter((b) => b.kind > a.kind)
      .map((b) => ({ name: `${a.name} + ${b.name}`, filter: { ...a.filter, ...b.filter } })),
  )
  return [{ name: 'all', filter: {} as F }, ...choices, ...pairs].flatMap(({ name, filter }) =>
    pages.map(([page, after]) => ({ name: `${list}: ${name}, ${page} page`, run: (tx) => run(tx, filter, after) })),
  )
}

function checkoutChoices(samples: Samples): Choices<CheckoutFilter>[] {
  const { reference, middle, oldDate, middleDate, recentDate, dateBeforeFirst } = samples
  const states = ['open', 'paid', 'refunded', 'disputed', 'abandoned'] as const
  const searches = [formatId('chk', middle), 'whale', 'steam:00000', 'once', 'ORD-', 'PIX-', 'no such']
  return [
    choose(states, (state) => [state, { state }]),
    PLAYERS,
    productChoices(samples),
    choose([reference, 'no such'], (value) => [`reference ${value}`, { reference: value }]),
    {
      'old dates': { to: oldDate },
      'a recent day': dayFrom(recentDate),
      'before the first': { to: dateBeforeFirst },
      'since the middle': { from: middleDate },
    },
    {
      cheap: { maxTotalMinor: 100 },
      'a rare total': { minTotalMinor: 9_100, maxTotalMinor: 9_100 },
      'no such total': { minTotalMinor: 1_000_000 },
    },
    choose(searches, (search) => [`search ${search}`, { search }]),
  ]
}

function deliveryChoices(samples: Samples): Choices<DeliveryFilter>[] {
  const states = ['pending', 'retrying', 'held', 'processed', 'cancelled'] as const
  const types = ['APPROVE', 'REFUND', 'EXPIRE'] as const
  return [
    choose(states, (state) => [state, { state }]),
    choose(types, (type) => [type, { type }]),
    choose(Object.entries(samples.servers), ([name, serverId]) => [`${name} server`, { serverId }]),
    { 'one checkout': { checkoutId: samples.middle } },
    PLAYERS,
    productChoices(samples),
    { 'old dates': { to: samples.oldDate }, 'a recent day': dayFrom(samples.recentDate) },
  ]
}

function entitlementChoices(samples: Samples): Choices<EntitlementFilter>[] {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  return [
    { active: { state: 'active' }, ended: { state: 'ended' } },
    PLAYERS,
    productChoices(samples),
    { 'ending soon': { endingBefore: inDays(1) }, ending: { endingBefore: inDays(60) } },
  ]
}

function productChoices({ products }: Samples) {
  return choose(Object.entries(products), ([name, productId]) => [`${name} product`, { productId }])
}

function choose<T, F>(values: readonly T[], toChoice: (value: T) => [string, F]): Record<string, F> {
  return Object.fromEntries(values.map(toChoice))
}

function dayFrom(from: Date): { from: Date; to: Date } {
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

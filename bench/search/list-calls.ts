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
const PLAYERS = ['whale', 'old-timer', 'once', 'nobody']

type Choice<F> = { name: string; filter: F }
type CheckoutChoice = Choice<Omit<CheckoutFilter, 'storeId' | 'after'>>
type DeliveryChoice = Choice<Omit<DeliveryFilter, 'storeId' | 'after'>>
type EntitlementChoice = Choice<Omit<EntitlementFilter, 'storeId' | 'after'>>

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
  choices: Choice<F>[][],
  run: (tx: Tx, filter: F, after: CheckoutId | undefined) => Promise<unknown>,
): Call[] {
  const pages = Object.entries({ first: undefined, middle, last })
  return aloneAndInPairs(choices).flatMap(({ name, filter }) =>
    pages.map(([page, after]) => ({
      name: `${list}: ${name}, ${page} page`,
      run: (tx) => run(tx, filter, after),
    })),
  )
}

function aloneAndInPairs<F extends object>(kinds: Choice<F>[][]): Choice<F>[] {
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

function checkoutChoices(samples: Samples): CheckoutChoice[][] {
  const { reference, middle, oldDate, middleDate, recentDate, dateBeforeFirst } = samples
  const states = ['open', 'paid', 'refunded', 'disputed', 'abandoned'] as const
  const searches = [formatId('chk', middle), 'whale', 'steam:00000', 'once', 'ORD-', 'PIX-', 'no such']
  return [
    states.map((state) => ({ name: state, filter: { state } })),
    playerChoices(),
    productChoices(samples),
    [reference, 'no such'].map((value) => ({ name: `reference ${value}`, filter: { reference: value } })),
    [
      { name: 'old dates', filter: { to: oldDate } },
      { name: 'a recent day', filter: dayFrom(recentDate) },
      { name: 'before the first', filter: { to: dateBeforeFirst } },
      { name: 'since the middle', filter: { from: middleDate } },
    ],
    [
      { name: 'cheap', filter: { maxTotalMinor: 100 } },
      { name: 'a rare total', filter: { minTotalMinor: 9_100, maxTotalMinor: 9_100 } },
      { name: 'no such total', filter: { minTotalMinor: 1_000_000 } },
    ],
    searches.map((search) => ({ name: `search ${search}`, filter: { search } })),
  ]
}

function deliveryChoices(samples: Samples): DeliveryChoice[][] {
  const states = ['pending', 'retrying', 'held', 'processed', 'cancelled'] as const
  const types = ['APPROVE', 'REFUND', 'EXPIRE'] as const
  return [
    states.map((state) => ({ name: state, filter: { state } })),
    types.map((type) => ({ name: type, filter: { type } })),
    Object.entries(samples.servers).map(([name, serverId]) => ({ name: `${name} server`, filter: { serverId } })),
    [{ name: 'one checkout', filter: { checkoutId: samples.middle } }],
    playerChoices(),
    productChoices(samples),
    [
      { name: 'old dates', filter: { to: samples.oldDate } },
      { name: 'a recent day', filter: dayFrom(samples.recentDate) },
    ],
  ]
}

function entitlementChoices(samples: Samples): EntitlementChoice[][] {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  return [
    (['active', 'ended'] as const).map((state) => ({ name: state, filter: { state } })),
    playerChoices(),
    productChoices(samples),
    [
      { name: 'ending soon', filter: { endingBefore: inDays(1) } },
      { name: 'ending', filter: { endingBefore: inDays(60) } },
    ],
  ]
}

function playerChoices() {
  return PLAYERS.map((gameUserId) => ({ name: gameUserId, filter: { gameUserId } }))
}

function productChoices({ products }: Samples) {
  return Object.entries(products).map(([name, productId]) => ({ name: `${name} product`, filter: { productId } }))
}

function dayFrom(from: Date): { from: Date; to: Date } {
  return { from, to: new Date(from.getTime() + DAY_MS) }
}

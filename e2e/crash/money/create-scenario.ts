import { randomUUID } from 'node:crypto'
import type { Random } from '../../kit/random.ts'
import type { MoneyStore } from './money-stores.ts'
import {
  type Facts,
  finalStateOf,
  type Fraud,
  type Mismatch,
  type Parked,
  type ProviderEvent,
  type Scenario,
  totalOf,
} from './scenario.ts'

/** How many of a hundred checkouts are of this kind. */
const KINDS = {
  kept: 26,
  refunded: 14,
  disputed: 12,
  disputedAndRefunded: 4,
  partlyRefunded: 4,
  paidLate: 10,
  abandoned: 6,
  unpaid: 4,
  withFraud: 8,
  withoutCallback: 12,
}
type Kind = keyof typeof KINDS

type Parts = { stores: MoneyStore[]; random: Random }

/** How many pay a part with a gift card. */
const CARDS = 0.4

/** How often a payment is reported at the same time. */
const DUPLICATES = 5

/** Decides what a player buys, and everything that the provider will report about it. */
export function createScenario(no: number, { stores, random }: Parts): Scenario {
  const store = random.pick(stores)
  const lines = random
    .shuffle(store.products)
    .slice(0, random.integer(1, 2))
    .map((product) => ({ product, quantity: random.integer(1, 2) }))
  const code = pickCode(store, random)
  const valueMinor = totalOf({ lines, code })
  const cardMinor = random.chance(CARDS) ? random.integer(1, valueMinor - 1) : 0
  const totalMinor = valueMinor - cardMinor
  const kind = pickKind(random)
  const base = { store, lines, code, cardMinor, gameUserId: `buyer-${no}`, reference: `order-${no}`, parked: [] }
  if (kind === 'withoutCallback') {
    const finalState = random.pick(['paid', 'paid', 'refunded', 'disputed'] as const)
    const withoutCallback = { isRefunded: finalState === 'refunded', isDisputed: finalState === 'disputed' }
    return { ...base, steps: [], withoutCallback, finalState, isPaid: true }
  }

  const facts = createFacts(kind, { totalMinor, currency: store.currency, random })
  const events = facts.flatMap((each) => createEvents(each, { store, random }))
  const { odd, parked } = createOddEvents(kind, { store, stores, totalMinor, events, random })
  const partial = kind === 'partlyRefunded' ? [{ store, reason: 'partial_refund' as const }] : []
  const steps = arrange(events, odd, random)
  return { ...base, steps, ...finalStateOf(facts, totalMinor), parked: [...parked, ...partial] }
}

/** Enough buyers of a store want its coupon that some of them come too late. */
const MAX_COUPONS = 14
const planned = new WeakMap<MoneyStore, number>()

function pickCode(store: MoneyStore, random: Random): Scenario['code'] {
  const coupons = planned.get(store) ?? 0
  if (coupons < MAX_COUPONS && random.chance(0.6)) {
    planned.set(store, coupons + 1)
    return 'COUPON'
  }
  return random.chance(0.5) ? 'CREATOR' : null
}

function pickKind(random: Random): Kind {
  let rest = random.fraction() * 100
  for (const [kind, share] of Object.entries(KINDS)) if ((rest -= share) < 0) return kind as Kind
  return 'kept'
}

/** In the order in which they happen. */
function createFacts(kind: Kind, bill: { totalMinor: number; currency: string; random: Random }): Facts[] {
  const { totalMinor, currency, random } = bill
  const paid = { paid: { amountMinor: totalMinor, currency } }
  // Some providers repeat the payment with every event, others only send the change.
  const known = random.chance(0.5) ? paid : {}
  const disputed = [
    { ...known, dispute: 'open' as const },
    { ...known, dispute: random.pick(['won', 'lost'] as const) },
  ]
  const refunded = { ...known, refundedMinor: totalMinor }
  const facts: Record<Kind, Facts[]> = {
    kept: [paid],
    refunded: [paid, refunded],
    disputed: [paid, ...disputed],
    disputedAndRefunded: [paid, ...disputed, refunded],
    partlyRefunded: [paid, { refundedMinor: 1 }],
    paidLate: [{ closed: true }, paid],
    abandoned: [{ closed: true }],
    unpaid: [],
    withFraud: random.chance(0.5) ? [paid] : [],
    withoutCallback: [],
  }
  return facts[kind]
}

/** A payment is sent many times, sometimes with other event ids. Most others are sent once, so that a loss shows. */
function createEvents(facts: Facts, { store, random }: { store: MoneyStore; random: Random }): ProviderEvent[] {
  const event = (copies: number) => ({ eventId: createEventId(), facts, copies, to: store, names: store })
  const isPayment = facts.paid && facts.refundedMinor === undefined && facts.dispute === undefined
  if (!isPayment) return [event(random.chance(0.7) ? 1 : DUPLICATES)]
  return [event(DUPLICATES), ...Array.from({ length: random.pick([0, 0, 1, 2]) }, () => event(1))]
}

type Context = {
  store: MoneyStore
  stores: MoneyStore[]
  totalMinor: number
  events: ProviderEvent[]
  random: Random
}

/** Events that must not count: frauds, which are rejected, and mismatches, which are parked. */
function createOddEvents(
  kind: Kind,
  { store, stores, totalMinor, events, random }: Context,
): { odd: ProviderEvent[]; parked: Parked[] } {
  if (kind !== 'withFraud' && !random.chance(0.1)) return { odd: [], parked: [] }
  const other = random.pick(stores.filter((each) => each !== store))
  const event = (amountMinor: number, more: Partial<ProviderEvent> = {}, currency = store.currency): ProviderEvent => ({
    eventId: createEventId(),
    facts: { paid: { amountMinor, currency } },
    copies: random.integer(1, 2),
    to: store,
    names: store,
    ...more,
  })
  // A fraud can use the id of a real event, and must not prevent that event from counting.
  const known = events[0] && random.chance(0.5) ? { eventId: events[0].eventId } : {}
  const createFraud = (fraud: Fraud) => ({ odd: [event(totalMinor, { fraud, ...known })], parked: [] })
  const createMismatch = (reason: Mismatch, odd: ProviderEvent) => ({
    odd: [odd],
    parked: [{ store: odd.to, reason }],
  })
  return random.pick([
    () => createFraud('forged'),
    () => createFraud('changed'),
    () => createMismatch('amount_mismatch', event(totalMinor + random.pick([-1, 1, 100]))),
    () => createMismatch('currency_mismatch', event(totalMinor, {}, other.currency)),
    () => createMismatch('store_mismatch', event(totalMinor, { names: other })),
    () => createMismatch('unknown_checkout', event(totalMinor, { to: other, names: other })),
  ])()
}

/** In order, in reverse order, or all at the same time. Odd events can be in any step. */
function arrange(events: ProviderEvent[], odd: ProviderEvent[], random: Random): ProviderEvent[][] {
  const order = random.pick(['in order', 'reversed', 'at once'] as const)
  const byFacts = [...Map.groupBy(events, ({ facts }) => facts).values()]
  const steps = order === 'at once' ? [events] : order === 'reversed' ? byFacts.toReversed() : byFacts
  if (odd.length === 0) return steps
  const place = random.integer(0, steps.length)
  return place === steps.length ? [...steps, odd] : steps.map((step, i) => (i === place ? [...step, ...odd] : step))
}

function createEventId(): string {
  return `evt_${randomUUID()}`
}

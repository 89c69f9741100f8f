import type { Product } from '../product.ts'
import type { MoneyStore } from './money-stores.ts'

/** The content of a callback. */
export type Facts = {
  paid?: { amountMinor: number; currency: string }
  refundedMinor?: number
  dispute?: 'open' | 'won' | 'lost'
  closed?: boolean
}

/** `forged`: signed with the secret of another store. `changed`: altered after it was signed. */
export type Fraud = 'forged' | 'changed'

/** One event of the provider. */
export type ProviderEvent = {
  eventId: string
  facts: Facts
  /** How many times it is sent at the same time. */
  copies: number
  fraud?: Fraud
  /** The store whose address it is sent to. */
  to: MoneyStore
  /** The store that it names. */
  names: MoneyStore
}

export type Mismatch =
  'amount_mismatch' | 'currency_mismatch' | 'store_mismatch' | 'unknown_checkout' | 'partial_refund'

/** A payment that must wait for a decision of the staff. */
export type Parked = { store: MoneyStore; reason: Mismatch }

/** Everything that will happen to a checkout, decided before it is opened. */
export type Scenario = {
  store: MoneyStore
  gameUserId: string
  reference: string
  lines: { product: Product; quantity: number }[]
  /** Both take off a tenth. `COUPON` can be used `MAX_USES` times; the creator of `CREATOR` gets everything that is paid. */
  code: 'COUPON' | 'CREATOR' | null
  /** The value of a gift card that pays a part. 0: it is paid with money only. */
  cardMinor: number
  /** One step after the other. The events of one step are sent at the same time, in any order. */
  steps: ProviderEvent[][]
  /** The provider sends no callback, but returns this when it is queried. */
  withoutCallback?: { isRefunded: boolean; isDisputed: boolean }
  finalState: 'paid' | 'refunded' | 'disputed' | 'abandoned'
  isPaid: boolean
  parked: Parked[]
}

/** After the code, whose tenth is rounded to the nearest unit, halves up. */
export function totalOf({ lines, code }: Pick<Scenario, 'lines' | 'code'>): number {
  const sum = lines.reduce((total, { product, quantity }) => total + product.priceMinor * quantity, 0)
  return code === null ? sum : sum - Math.floor((sum + 5) / 10)
}

/** The sum of honest facts, in any order. The harness computes it independently of the product. */
export function finalStateOf(facts: Facts[], totalMinor: number): Pick<Scenario, 'finalState' | 'isPaid'> {
  const isPaid = facts.some(({ paid }) => paid)
  if (!isPaid) return { finalState: 'abandoned', isPaid }
  if (facts.some(({ refundedMinor = 0 }) => refundedMinor === totalMinor)) return { finalState: 'refunded', isPaid }
  return { finalState: facts.some(({ dispute }) => dispute !== undefined) ? 'disputed' : 'paid', isPaid }
}

import type { CheckoutState } from '../checkouts/checkout.ts'
import { type Dispute, type Facts, laterDispute } from './provider.ts'

/** Why a payment is parked. */
export type MismatchReason =
  | 'unknown_checkout'
  | 'store_mismatch'
  | 'provider_mismatch'
  | 'mode_mismatch'
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'payment_mismatch'
  | 'partial_refund'
  | 'erased_player'
  | 'return_refused'

/** The stored data of a payment, with the state of its checkout. */
export type PaymentState = {
  state: CheckoutState
  amountMinor: number
  currency: string
  paymentRef: string | null
  refundedMinor: number
  dispute: Dispute
  closed: boolean
  /** The money came too late for the checkout, and is returned. */
  isReturned: boolean
}

export type Step = 'pay' | 'abandon' | 'refund' | 'dispute'

export type FactsResult = {
  after: PaymentState
  /** The steps that bring the checkout to the new state, in this order. */
  steps: Step[]
  mismatch: MismatchReason | null
}

/**
 * Computes what facts do to a checkout. The state follows from the sum of all facts, so every order and every repetition
 * ends in the same state. Facts that do not match the checkout change nothing.
 *
 * `assignedMinor` is the sum of the store's own refunds, done or requested. Their lines are known.
 */
export function addFacts(
  before: PaymentState,
  facts: Facts,
  { assignedMinor }: { assignedMinor: number },
): FactsResult {
  const mismatch = findMismatch(before, facts)
  if (mismatch) return { after: before, steps: [], mismatch }

  const known: PaymentState = {
    ...before,
    paymentRef: before.paymentRef ?? (movesMoney(facts) ? facts.paymentRef : null),
    refundedMinor: Math.max(before.refundedMinor, facts.refundedMinor),
    dispute: laterDispute(before.dispute, facts.dispute),
    closed: before.closed || facts.closed,
  }
  if (before.isReturned) return { after: known, steps: [], mismatch: null }
  const wasPaid = before.state !== 'open' && before.state !== 'abandoned'
  const isPaid = wasPaid || facts.paid !== null
  const steps = stepsOf(known, { wasPaid, isPaid })
  const hasUnassigned = isPaid && known.refundedMinor < known.amountMinor && known.refundedMinor > assignedMinor
  return {
    after: { ...known, state: stateAfter(steps, known.state) },
    steps,
    mismatch: hasUnassigned ? 'partial_refund' : null,
  }
}

function stepsOf(known: PaymentState, { wasPaid, isPaid }: { wasPaid: boolean; isPaid: boolean }): Step[] {
  if (!isPaid) return known.closed && known.state === 'open' ? ['abandon'] : []
  const steps: Step[] = wasPaid ? [] : ['pay']
  if (known.refundedMinor >= known.amountMinor) return known.state === 'refunded' ? [] : [...steps, 'refund']
  const isReversed = known.state === 'refunded' || known.state === 'disputed'
  return known.dispute !== 'none' && !isReversed ? [...steps, 'dispute'] : steps
}

function stateAfter(steps: Step[], state: CheckoutState): CheckoutState {
  const reached = { pay: 'paid', abandon: 'abandoned', refund: 'refunded', dispute: 'disputed' } as const
  return steps.reduce<CheckoutState>((_, step) => reached[step], state)
}

function findMismatch(known: PaymentState, facts: Facts): MismatchReason | null {
  const { paid, paymentRef } = facts
  if (paid !== null && paid.currency !== known.currency) return 'currency_mismatch'
  if (paid !== null && paid.amountMinor !== known.amountMinor) return 'amount_mismatch'
  const isOtherPayment = known.paymentRef !== null && paymentRef !== null && paymentRef !== known.paymentRef
  return isOtherPayment && movesMoney(facts) ? 'payment_mismatch' : null
}

function movesMoney({ paid, refundedMinor, dispute }: Facts): boolean {
  return paid !== null || refundedMinor > 0 || dispute !== 'none'
}

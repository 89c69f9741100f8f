import type { CheckoutState } from '../checkouts/checkout.ts'
import { type Dispute, type Facts, laterDispute } from './provider.ts'

/** Why something waits for a person. */
export type MismatchReason =
  | 'unknown_checkout'
  | 'store_mismatch'
  | 'provider_mismatch'
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'payment_mismatch'
  | 'partial_refund'
  | 'erased_player'

/** What we know of a payment, and where its checkout stands. */
export type Known = {
  state: CheckoutState
  amountMinor: number
  currency: string
  paymentRef: string | null
  refundedMinor: number
  dispute: Dispute
  closed: boolean
}

export type Step = 'pay' | 'abandon' | 'refund' | 'dispute'

export type FactsResult = {
  known: Known
  /** What brings the checkout where the facts say it is, in this order. */
  steps: Step[]
  mismatch: MismatchReason | null
}

/**
 * What facts do to a checkout. Facts only add up and the state follows from their sum, so every order in which they
 * arrive, and every repetition, ends in the same state. What does not fit changes nothing.
 *
 * `assignedMinor`: what refunds of our own account for, done or under way; they know which lines they are for.
 */
export function addFacts(before: Known, facts: Facts, { assignedMinor }: { assignedMinor: number }): FactsResult {
  const refused = misfitOf(before, facts)
  if (refused) return { known: before, steps: [], mismatch: refused }

  const says = facts.paid !== null || facts.refundedMinor > 0 || facts.dispute !== 'none'
  const known: Known = {
    ...before,
    paymentRef: before.paymentRef ?? (says ? facts.paymentRef : null),
    refundedMinor: Math.max(before.refundedMinor, facts.refundedMinor),
    dispute: laterDispute(before.dispute, facts.dispute),
    closed: before.closed || facts.closed,
  }
  const wasPaid = before.state !== 'open' && before.state !== 'abandoned'
  const isPaid = wasPaid || facts.paid !== null
  const steps = stepsOf(known, { wasPaid, isPaid })
  const unassigned = isPaid && known.refundedMinor < known.amountMinor && known.refundedMinor > assignedMinor
  return {
    known: { ...known, state: stateAfter(steps, known.state) },
    steps,
    mismatch: unassigned ? 'partial_refund' : null,
  }
}

function stepsOf(known: Known, { wasPaid, isPaid }: { wasPaid: boolean; isPaid: boolean }): Step[] {
  if (!isPaid) return known.closed && known.state === 'open' ? ['abandon'] : []
  const steps: Step[] = wasPaid ? [] : ['pay']
  if (known.refundedMinor >= known.amountMinor) return known.state === 'refunded' ? [] : [...steps, 'refund']
  const isTaken = known.state === 'refunded' || known.state === 'disputed'
  return known.dispute !== 'none' && !isTaken ? [...steps, 'dispute'] : steps
}

function stateAfter(steps: Step[], state: CheckoutState): CheckoutState {
  const reached = { pay: 'paid', abandon: 'abandoned', refund: 'refunded', dispute: 'disputed' } as const
  return steps.reduce<CheckoutState>((_, step) => reached[step], state)
}

function misfitOf(known: Known, { paid, paymentRef, refundedMinor, dispute }: Facts): MismatchReason | null {
  if (paid !== null && paid.currency !== known.currency) return 'currency_mismatch'
  if (paid !== null && paid.amountMinor !== known.amountMinor) return 'amount_mismatch'
  const says = paid !== null || refundedMinor > 0 || dispute !== 'none'
  if (says && known.paymentRef !== null && paymentRef !== null && paymentRef !== known.paymentRef)
    return 'payment_mismatch'
  return null
}

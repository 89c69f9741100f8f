import { type BillingPeriod, periodStart } from '../catalog/billing-period.ts'

export const SUBSCRIPTION_STATES = ['pending', 'active', 'past_due', 'cancelling', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** What is known about the invoice of one period. Each field only changes from false to true. */
export type Invoice = {
  paid: boolean
  /** Refunded in full, or disputed. */
  reversed: boolean
  /** The provider tried to charge it and could not. */
  failed: boolean
}

/** All facts about a subscription. They only add up. */
export type SubscriptionFacts = {
  /** By the number of the period; the first is 0. */
  invoices: ReadonlyMap<number, Invoice>
  cancelled: boolean
  /** The first order was abandoned. */
  closed: boolean
}

export type SubscriptionTerms = { anchor: Date; period: BillingPeriod; graceSeconds: number }

export type SubscriptionStatus = {
  state: SubscriptionState
  /** The newest period whose invoice was paid. Null if none was. */
  newestPeriod: number | null
  paidUntil: Date | null
  /** The goods are kept for the grace period after `paidUntil`, because the renewal may still be paid. */
  hasGrace: boolean
  /** When the state changes without a new fact. */
  changesAt: Date | null
}

/** Providers charge up to an hour after a period ends. */
const LATE_AFTER_MS = 2 * 3_600_000

/** Computes the state from all facts, so their order does not matter. See decision 0046. */
export function subscriptionStatus(
  { invoices, cancelled, closed }: SubscriptionFacts,
  { anchor, period, graceSeconds }: SubscriptionTerms,
  now: Date,
): SubscriptionStatus {
  const newestPeriod = [...invoices].reduce((newest, [no, { paid }]) => (paid ? Math.max(newest, no) : newest), -1)
  if (newestPeriod < 0) {
    const state = cancelled || closed ? 'ended' : 'pending'
    return { state, newestPeriod: null, paidUntil: null, hasGrace: false, changesAt: null }
  }
  const paidUntil = periodStart(anchor, period, newestPeriod + 1)
  const known = { newestPeriod, paidUntil }
  if (invoices.get(newestPeriod)?.reversed === true) {
    return { ...known, state: 'ended', hasGrace: false, changesAt: null }
  }
  const isPaidNow = now < paidUntil
  if (cancelled) {
    return {
      ...known,
      state: isPaidNow ? 'cancelling' : 'ended',
      hasGrace: false,
      changesAt: isPaidNow ? paidUntil : null,
    }
  }
  const graceEnd = new Date(paidUntil.getTime() + graceSeconds * 1000)
  if (now >= graceEnd) return { ...known, state: 'ended', hasGrace: true, changesAt: null }
  const hasFailed = invoices.get(newestPeriod + 1)?.failed === true
  const lateAt = hasFailed ? paidUntil : new Date(paidUntil.getTime() + LATE_AFTER_MS)
  const isLate = now >= lateAt
  return { ...known, state: isLate ? 'past_due' : 'active', hasGrace: true, changesAt: isLate ? graceEnd : lateAt }
}

/** Adds what became known about the invoice of a period. */
export function addInvoice(facts: SubscriptionFacts, no: number, added: Partial<Invoice>): SubscriptionFacts {
  const before = facts.invoices.get(no) ?? { paid: false, reversed: false, failed: false }
  const after: Invoice = {
    paid: before.paid || added.paid === true,
    reversed: before.reversed || added.reversed === true,
    failed: before.failed || added.failed === true,
  }
  return { ...facts, invoices: new Map(facts.invoices).set(no, after) }
}

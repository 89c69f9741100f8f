import { expect, test } from 'vitest'
import { periodNoAt, periodStart, requireBillingPeriod } from '../catalog/billing-period.ts'
import { addInvoice, type SubscriptionFacts, subscriptionStatus } from './subscription-state.ts'

const ANCHOR = new Date('2027-01-31T10:00:00Z')
const TERMS = { anchor: ANCHOR, period: 'P1M', graceSeconds: 3 * 86_400 } as const
const NONE: SubscriptionFacts = { invoices: new Map(), cancelled: false, closed: false }
const PAID = addInvoice(NONE, 0, { paid: true })

const stateAt = (facts: SubscriptionFacts, moment: string) => subscriptionStatus(facts, TERMS, new Date(moment)).state

test('months count from the anchor day and are clamped to the end of a month', () => {
  const starts = [0, 1, 2, 13].map((no) => periodStart(ANCHOR, 'P1M', no).toISOString().slice(0, 16))
  expect(starts).toEqual(['2027-01-31T10:00', '2027-02-28T10:00', '2027-03-31T10:00', '2028-02-29T10:00'])
  expect(periodStart(new Date('2028-02-29T00:00:00Z'), 'P1Y', 1).toISOString()).toBe('2029-02-28T00:00:00.000Z')
  expect(() => requireBillingPeriod('P2M')).toThrow('Use P1W, P1M, P3M or P1Y')
})

test('a charge belongs to the newest period that starts at most a day after it', () => {
  const at = (moment: string) => periodNoAt(ANCHOR, 'P1M', new Date(moment))
  expect([at('2027-01-31T10:00:00Z'), at('2027-02-27T09:59:59Z'), at('2027-02-27T10:00:00Z')]).toEqual([0, 0, 1])
  expect([at('2027-03-05T00:00:00Z'), at('2037-01-31T10:00:00Z')]).toEqual([1, 120])
})

test('a subscription is late two hours after its period, or at once if the charge failed, and ends after the grace period', () => {
  expect(stateAt(NONE, '2027-02-01T00:00:00Z')).toBe('pending')
  expect(stateAt(PAID, '2027-02-28T11:59:59Z')).toBe('active')
  expect(stateAt(PAID, '2027-02-28T12:00:00Z')).toBe('past_due')
  expect(stateAt(addInvoice(PAID, 1, { failed: true }), '2027-02-28T10:00:00Z')).toBe('past_due')
  expect(stateAt(PAID, '2027-03-03T09:59:59Z')).toBe('past_due')
  expect(stateAt(PAID, '2027-03-03T10:00:00Z')).toBe('ended')
  expect(stateAt(addInvoice(PAID, 1, { failed: true, paid: true }), '2027-03-03T10:00:00Z')).toBe('active')
})

test('a cancelled subscription lasts until the end of what was paid, and a reversed one ends at once', () => {
  const cancelled = { ...PAID, cancelled: true }
  expect([stateAt(cancelled, '2027-02-28T09:59:59Z'), stateAt(cancelled, '2027-02-28T10:00:00Z')]).toEqual([
    'cancelling',
    'ended',
  ])
  const renewed = addInvoice(PAID, 1, { paid: true })
  expect(stateAt(addInvoice(renewed, 1, { reversed: true }), '2027-03-01T00:00:00Z')).toBe('ended')
  expect(stateAt(addInvoice(renewed, 0, { reversed: true }), '2027-03-01T00:00:00Z')).toBe('active')
})

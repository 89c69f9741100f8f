import { expect, test } from 'vitest'
import { periodNoAt } from '../../catalog/billing-period.ts'
import { chargeTime } from './charge-time.ts'

test('a company that stays on the 28th after a February charges the period that begins on the 31st', () => {
  const startedAt = new Date('2030-01-31T12:00:00Z')
  const periodOf = (day: string) =>
    periodNoAt(startedAt, 'P1M', chargeTime(new Date(`${day}T12:00:00Z`), { startedAt, isWeekly: false }))
  expect(['2030-01-31', '2030-02-28', '2030-03-28', '2030-04-28'].map(periodOf)).toEqual([0, 1, 2, 3])
  // Charges that come days later, as after a failed attempt, stay in their period.
  expect(['2030-02-10', '2030-03-10', '2030-04-10'].map(periodOf)).toEqual([0, 1, 2])
})

test('weekly charges, and days that every month has, are not moved', () => {
  const charged = new Date('2030-02-12T12:00:00Z')
  const at = (startedAt: string, isWeekly: boolean) =>
    chargeTime(charged, { startedAt: new Date(startedAt), isWeekly }).getTime() - charged.getTime()
  expect([at('2030-01-29T00:00:00Z', true), at('2030-01-28T00:00:00Z', false)]).toEqual([0, 0])
})

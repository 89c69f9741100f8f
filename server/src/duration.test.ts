import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test('weeks, days, hours, minutes and seconds add up', () => {
  expect(parseDuration('PT30S')).toBe(30)
  expect(parseDuration('P30D')).toBe(2_592_000)
  expect(parseDuration('P1W2DT3H4M5S')).toBe(604_800 + 172_800 + 10_800 + 240 + 5)
})

test('months, years, empty and huge durations are rejected', () => {
  for (const bad of ['', 'P', 'PT', 'P1M', 'P1Y', '30', 'PT0S', 'P1DT', 'p1d', 'P99999999999D', 'PT1.5S']) {
    expect(() => parseDuration(bad), bad).toThrow('is not a duration')
  }
})

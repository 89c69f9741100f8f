import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrice, toDecimal } from './money.ts'

test('a price keeps every cent, where floating point would lose one', () => {
  expect(parsePrice('4.35', 'BRL')).toBe(435)
  expect(parsePrice('19.9', 'BRL')).toBe(1990)
  expect(parsePrice('1990', 'JPY')).toBe(1990)
  expect(parsePrice('1.234', 'KWD')).toBe(1234)
})

test('minor units become their exact decimal and back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.constantFrom('BRL', 'JPY', 'KWD'),
      (minor, currency) => {
        expect(parsePrice(String(toDecimal(minor, currency)), currency)).toBe(minor)
      },
    ),
  )
})

test('an invalid price is rejected with an example', () => {
  for (const bad of ['', '-1', '1,5', '1.999', 'NaN', '1e3', ' 1', '99999999999999']) {
    expect(() => parsePrice(bad, 'BRL'), bad).toThrow(/price/)
  }
  expect(() => parsePrice('1.5', 'JPY')).toThrow('Use one like 1990')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { captureFacts } from './paypal-facts.ts'
import { fromPaypalMoney, toPaypalMoney } from './paypal-money.ts'

test.each([
  ['BRL', 435, '4.35'],
  ['BRL', 1990, '19.90'],
  ['USD', 7, '0.07'],
  ['JPY', 500, '500'],
  ['HUF', 104_500, '1045'],
  ['TWD', 500, '5'],
])('%s %i is written as %s and read back as the same amount', (currency, amountMinor, value) => {
  const money = { currencyCode: currency, value }
  expect(toPaypalMoney(amountMinor, currency)).toEqual(money)
  expect(fromPaypalMoney(money)).toEqual({ amountMinor, currency })
})

test.each([
  ['HUF', 104_550],
  ['TWD', 1],
  ['KWD', 5124],
])('%s %i cannot be represented at PayPal and is not rounded', (currency, amountMinor) => {
  expect(toPaypalMoney(amountMinor, currency)).toBeUndefined()
})

test('every whole number of units is read back as the same amount', () => {
  const units = fc.integer({ min: 0, max: 10_000_000_000 })
  fc.assert(
    fc.property(units, fc.constantFrom('BRL', 'JPY', 'HUF', 'TWD'), (whole, currency) => {
      const amountMinor = whole * 100
      expect(fromPaypalMoney(toPaypalMoney(amountMinor, currency))).toEqual({ amountMinor, currency })
    }),
  )
})

test.each(['19.901', '-19.90', '1e3', '19,90', '', 'NaN', '9'.repeat(40)])(
  'a payment with the invalid amount "%s" is refused',
  (value) => {
    const capture = { id: '42311647XV020574X', status: 'COMPLETED', amount: { currencyCode: 'BRL', value } }
    expect(() => captureFacts(capture)).toThrow(expect.objectContaining({ code: 'provider_refused' }))
  },
)

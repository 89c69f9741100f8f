import type { Money } from '@paypal/paypal-server-sdk'
import { isCurrency, parsePrice, toDecimal } from '../../money.ts'

/** PayPal uses no decimals for these currencies, although some have minor units. */
const WHOLE_ONLY = new Set(['HUF', 'JPY', 'TWD'])
const MAX_LENGTH = 32

/** Undefined if PayPal cannot represent the amount. Amounts are never rounded. */
export function toPaypalMoney(minor: number, currency: string): Money | undefined {
  const [whole = '0', fraction = ''] = String(toDecimal(minor, currency)).split('.')
  const decimals = WHOLE_ONLY.has(currency) ? 0 : 2
  if (fraction.length > decimals) return undefined
  return { currencyCode: currency, value: decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}` }
}

/** Undefined if the value is not a valid amount. */
export function fromPaypalMoney(money: Money | undefined): { amountMinor: number; currency: string } | undefined {
  if (money === undefined || money.value.length > MAX_LENGTH || !isCurrency(money.currencyCode)) return undefined
  try {
    const value = money.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    return { amountMinor: parsePrice(value, money.currencyCode), currency: money.currencyCode }
  } catch {
    return undefined
  }
}

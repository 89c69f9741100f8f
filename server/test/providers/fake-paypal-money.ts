export type WireMoney = { currency_code: string; value: string }

const WHOLE_ONLY = ['HUF', 'JPY', 'TWD']

export function paypalDecimal(minor: number, currency: string): string {
  return (minor / 10 ** decimalsOf(currency)).toFixed(WHOLE_ONLY.includes(currency) ? 0 : 2)
}

export function paypalMinor({ currency_code, value }: WireMoney): number {
  return Math.round(Number(value) * 10 ** decimalsOf(currency_code))
}

/** PayPal refuses a decimal point in some currencies, and anything but two decimals in the others. */
export function isPaypalMoney({ currency_code, value }: WireMoney): boolean {
  return WHOLE_ONLY.includes(currency_code) ? /^\d{1,12}$/.test(value) : /^\d{1,12}\.\d\d$/.test(value)
}

function decimalsOf(currency: string): number {
  return currency === 'JPY' ? 0 : 2
}

export const WHOLE = 10_000

/** `value × numerator / denominator`, rounded down. Products of prices and basis points do not fit into a number. */
export function partDown(value: number, numerator: number, denominator: number): number {
  return Number((BigInt(value) * BigInt(numerator)) / BigInt(denominator))
}

/** The same to the nearest unit, halves up. */
export function part(value: number, numerator: number, denominator: number): number {
  return Number((BigInt(value) * BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n))
}

/** The tax that a price contains. The rate is in basis points. */
export function taxOf(value: number, rate: number): number {
  return part(value, rate, WHOLE + rate)
}

type Share = { id: string; weight: number }

/**
 * Divides an amount in proportion to the weights, whose sum it does not exceed. What remains after rounding down goes to the
 * largest remainders, and of equal ones to the first id. So the parts add up, and none is larger than its weight.
 */
export function divide(amount: number, shares: readonly Share[]): Map<string, number> {
  const sum = shares.reduce((total, { weight }) => total + weight, 0)
  if (amount === 0 || sum === 0) return new Map(shares.map(({ id }) => [id, 0]))
  const parts = shares.map(({ id, weight }) => ({
    id,
    units: partDown(amount, weight, sum),
    remainder: (BigInt(amount) * BigInt(weight)) % BigInt(sum),
  }))
  const left = amount - parts.reduce((total, { units }) => total + units, 0)
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  )
  return new Map(byRemainder.map(({ id, units }, place) => [id, place < left ? units + 1 : units]))
}

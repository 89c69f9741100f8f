/** An exact number. The denominator is positive; it is not reduced. */
export type Fraction = { over: bigint; under: bigint }

export function fraction(over: bigint | number, under: bigint | number = 1n): Fraction {
  return { over: BigInt(over), under: BigInt(under) }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under }
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under - b.over * a.under, under: a.under * b.under }
}

/** Positive if the first is more, negative if it is less. */
export function compare(a: Fraction, b: Fraction): bigint {
  return minus(a, b).over
}

/** Rounds down a number that is not negative. */
export function floor({ over, under }: Fraction): bigint {
  return over / under
}

/** Rounds to the nearest whole number, halves up. */
export function round(number: Fraction): bigint {
  const whole = floor(number)
  const rest = minus(number, fraction(whole))
  return compare(rest, fraction(1, 2)) >= 0n ? whole + 1n : whole
}

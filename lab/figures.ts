export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

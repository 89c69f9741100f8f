import { AppError } from '../errors.ts'

/** In basis points: 100 is 1 %. */
export type PercentLimits = { min: number; max: number }

export function requirePercent(
  basisPoints: number,
  { what, limits: { min, max }, field }: { what: string; limits: PercentLimits; field: string },
): number {
  if (Number.isInteger(basisPoints) && basisPoints >= min && basisPoints <= max) return basisPoints
  throw new AppError('invalid_request', `${what} must be ${min / 100} to ${max / 100} percent.`, { field })
}

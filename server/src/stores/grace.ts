import { AppError } from '../errors.ts'

const MAX_GRACE_DAYS = 30

/** How long a subscriber keeps the goods after a renewal failed. */
export function requireGraceDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_GRACE_DAYS) return days
  throw new AppError('invalid_request', `The grace period must be 1 to ${MAX_GRACE_DAYS} whole days`)
}

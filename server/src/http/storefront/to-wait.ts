import type { AppError } from '../../errors.ts'

/** The seconds to wait that a page shows: longer times are rounded up to minutes. */
export function toWait({ retryAfter = 1 }: Pick<AppError, 'retryAfter'>): number {
  return retryAfter <= 90 ? retryAfter : Math.ceil(retryAfter / 60) * 60
}

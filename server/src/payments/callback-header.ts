import { AppError } from '../errors.ts'
import type { Callback } from './provider.ts'

export const TOLERANCE_SECONDS = 5 * 60

/** The one value of a header that a signature needs. Twice the same header is a trick, not a mistake. */
export function signedHeader({ headers }: Pick<Callback, 'headers'>, name: string): string {
  const [value, ...more] = headers[name] ?? []
  if (value === undefined || value === '' || more.length > 0) {
    throw new AppError('signature_invalid', `There must be exactly one ${name} header`)
  }
  return value
}

/** Old callbacks are refused, so that one that was overheard cannot be used later. */
export function requireRecent(signedAtSeconds: number, { receivedAt }: Pick<Callback, 'receivedAt'>): void {
  const difference = Math.abs(receivedAt.getTime() / 1000 - signedAtSeconds)
  if (!(difference <= TOLERANCE_SECONDS)) {
    throw new AppError('signature_invalid', `The signature is not from the last ${TOLERANCE_SECONDS / 60} minutes`)
  }
}

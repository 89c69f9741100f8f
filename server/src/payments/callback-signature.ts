import { AppError } from '../errors.ts'
import type { Callback } from './provider.ts'

export const SIGNATURE_TOLERANCE_SECONDS = 5 * 60

/** Rejects a repeated header, because the signature could cover one value while the code reads the other. */
export function requireSingleHeader({ headers }: Pick<Callback, 'headers'>, name: string): string {
  const [value, ...more] = headers[name] ?? []
  if (value === undefined || value === '' || more.length > 0) {
    throw new AppError('signature_invalid', `Send exactly one ${name} header`)
  }
  return value
}

/** Rejects old callbacks, so that an intercepted callback cannot be replayed later. */
export function requireRecentSignature(signedAtSeconds: number, { receivedAt }: Pick<Callback, 'receivedAt'>): void {
  const difference = Math.abs(receivedAt.getTime() / 1000 - signedAtSeconds)
  if (!(difference <= SIGNATURE_TOLERANCE_SECONDS)) {
    throw new AppError(
      'signature_invalid',
      `The signature is not from the last ${SIGNATURE_TOLERANCE_SECONDS / 60} minutes. Check the clock of the server.`,
    )
  }
}

import { AppError } from './errors.ts'

/** Rejects an edit if the object does not exist, or has changed since the expected version. */
export function requireVersion(
  found: { version: number } | undefined,
  { what, expectVersion }: { what: string; expectVersion: number | undefined },
): void {
  if (!found) throw new AppError('not_found', `There is no such ${what}`)
  if (expectVersion === undefined || expectVersion === found.version) return
  throw new AppError('precondition_failed', `The ${what} has changed meanwhile. Read it again and repeat the edit`)
}

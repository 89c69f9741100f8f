import { AppError } from './errors.ts'

/** Refuses an edit of something that is not there, or that has changed since the editor read it. Absent: he did not say. */
export function requireVersion(
  found: { version: number } | undefined,
  { what, expectVersion }: { what: string; expectVersion: number | undefined },
): void {
  if (!found) throw new AppError('not_found', `No such ${what}`)
  if (expectVersion === undefined || expectVersion === found.version) return
  throw new AppError('precondition_failed', `The ${what} has changed meanwhile; read it again and repeat the edit`)
}

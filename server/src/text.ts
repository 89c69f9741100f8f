import { AppError } from './errors.ts'

/**
 * Accepts any text that the database returns unchanged. PostgreSQL rejects NUL,
 * and a lone surrogate would become another character.
 */
export function requireText(what: string, text: string, { max, min = 1 }: { max: number; min?: number }): string {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new AppError('invalid_request', `${what} contains characters that can't be stored. Remove them`)
  }
  const length = [...text].length
  if (length < min || length > max) {
    throw new AppError('invalid_request', `${what} must have ${min} to ${max} characters, not ${length}`)
  }
  return text
}

/** Rejects line breaks, because a line break in a command or a player's id would start a second command. */
export function requireLine(what: string, text: string, limits: { max: number; min?: number }): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this searches for
  if (/[\u0000-\u001f\u007f\u0085\u2028\u2029]/.test(text)) {
    throw new AppError('invalid_request', `${what} must not contain line breaks or control characters`)
  }
  return requireText(what, text, limits)
}

import { AppError } from '../../errors.ts'

/**
 * The key from the Authorization header: alone, or behind any scheme. Two headers are refused: which of
 * them a proxy in between has looked at cannot be known.
 */
export function readKey(rawHeaders: string[]): string {
  const value = soleAuthorization(rawHeaders)
  if (value === undefined) throw new AppError('unauthorized', 'Send the server key in the Authorization header')
  if (value !== '' && !/[ \t]/.test(value)) return value
  const parts = value.trim().split(/[ \t]+/)
  const key = parts.at(-1)
  if (key === undefined || key === '' || parts.length > 2) {
    throw new AppError('unauthorized', 'Send the server key in the Authorization header, alone or as `Bearer <key>`')
  }
  return key
}

/** From the headers as they came: what Node makes of them hides a second one. */
function soleAuthorization(rawHeaders: string[]): string | undefined {
  let found: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (found !== undefined) throw new AppError('unauthorized', 'Send one Authorization header')
    found = rawHeaders[i + 1]
  }
  return found
}

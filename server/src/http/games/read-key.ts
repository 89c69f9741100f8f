import { AppError } from '../../errors.ts'
import { soleHeader } from '../sole-header.ts'

/**
 * The key from the Authorization header: alone, or behind any scheme. Two headers are refused: which of
 * them a proxy in between has looked at cannot be known.
 */
export function readKey(rawHeaders: string[]): string {
  const value = soleHeader(rawHeaders, 'authorization')
  if (value === undefined) throw new AppError('unauthorized', 'Send the server key in the Authorization header')
  if (value !== '' && !/[ \t]/.test(value)) return value
  const parts = value.trim().split(/[ \t]+/)
  const key = parts.at(-1)
  if (key === undefined || key === '' || parts.length > 2) {
    throw new AppError('unauthorized', 'Send the server key in the Authorization header, alone or as `Bearer <key>`')
  }
  return key
}

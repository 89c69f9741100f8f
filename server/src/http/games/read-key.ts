import { AppError } from '../../errors.ts'
import { soleHeader } from '../sole-header.ts'

/**
 * Reads the key from the Authorization header, with or without a scheme. Two headers are refused, because a proxy in
 * between may have checked the other one.
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

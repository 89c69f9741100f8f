import { AppError } from '../../errors.ts'

/**
 * The key from the Authorization header: alone, or behind any scheme. Two headers are refused: which of
 * them a proxy in between has looked at cannot be known.
 */
export function readKey(values: string[] | undefined): string {
  if (values === undefined || values.length !== 1) {
    throw new AppError(
      'unauthorized',
      values ? 'Send one Authorization header' : 'Send the server key in the Authorization header',
    )
  }
  const parts = (values[0] ?? '').trim().split(/[ \t]+/)
  const key = parts.at(-1)
  if (key === undefined || key === '' || parts.length > 2) {
    throw new AppError('unauthorized', 'Send the server key in the Authorization header, alone or as `Bearer <key>`')
  }
  return key
}

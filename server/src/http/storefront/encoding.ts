import type { IncomingHttpHeaders } from 'node:http'

/** The best encoding that a client accepts. */
export function encodingOf({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): 'br' | 'gzip' | '' {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : ''
}

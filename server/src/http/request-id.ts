import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Of this process; what follows it counts. */
const PREFIX = randomBytes(8).toString('hex')
let count = 0

/** A caller's own request id is kept when it is one and no part of its key, so that both logs tell of the same thing. */
export function requestIdOf({ 'x-request-id': given, authorization }: IncomingHttpHeaders): string {
  if (given === undefined) return newRequestId()
  const usable =
    typeof given === 'string' && /^(?!qm[a-z]?_)[\w.-]{1,64}$/.test(given) && !authorization?.includes(given)
  return usable ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PREFIX}-${(++count).toString(36).padStart(8, '0')}`
}

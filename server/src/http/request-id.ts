import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Of this process, followed by a counter. */
const PREFIX = randomBytes(8).toString('hex')
let count = 0

/** Keeps the request id of the client, if it is valid and not part of its key, so that both logs have the same id. */
export function requestIdOf({ 'x-request-id': given, authorization }: IncomingHttpHeaders): string {
  if (given === undefined) return newRequestId()
  const usable =
    typeof given === 'string' && /^(?!qm[a-z]?_)[\w.-]{1,64}$/.test(given) && !authorization?.includes(given)
  return usable ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PREFIX}-${(++count).toString(36).padStart(8, '0')}`
}

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const HEADER = 'x-forwarded-for'
const GAMES = '/api/games/'
/** The zone of an IPv6 address can have any length. */
const MAX_LENGTH = 64
/** An IPv6 address is in brackets. Without them, its last group could be a port. */
const WITH_PORT = /\[([^\],]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+/g

/** Some proxies, such as those of Azure, add the port of the client to its address. */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const value = headers[HEADER]
  if (typeof value !== 'string' || !value.includes(':')) return
  headers[HEADER] = value.replaceAll(WITH_PORT, (_, v6?: string, v4?: string) => v6 ?? v4 ?? '')
}

/**
 * A trusted proxy can forward any text, and sessions and audit entries store the address. A delivery must not depend on it:
 * for game servers, the address of the proxy replaces one that cannot be read.
 */
export function requireForwardedAddress({ ip, socket, raw, url }: FastifyRequest): void {
  if (ip === socket.remoteAddress || (isIP(ip) !== 0 && ip.length <= MAX_LENGTH)) return
  if (!url.startsWith(GAMES)) {
    throw new AppError('invalid_request', 'The proxy forwarded an address that is not valid. Check X-Forwarded-For.')
  }
  delete raw.headers[HEADER]
}

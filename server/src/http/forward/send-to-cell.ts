import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import type { Cell } from '../../cells/cells-file.ts'
import { AppError } from '../../errors.ts'
import type { RequestIdentity } from '../origins/request-identity.ts'
import { PROBLEM_TYPE, problemText } from '../problem.ts'
import { requestIdOf } from '../request-id.ts'

/** Counts how often a request was forwarded. */
export const HOPS = 'x-quartermaster-hops'
/** Proves to the other cell that this one no longer serves the store. */
export const MOVED = 'x-quartermaster-moved'
/** A waiting poll waits for a minute. */
const TIMEOUT_MS = 75_000
/** Of one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

/** The other cell trusts this one, so it gets what this one has found out, and nothing that the client has claimed. */
const FORWARDED = /^(x-)?forwarded/

type Forwarded = {
  request: IncomingMessage
  identity: RequestIdentity
  response: ServerResponse
  /** The host that the other cell serves the request on. */
  host: string
  headers: Record<string, string>
  /** If the body was read already. */
  body?: Buffer | undefined
}

export function sendTo({ url: cellUrl }: Cell, { request, identity, response, host, headers, body }: Forwarded): void {
  const url = new URL(cellUrl)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = send(
    {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      method: request.method,
      path: request.url,
      timeout: TIMEOUT_MS,
      headers: {
        ...endToEnd(request.headers),
        host,
        'x-forwarded-for': identity.address,
        'x-forwarded-proto': identity.scheme,
        ...headers,
        ...(body && { 'content-length': String(body.length) }),
      },
    },
    (incoming) => {
      // The client has left, and nobody reads the answer.
      if (response.destroyed) {
        incoming.resume()
        return
      }
      response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.headers))
      pipeline(incoming, response, () => undefined)
    },
  )
  outgoing.on('timeout', () => outgoing.destroy())
  outgoing.on('error', () => refuse(response, request, 'The cell of this store does not answer.'))
  if (body !== undefined) return void outgoing.end(body)
  // A poll ends with its client. Old clients do not wait for the answer to a report, and do not repeat it, so it is sent nevertheless.
  if (request.method === 'GET') response.on('close', () => outgoing.destroy())
  if (request.readableEnded) outgoing.end()
  else pipeline(request, outgoing, () => undefined)
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ||
      HOP_BY_HOP.includes(name) ||
      named.includes(name) ||
      name === HOPS ||
      name === MOVED ||
      FORWARDED.test(name)
        ? []
        : [[name, value]],
    ),
  )
}

export function refuse(response: ServerResponse, request: IncomingMessage, message: string): void {
  if (response.headersSent) return void response.destroy()
  const error = new AppError('unavailable', `${message} Retry in a few seconds.`, { retryAfter: 5 })
  response.writeHead(error.status, { 'content-type': PROBLEM_TYPE, 'retry-after': '5' })
  response.end(problemText(error, requestIdOf(request.headers)))
}

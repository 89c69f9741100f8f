import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Metrics } from '../operations/metrics.ts'
import { type HostKinds, KINDS } from '../origins/host-kinds.ts'
import type { Identify } from '../origins/request-identity.ts'
import { isPlainGet } from '../pipelined-requests.ts'
import { readCookie } from '../read-cookie.ts'
import { requestIdOf } from '../request-id.ts'
import { encodingOf } from '../encode.ts'
import { LOCALE_COOKIE } from './locale.ts'

/** As long as what pages show about a store is not read again. */
const TTL_MS = 1_000
const MAX_PAGES = 2_000

export type RecentPages = {
  /** Sends a page that was sent a moment ago. False if there is none, and the request needs the slow path. */
  send: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Keeps a page that is the same for everyone who asks for the same address in the same language and encoding. */
  remember: (request: FastifyRequest, reply: FastifyReply, body: Buffer) => void
}

type Parts = {
  identify: Identify
  hostKinds: HostKinds
  metrics: Metrics
  logger: FastifyBaseLogger
  isStopping: () => boolean
}

type RecentPage = { headers: string[]; body: Buffer; route: string; time: (seconds: number) => void }

/** Serves popular pages without Fastify, which would take most of the time. The response is that of the routes. */
export function createRecentPages({ identify, hostKinds, metrics, logger, isStopping }: Parts): RecentPages {
  const pages = new LRUCache<string, RecentPage>({ max: MAX_PAGES, ttl: TTL_MS })

  /** Everything that the page depends on. Undefined for a request that the slow path has to answer. */
  function keyOf(request: IncomingMessage): string | undefined {
    const { headers } = request
    const { hostName, origin, path, query } = identify(request)
    if (headers['if-none-match'] !== undefined || query !== '' || !isPlainGet(request)) return undefined
    if (hostKinds.of(hostName) !== KINDS.storefront) return undefined
    const locale = headers.cookie === undefined ? '' : readCookie(headers.cookie, LOCALE_COOKIE)
    return `${origin}\n${path}\n${encodingOf(headers)}\n${headers['accept-language']}\n${locale}`
  }

  return {
    send(request, response) {
      const startedAt = performance.now()
      const key = isStopping() ? undefined : keyOf(request)
      const page = key === undefined ? undefined : pages.get(key)
      if (!page) return false
      const requestId = requestIdOf(request.headers)
      response.writeHead(200, [...page.headers, 'x-request-id', requestId]).end(page.body)
      const ms = performance.now() - startedAt
      page.time(ms / 1_000)
      logger.info({ requestId, method: 'GET', route: page.route, status: 200, ms: Math.round(ms) }, 'request')
      return true
    },
    remember(request, reply, body) {
      const key = keyOf(request.raw)
      if (key === undefined || reply.statusCode !== 200) return
      const route = request.routeOptions.url ?? 'unknown'
      const headers = { ...reply.getHeaders(), 'content-length': body.length, 'x-content-type-options': 'nosniff' }
      pages.set(key, {
        headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
        body,
        route,
        time: metrics.timeRequests({ method: 'GET', route, status: 200 }),
      })
    },
  }
}

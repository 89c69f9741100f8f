import { createServer, type RequestListener } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AddressRanges } from './address-ranges.ts'
import { AppError } from './errors.ts'
import { createForwarder, type Forwarder, type Forwarding } from './http/forward/forward-requests.ts'
import type { GamesParts } from './http/games/open-games.ts'
import { POLL_ROUTE } from './http/games-v1/routes.ts'
import { createFastPath } from './http/games-v1/fast-path.ts'
import type { DashboardFiles } from './http/dashboard/read-dashboard.ts'
import type { ManageParts } from './http/manage/manage-parts.ts'
import type { Metrics } from './http/operations/metrics.ts'
import { createHostKinds, KINDS } from './http/origins/host-kinds.ts'
import { createIdentify, identifyRequests, requireValidAddress } from './http/origins/request-identity.ts'
import { createHostConstraint, guardHosts, methodsOn } from './http/origins/route-hosts.ts'
import { trackPipelining, afterEarlierResponses } from './http/pipelined-requests.ts'
import { readToEnd } from './http/read-to-end.ts'
import { respondToParserErrors, refuseSocket } from './http/refuse-socket.ts'
import { createRefusal } from './http/refuse.ts'
import { requestIdOf } from './http/request-id.ts'
import { createErrorPages } from './http/storefront/error-page.ts'
import { createRecentPages } from './http/storefront/recent-pages.ts'
import type { StorefrontParts } from './http/storefront/visit.ts'
import { registerSurfaces } from './http/surfaces.ts'
import { tolerateStalls } from './http/tolerate-stalls.ts'
import type { PaymentContext } from './payments/receive-callback.ts'
import type { StoreHosts } from './stores/hosts/store-hosts.ts'
import type { Addresses } from './stores/hosts/store-origin.ts'

export type AppParts = {
  games: GamesParts
  hosts: StoreHosts
  /** Stores that have left this cell, and where the others are. */
  forwarding?: Forwarding
  payments: PaymentContext & Addresses
  /** Without it, stores have no pages. */
  storefront?: StorefrontParts
  /** Without it, the management API is neither served nor loaded. */
  management?: ManageParts
  /** Without it, owners use the API and the command line. */
  dashboard?: DashboardFiles
  logger: FastifyBaseLogger
  metrics: Metrics
  /** The addresses of trusted proxies. */
  trustProxy?: AddressRanges
  /** Whether the documents are served at `/docs`. */
  documentation?: boolean
  /** Whether the process has stopped listening. Responses then ask clients to open a new connection. */
  isStopping?: () => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes over a request that failed because its store is being moved to another cell. */
    holdRequest: Forwarder['hold'] | undefined
  }
  interface FastifyRequest {
    /** The pattern of a route that is called too often to log every request. Empty for other routes. */
    hotRoute: string
  }
}

const KIB = 1024

/** All APIs and pages of the product on one HTTP server. */
export async function buildApp({
  games,
  hosts,
  forwarding,
  payments,
  storefront,
  management,
  dashboard,
  logger,
  metrics,
  trustProxy,
  documentation = true,
  isStopping = () => false,
}: AppParts): Promise<FastifyInstance> {
  const identify = createIdentify({ publicUrl: payments.publicUrl, trustProxy })
  const forwarder = forwarding && createForwarder(forwarding, identify)
  const refuse = createRefusal(logger)
  const hostKinds = createHostKinds(payments, hosts)
  const recentPages = createRecentPages({ identify, hostKinds, metrics, logger, isStopping })
  const app = Fastify({
    // Requests are logged below. The framework would create a logger for every request.
    logger: false,
    bodyLimit: 16 * KIB,
    serverFactory: (slowPath) => {
      const pages: RequestListener = (request, response) => {
        if (!recentPages.send(request, response)) slowPath(request, response)
      }
      const fastPath = createFastPath(games, { route: POLL_ROUTE, identify, hostKinds, metrics, slowPath: pages })
      const server = createServer(
        {
          requestTimeout: 15_000,
          keepAliveTimeout: 75_000,
          maxHeaderSize: 16 * KIB,
          headersTimeout: 10_000,
          // Node checks timeouts at this interval. With its default of 30 s, a timeout of 10 s could take 40 s.
          connectionsCheckingInterval: 1_000,
          requireHostHeader: false,
        },
        forwarder?.before(fastPath) ?? fastPath,
      )
      tolerateStalls(server)
      trackPipelining(server)
      return server
    },
    // A player's id is a path parameter, and percent-encoding triples its length.
    routerOptions: { maxParamLength: 3_000, constraints: { hosts: createHostConstraint(hostKinds, identify) } },
    // A HEAD request for the queue would mark deliveries as dispatched although no client received them.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
    frameworkErrors: (error, request, reply) => refuse(error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => refuseSocket(error, socket),
  })

  respondToParserErrors(app.server)
  identifyRequests(app, identify)
  app.decorateRequest('hotRoute', '')
  app.decorate('holdRequest', forwarder?.hold)
  app.decorateRequest('visit', null)
  const sendErrorPage = storefront && createErrorPages(storefront, logger)
  app.setErrorHandler((error, request, reply) => {
    const isPage = hostKinds.of(request.identity.hostName) === KINDS.storefront
    if (!sendErrorPage || !isPage) return refuse(error, request, reply)
    if (forwarder?.hold(error, request, reply)) return reply
    return sendErrorPage(error, request, reply).then((isSent) => {
      if (!isSent) refuse(error, request, reply)
      // The response waits for the rest of the request. Without a result, the framework would send a second one.
      return reply
    })
  })
  app.addHook('onRequest', (request, _reply, done) => afterEarlierResponses(request.raw, done))
  guardHosts(app, hostKinds)
  app.addHook('onRequest', (request, _reply, done) => {
    requireValidAddress(request.identity)
    done()
  })
  // Rejected before the body is parsed, so that the error does not depend on the body.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) rejectUrl(request, reply)
    done()
  })

  function rejectUrl(request: FastifyRequest, reply: FastifyReply): never {
    const { hostName, path } = request.identity
    const allowed = methodsOn(app, { path, kinds: hostKinds.of(hostName) })
    if (allowed.length === 0) throw new AppError('not_found', 'This URL does not exist.')
    reply.header('allow', allowed.join(', '))
    throw new AppError('method_not_allowed', `Use ${allowed.join(' or ')} for this URL.`)
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    readToEnd(request.raw, () => {
      finishHeaders(request, reply)
      done(null, payload)
    })
  })

  function finishHeaders(request: FastifyRequest, reply: FastifyReply): void {
    // A stopping server asks clients to open a new connection. After an upgrade request Node stops reading the socket, so
    // a further request on it would never be answered.
    const mustClose = isStopping() || request.headers.upgrade !== undefined || !request.raw.complete
    if (mustClose) reply.header('connection', 'close')
    // The framework closes the connection after a body that is too large, but the body has been read to its end.
    else if (reply.hasHeader('connection')) reply.header('connection', 'keep-alive')
    reply.header('x-request-id', request.id)
    // Only the documentation can be cached.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
  }

  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, because a URL can contain personal data that must not be logged.
    const route = request.hotRoute || (request.routeOptions.url ?? 'unknown')
    const { method, id: requestId } = request
    const { statusCode: status, elapsedTime: ms } = reply
    metrics.timeRequests({ method, route, status })(ms / 1000)
    const level = request.hotRoute && status < 400 ? 'debug' : 'info'
    logger[level]({ requestId, method, route, status, ms: Math.round(ms) }, 'request')
    done()
  })

  await registerSurfaces(app, {
    games,
    hosts,
    payments,
    countCallback: metrics.countCallback,
    storefront: storefront && { ...storefront, recentPages },
    management,
    dashboard,
    documentation,
    logger,
  })
  return app
}

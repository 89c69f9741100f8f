import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { AppError } from '../../errors.ts'
import { type HostKind, type HostKinds, KINDS } from './host-kinds.ts'
import type { Identify } from './request-identity.ts'

/** A route with the kinds of hosts that serve it. */
export type HostedRoute = { method: string; url: string; hosts: HostKind[] }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kinds of hosts that serve the route. */
    hosts?: HostKind[]
  }
  interface FastifyInstance {
    /** Every route. Complete when the application is ready. */
    hostedRoutes: HostedRoute[]
  }
}

const CONSTRAINT = 'hosts'

/** Declares the kinds of hosts that serve the routes of a plugin. The router finds them on no other host. */
export function serveOn(app: FastifyInstance, ...hosts: HostKind[]): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, hosts }
    route.constraints = { ...route.constraints, [CONSTRAINT]: hosts.join() }
  })
}

/** The router compares the bits of the host with the kinds of each route that has this URL. */
export function createHostConstraint(hostKinds: HostKinds, identify: Identify) {
  return {
    name: CONSTRAINT,
    mustMatchWhenDerived: true,
    deriveConstraint: (request: IncomingMessage) => String(hostKinds.of(identify(request).hostName)),
    storage: createStorage,
  }
}

/** Routes are stored under a text such as `api,storefront`, and looked up by the bits of a host, as a number. */
function createStorage<Handlers>() {
  const stored = new Map<string, Handlers>()
  return {
    get(key: string): Handlers | null {
      const bits = Number(key)
      if (Number.isNaN(bits)) return stored.get(key) ?? null
      for (const [hosts, handlers] of stored) if ((bitsOf(hosts.split(',')) & bits) !== 0) return handlers
      return null
    },
    set: (key: string, handlers: Handlers) => void stored.set(key, handlers),
  }
}

function bitsOf(hosts: readonly string[]): number {
  return hosts.reduce((bits, name) => bits | (KINDS[name as HostKind] ?? 0), 0)
}

/** Rejects hosts that are not served, and a start with a route that belongs to no kind of host. */
export function guardHosts(app: FastifyInstance, hostKinds: HostKinds): void {
  const routes: { options: RouteOptions; url: string }[] = []
  app.decorate('hostedRoutes', [])
  // The hook of a plugin that declares the hosts runs later than this one.
  app.addHook('onRoute', (options) => void routes.push({ options, url: options.url }))
  app.addHook('onReady', async () => {
    app.hostedRoutes = routes.flatMap(({ options: { method, config }, url }) =>
      [method].flat().map((name) => ({ method: name, url, hosts: config?.hosts ?? [] })),
    )
    const homeless = app.hostedRoutes.find(({ hosts }) => hosts.length === 0)
    if (homeless) throw new Error(`No host serves ${homeless.method} ${homeless.url}. Call serveOn in its plugin`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (hostKinds.of(request.identity.hostName) === 0) throw misdirected('This host is not served here.')
    done()
  })
}

export function misdirected(what: string): AppError {
  return new AppError(
    'misdirected_request',
    `${what} Use the address in PUBLIC_URL or API_URL or the host of a store, and let the proxy pass on the Host header.`,
  )
}

/** The methods of a URL on a host, for the `Allow` header. */
export function methodsOn(app: FastifyInstance, { path, kinds }: { path: string; kinds: number }): string[] {
  return [
    ...new Set(
      app.hostedRoutes
        .filter((route) => route.url === path && (bitsOf(route.hosts) & kinds) !== 0)
        .map(({ method }) => method),
    ),
  ]
}

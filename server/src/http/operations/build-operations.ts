import Fastify, { type FastifyInstance } from 'fastify'
import type { DomainChanges } from '../../cells/learn-domains.ts'
import { ALL_HOSTS, type HostChanges } from '../../stores/hosts/read-host-changes.ts'

type Readiness = () => Promise<{ ready: boolean; reason: string }>

type Operations = {
  metrics: () => Promise<string>
  contentType: string
  readiness: Readiness
  /** Whether this installation serves a host under a name. */
  isKnownHost: (host: string) => boolean | Promise<boolean>
  /** The hosts of stores that changed since an earlier read. */
  readHostChanges: (since: string) => Promise<HostChanges>
}

/** What an earlier response returned as `until`. */
const SINCE = /^\d{4}-\d\d-\d\d [0-9:.+-]{8,32}$/

/** Health and metrics, on a port that is not public. */
export function buildOperations({
  metrics,
  contentType,
  readiness,
  isKnownHost,
  readHostChanges,
}: Operations): FastifyInstance {
  const app = Fastify({ logger: false, exposeHeadRoutes: true })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, reason } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', reason })
  })
  // A proxy asks before it gets a certificate: `on_demand_tls` of Caddy.
  app.get<{ Querystring: { domain?: string | string[] } }>('/known-host', async ({ query: { domain } }, reply) => {
    const isKnown = typeof domain === 'string' && (await isKnownHost(domain))
    return reply.code(isKnown ? 200 : 404).send({ known: isKnown })
  })
  // The front door of several cells asks which domains of stores this cell serves.
  app.get<{ Querystring: { since?: string | string[] } }>('/domains', async ({ query: { since } }, reply) => {
    if (since !== undefined && !(typeof since === 'string' && SINCE.test(since)))
      return reply.code(400).send({ error: 'since must be the `until` of an earlier response' })
    const { changes, until } = await readHostChanges(since ?? ALL_HOSTS)
    const domains = changes
      .filter((change) => change.host.includes('.'))
      .map((change) => ({ host: change.host, isServed: change.storeId !== null }))
    return { until, domains } satisfies DomainChanges
  })
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await metrics()))
  return app
}

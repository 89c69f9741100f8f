import Fastify, { type FastifyInstance } from 'fastify'

type Readiness = () => Promise<{ ready: boolean; reason: string }>

type Operations = {
  metrics: () => Promise<string>
  contentType: string
  readiness: Readiness
  /** Whether this installation serves a host under a name. */
  isKnownHost: (host: string) => boolean | Promise<boolean>
}

/** Health and metrics, on a port that is not public. */
export function buildOperations({ metrics, contentType, readiness, isKnownHost }: Operations): FastifyInstance {
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
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await metrics()))
  return app
}

import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

export type Readiness = () => Promise<{ ready: boolean; reason: string }>

/** Health and metrics on a port of their own, which the public never sees. */
export function buildOperations({ metrics, readiness }: { metrics: Metrics; readiness: Readiness }): FastifyInstance {
  const app = Fastify({ logger: false, exposeHeadRoutes: true })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, reason } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', reason })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  return app
}

import Fastify, { type FastifyInstance } from 'fastify'

type Readiness = () => Promise<{ ready: boolean; reason: string }>

type Operations = { metrics: () => Promise<string>; contentType: string; readiness: Readiness }

/** Health and metrics, on a port that is not public. */
export function buildOperations({ metrics, contentType, readiness }: Operations): FastifyInstance {
  const app = Fastify({ logger: false, exposeHeadRoutes: true })
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, reason } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', reason })
  })
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await metrics()))
  return app
}

import type { FastifyInstance } from 'fastify'
import { createNetworkBuckets } from '../network-buckets.ts'
import { createTokenBuckets } from '../token-buckets.ts'

const OF_A_NETWORK = { perSecond: 2, burst: 60 }
/** The documentation is less important than game servers, and one of its files has more than a megabyte. */
const OF_ALL = { perSecond: 5, burst: 200 }

/** Limits requests for the documentation, which needs no credential. */
export function createDocumentationLimit(): (app: FastifyInstance) => void {
  const networks = createNetworkBuckets(OF_A_NETWORK)
  const all = createTokenBuckets(OF_ALL)
  return (app) => {
    app.addHook('onRequest', async ({ identity }) => {
      networks.take(identity.address)
      all.take('all')
    })
  }
}

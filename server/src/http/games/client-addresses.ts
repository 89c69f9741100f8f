import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

const MAX_ADDRESSES = 100_000
const MAX_KEY_LENGTH = 200

/** The addresses of clients for the fast path, which cannot parse proxy headers. Fastify does, and this caches it. */
export type ClientAddresses = {
  /** Undefined: only Fastify can tell. */
  of: (request: IncomingMessage) => string | undefined
  learn: (request: IncomingMessage, address: string) => void
}

export function createClientAddresses({ behindProxies }: { behindProxies: boolean }): ClientAddresses {
  if (!behindProxies) return { of: ({ socket }) => socket.remoteAddress, learn: () => undefined }
  const addresses = new LRUCache<string, string>({ maxSize: MAX_ADDRESSES, sizeCalculation: () => 1 })
  return {
    of: (request) => addresses.get(keyOf(request)),
    learn(request, address) {
      const key = keyOf(request)
      if (key.length <= MAX_KEY_LENGTH) addresses.set(key, address)
    },
  }
}

/** Everything that the result of Fastify depends on. */
function keyOf({ socket, headers }: IncomingMessage): string {
  return `${socket.remoteAddress ?? ''} ${String(headers['x-forwarded-for'] ?? '')}`
}

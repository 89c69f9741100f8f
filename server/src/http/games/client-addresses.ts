import type { IncomingMessage } from 'node:http'
import { createTwoShelves } from '../../two-shelves.ts'

const SHELF = 50_000
const LONGEST = 200

/** From where a call comes, for a way that does without the framework, which knows about proxies. */
export type ClientAddresses = {
  /** Undefined when only the framework can tell. */
  of: (request: IncomingMessage) => string | undefined
  /** What the framework said. */
  learn: (request: IncomingMessage, address: string) => void
}

export function createClientAddresses({ behindProxies }: { behindProxies: boolean }): ClientAddresses {
  if (!behindProxies) return { of: ({ socket }) => socket.remoteAddress, learn: () => undefined }
  const known = createTwoShelves<string, string>(SHELF)
  return {
    of: (request) => known.get(wayOf(request)),
    learn(request, address) {
      const way = wayOf(request)
      if (way.length <= LONGEST) known.set(way, address)
    },
  }
}

/** Whatever the framework's answer depends on. */
function wayOf({ socket, headers }: IncomingMessage): string {
  return `${socket.remoteAddress ?? ''} ${String(headers['x-forwarded-for'] ?? '')}`
}

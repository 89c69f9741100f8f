import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a small HTTP server, by default on a free port. */
export async function listen(
  serve: RequestListener,
  wantedPort = 0,
  host = '127.0.0.1',
): Promise<{ url: string; server: Server; close: () => Promise<void> }> {
  const server = createServer(serve)
  server.listen(wantedPort, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    server,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

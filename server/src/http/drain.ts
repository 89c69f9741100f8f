import { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is still being answered after that is let go. */
const LAST_MS = 2_000

/**
 * Takes no new connection, and goes on answering on those that there are until each was told to go (`connection: close`) or
 * nothing came on it for so long. A connection looks idle while a request on it is still on its way to us; closing those
 * at once would lose it.
 */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const waited = new AbortController()
  const closed = new Promise<void>((resolve) => {
    // Node ends idle connections when it stops listening; here that comes later.
    server.closeIdleConnections = () => undefined
    server.close(() => resolve())
  }).then(() => waited.abort())
  await Promise.race([closed, sleep(patienceMs, undefined, waited)]).catch(() => undefined)
  Server.prototype.closeIdleConnections.call(server)
  await Promise.race([closed, sleep(LAST_MS, undefined, waited)]).catch(() => undefined)
  server.closeAllConnections()
  await closed
}

import { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Then requests that are still in progress are cut off. */
const LAST_RESPONSES_MS = 2_000

/**
 * Accepts no new connection, and serves the open ones until each got `connection: close`, or until the timeout. A
 * connection seems idle while a request is still on its way to us; closing it at once would lose that request.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  const waited = new AbortController()
  const closed = new Promise<void>((resolve) => {
    // Node closes idle connections as soon as it stops listening; this does it later.
    server.closeIdleConnections = () => undefined
    server.close(() => resolve())
  }).then(() => waited.abort())
  await Promise.race([closed, sleep(timeoutMs, undefined, waited)]).catch(() => undefined)
  Server.prototype.closeIdleConnections.call(server)
  await Promise.race([closed, sleep(LAST_RESPONSES_MS, undefined, waited)]).catch(() => undefined)
  server.closeAllConnections()
  await closed
}

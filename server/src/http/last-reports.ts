import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client reports its deliveries one after the other, with much shorter pauses. */
const QUIET_MS = 1_000
/** Container runtimes kill a process 10 s after SIGTERM. This leaves time to close the connections. */
const MAX_MS = 5_000
const CHECK_INTERVAL_MS = 50

/**
 * Resolves when clients have reported what they got before the server began to stop: after a second without a report.
 * Call it while the server still listens. Known clients take a refused connection for a success, run the rest of their
 * deliveries without a report, and run them again after the restart.
 */
export async function waitForLastReports(server: Server, routes: readonly string[]): Promise<void> {
  const startedAt = performance.now()
  let quietSince = startedAt
  let inProgress = 0

  function note({ url = '' }: IncomingMessage, response: ServerResponse): void {
    if (!routes.some((route) => url.startsWith(route))) return
    inProgress++
    response.once('close', () => {
      inProgress--
      quietSince = performance.now()
    })
  }

  const isQuiet = () => inProgress === 0 && performance.now() - quietSince >= QUIET_MS
  server.on('request', note)
  while (!isQuiet() && performance.now() - startedAt < MAX_MS) await sleep(CHECK_INTERVAL_MS)
  server.off('request', note)
}

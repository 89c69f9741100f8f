import type { Server } from 'node:http'

/** A longer pause between two checks means that the process stood still. */
const MAX_PAUSE_MS = 3_000

/** Node reads the timeouts several times during one check. */
const SAME_CHECK_MS = 20

/**
 * After a stall (a paused virtual machine, a full disk), Node checks timeouts before it reads what has arrived meanwhile, and
 * would close connections whose requests are there already. A lost report is delivered twice. So the first check after a
 * stall closes nothing.
 */
export function tolerateStalls(server: Server, maxPauseMs = MAX_PAUSE_MS): void {
  const { headersTimeout, requestTimeout } = server
  let readAt = performance.now()
  let hasStalled = false
  function orNone(timeout: number): number {
    const pause = performance.now() - readAt
    if (pause > SAME_CHECK_MS) hasStalled = pause > maxPauseMs
    readAt += pause
    return hasStalled ? 0 : timeout
  }
  Object.defineProperty(server, 'headersTimeout', { get: () => orNone(headersTimeout) })
  Object.defineProperty(server, 'requestTimeout', { get: () => orNone(requestTimeout) })
}

import type { IncomingMessage } from 'node:http'

const DATABASE_TIMEOUT_MS = 1_000

/**
 * Reads the rest of a request that nobody wants any more, for a moment. Answering and closing while the caller is still
 * sending would throw the answer away with his bytes; answering and keeping the connection would take the rest of a
 * broken body for the next request.
 */
export function readToEnd(request: IncomingMessage, go: () => void): void {
  if (request.complete || request.destroyed) {
    go()
    return
  }
  const timer = setTimeout(done, DATABASE_TIMEOUT_MS)
  function done(): void {
    clearTimeout(timer)
    request.off('end', done).off('close', done).off('error', done)
    go()
  }
  request.once('end', done).once('close', done).once('error', done).resume()
}

import type { IncomingMessage } from 'node:http'

const TIMEOUT_MS = 1_000

/**
 * Reads and discards the rest of a request, for up to a second. If the connection were closed while the client is still
 * sending, the client would not receive the response. If it were kept open, the rest of a broken body would be parsed as
 * the next request.
 */
export function readToEnd(request: IncomingMessage, respond: () => void): void {
  if (request.complete || request.readableEnded || request.destroyed) {
    respond()
    return
  }
  const timer = setTimeout(done, TIMEOUT_MS)
  function done(): void {
    clearTimeout(timer)
    request.off('end', done).off('close', done).off('error', done)
    respond()
  }
  request.once('end', done).once('close', done).once('error', done).resume()
}

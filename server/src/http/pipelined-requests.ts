import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Of one connection. A client that sends more is disconnected. */
const MAX_WAITING = 16

const last = Symbol('last response')
const before = Symbol('previous response')
const waiting = Symbol('waiting requests')
type TrackedSocket = Socket & { [last]?: ServerResponse; [waiting]?: number }
type Request = IncomingMessage & { [before]?: ServerResponse }

/** Tracks the order of responses on each connection. Call it once for a server, before it listens. */
export function trackPipelining(server: Server): void {
  server.prependListener('request', (request: Request, response) => {
    const socket: TrackedSocket = request.socket
    const previous = socket[last]
    socket[last] = response
    if (previous && !previous.writableFinished) request[before] = previous
  })
}

/** Whether no earlier response is unfinished on the connection of this request. */
function isFirstInTurn(request: Request): boolean {
  return request[before] === undefined
}

/** Whether a request is a GET without a body or an upgrade, and no earlier response of its connection is unfinished. */
export function isPlainGet(request: IncomingMessage): boolean {
  const { method, headers, complete } = request
  const isRead = complete || !hasBody(request)
  return method === 'GET' && headers.upgrade === undefined && isRead && isFirstInTurn(request)
}

/** Whether a body follows the headers. Node sets `complete` of a request without one only after its listeners. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** The response that was started last on a connection. */
export function lastResponse(socket: TrackedSocket): ServerResponse | undefined {
  return socket[last]
}

/**
 * Starts a request after the previous response was read. Otherwise pipelined requests would all be processed at once, for
 * a client that may not read the responses.
 */
export function afterEarlierResponses(request: Request, start: () => void): void {
  const previous = request[before]
  if (!previous) {
    start()
    return
  }
  const socket: TrackedSocket = request.socket
  socket[waiting] = (socket[waiting] ?? 0) + 1
  if (socket[waiting] > MAX_WAITING) socket.destroy()
  previous.once('close', () => {
    socket[waiting] = (socket[waiting] ?? 1) - 1
    // After the client has disconnected, the request ends here without a response.
    if (!socket.destroyed) start()
  })
}

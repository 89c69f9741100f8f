import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on one connection; whoever sends more does not want their answers. */
const MOST_WAITING = 16

const last = Symbol('last answer')
const before = Symbol('answer before')
const waiting = Symbol('waiting requests')
type AnsweringSocket = Socket & { [last]?: ServerResponse; [waiting]?: number }
type Request = IncomingMessage & { [before]?: ServerResponse }

/** Follows which answer is whose turn on each connection. Call it once for a server, before it listens. */
export function trackPipelining(server: Server): void {
  server.prependListener('request', (request: Request, response) => {
    const socket: AnsweringSocket = request.socket
    const previous = socket[last]
    socket[last] = response
    if (previous && !previous.writableFinished) request[before] = previous
  })
}

/** Whether no answer on its connection comes before that of this request. */
export function isFirstInTurn(request: Request): boolean {
  return request[before] === undefined
}

/** The answer that was begun last on a connection. */
export function lastResponse(socket: AnsweringSocket): ServerResponse | undefined {
  return socket[last]
}

/**
 * Begins a request when the answer before it has been taken. Requests that are sent without waiting for answers would
 * otherwise all be worked on at once, for a caller who may not read any of them.
 */
export function afterEarlierResponses(request: Request, go: () => void): void {
  const previous = request[before]
  if (!previous) {
    go()
    return
  }
  const socket: AnsweringSocket = request.socket
  socket[waiting] = (socket[waiting] ?? 0) + 1
  if (socket[waiting] > MOST_WAITING) socket.destroy()
  previous.once('close', () => {
    socket[waiting] = (socket[waiting] ?? 1) - 1
    // When nobody is there any more the request ends here, unanswered.
    if (!socket.destroyed) go()
  })
}

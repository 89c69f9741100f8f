import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { lastResponse } from './pipelined-requests.ts'
import { PROBLEM_TYPE, problemText } from './problem.ts'
import { newRequestId } from './request-id.ts'

/** Answers what never became a request: headers that are too long, come too slowly, or are not HTTP. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket): void {
  const answer = lastResponse(socket)
  const isBroken = answer !== undefined && !answer.req.complete && answer.headersSent
  // The other side is gone, or has its answer and the fault is in the body behind it: there is nobody to talk to.
  if (error.code === 'ECONNRESET' || !socket.writable || isBroken) socket.destroy()
  else refuseInTurn(socket, toRefusal(error.code))
}

/** What Node would answer with a bare status or a closed connection gets an answer like everything else. */
export function respondToParserErrors(server: Server): void {
  // An expectation that nobody knows may be ignored.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) =>
    refuseInTurn(socket, new AppError('method_not_allowed', 'This is not a proxy')),
  )
}

/** While an earlier request of the same connection is still being answered, a refusal waits: it would be taken for that answer. */
function refuseInTurn(socket: Socket, refusal: AppError): void {
  const answer = lastResponse(socket)
  if (answer?.req.complete === true && !answer.writableFinished)
    answer.once('finish', () => writeRefusal(socket, refusal))
  else writeRefusal(socket, refusal)
}

function writeRefusal(socket: Socket, refusal: AppError): void {
  if (!socket.writable) return
  const body = problemText(refusal, newRequestId())
  socket.on('error', () => undefined)
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function toRefusal(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The headers may have at most 16 KiB')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'Send the whole request within 15 seconds')
    default:
      return new AppError('invalid_request', 'This is not a valid HTTP request')
  }
}

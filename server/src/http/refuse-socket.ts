import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { lastResponse } from './pipelined-requests.ts'
import { PROBLEM_TYPE, problemText } from './problem.ts'
import { newRequestId } from './request-id.ts'

const longRequests = new WeakSet<Socket>()

/** For a request whose route limits its time itself. Returns what ends the exception. */
export function allowLongRequest(socket: Socket): () => void {
  longRequests.add(socket)
  return () => longRequests.delete(socket)
}

/** Responds to input that never became a request: headers that are too long or too slow, or are not HTTP. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket): void {
  // Node reports the timeout once and leaves the connection as it is.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && longRequests.has(socket)) return
  const response = lastResponse(socket)
  const isBroken = response !== undefined && !response.req.complete && response.headersSent
  // The client has disconnected, or it already has its response and the error is in the rest of the body.
  if (error.code === 'ECONNRESET' || !socket.writable || isBroken) socket.destroy()
  else refuseInTurn(socket, toRefusal(error.code))
}

/** Sends a problem document where Node would send a bare status or close the connection. */
export function respondToParserErrors(server: Server): void {
  // An unknown `Expect` header may be ignored.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) =>
    refuseInTurn(socket, new AppError('method_not_allowed', 'This is not a proxy')),
  )
}

/** Waits for the response to an earlier request on the connection. The client would read the refusal as that response. */
function refuseInTurn(socket: Socket, refusal: AppError): void {
  const response = lastResponse(socket)
  if (response?.req.complete === true && !response.writableFinished)
    response.once('finish', () => writeRefusal(socket, refusal))
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

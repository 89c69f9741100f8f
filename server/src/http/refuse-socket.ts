import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { PROBLEM_TYPE, problemText } from './problem.ts'

/** Answers what never became a request: headers that are too long, come too slowly, or are not HTTP. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  // The other side is gone, or has had an answer: there is nobody to talk to.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const refusal = toRefusal(error.code)
  const body = problemText(refusal, requestId)
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

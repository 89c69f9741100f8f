import type { IncomingMessage } from 'node:http'
import { isFirstInTurn } from './pipelined-requests.ts'

/** Whether a request is a GET without a body or an upgrade, and no earlier response of its connection is unfinished. */
export function isPlainGet(request: IncomingMessage): boolean {
  const { method, headers, complete } = request
  // Node sets `complete` for a request without a body only after this.
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  return method === 'GET' && headers.upgrade === undefined && (!hasBody || complete) && isFirstInTurn(request)
}

import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'
const LONG = 16 * 1024

/** Answers with JSON that is text already, past the framework's own way of sending, which would look at it once more. */
export function sendText(
  { id, headers }: FastifyRequest,
  reply: FastifyReply,
  { text, isStopping, wait }: { text: string; isStopping: boolean; wait: number },
): void {
  reply.hijack()
  const closes = isStopping || headers.upgrade !== undefined
  writeText(reply.raw, { text, requestId: id, wait, closes })
}

/** The headers are those of every other answer. */
export function writeText(
  response: ServerResponse,
  { text, requestId, wait = 0, closes = false }: { text: string; requestId: string; wait?: number; closes?: boolean },
): void {
  // A long text leaves the heap at once, instead of being measured, copied and kept there until it is sent.
  const body = text.length > LONG ? Buffer.from(text) : text
  const head = [
    'content-type',
    JSON_TYPE,
    'content-length',
    String(Buffer.byteLength(body)),
    'x-request-id',
    requestId,
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
  ]
  if (wait > 0) head.push('preference-applied', `wait=${wait}`)
  if (closes) head.push('connection', 'close')
  response.writeHead(200, head)
  response.end(body)
}

/** How long a caller wanted to wait says nothing of how quick we are, so those polls are measured apart. */
export function waitingRoute(route: string): string {
  return `${route} (waiting)`
}

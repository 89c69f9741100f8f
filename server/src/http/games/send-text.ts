import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const JSON_TYPE = 'application/json; charset=utf-8'
const LONG_TEXT = 16 * 1024

/** Sends JSON that is already text. Fastify would process it again. */
export function sendText(
  { id, headers }: FastifyRequest,
  reply: FastifyReply,
  { text, waitSeconds, isStopping }: { text: string; waitSeconds: number; isStopping: boolean },
): void {
  reply.hijack()
  const closes = isStopping || headers.upgrade !== undefined
  writeText(reply.raw, { text, requestId: id, waitSeconds, closes })
}

/** Sets the same headers as every other response. */
export function writeText(
  response: ServerResponse,
  { text, requestId, waitSeconds, closes }: { text: string; requestId: string; waitSeconds: number; closes: boolean },
): void {
  // As a buffer, a long text is kept outside of the JavaScript heap until it is sent.
  const body = text.length > LONG_TEXT ? Buffer.from(text) : text
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
  if (waitSeconds > 0) head.push('preference-applied', `wait=${waitSeconds}`)
  if (closes) head.push('connection', 'close')
  response.writeHead(200, head)
  response.end(body)
}

/** Waiting polls are measured separately, because the client chooses how long they take. */
export function waitingRoute(route: string): string {
  return `${route} (waiting)`
}

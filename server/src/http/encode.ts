import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes, and the same bytes compressed. */
type Encoded = { body: Buffer; brotli?: Buffer; gzip?: Buffer }

/** The best encoding that a client accepts. */
export function encodingOf({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): 'br' | 'gzip' | '' {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : ''
}

/** Sets the headers about the encoding, and returns the bytes in it. */
export function encode(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, brotli, gzip }: Encoded,
  vary = 'accept-encoding',
): Buffer {
  if (!brotli || !gzip) return body
  reply.header('vary', vary)
  const encoding = encodingOf(headers)
  if (encoding !== '') reply.header('content-encoding', encoding)
  return { br: brotli, gzip, '': body }[encoding]
}

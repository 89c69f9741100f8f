import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type File = { type: string; encoding?: 'gzip'; body: Buffer; etag: string }

/** Browsers ask again after this time, and get a 304 while the file is the same. */
const CACHE_CONTROL = 'public, max-age=300'

export function createFile(type: string, content: string | Buffer): File {
  const body = Buffer.from(content)
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Creates a value at its first use. An attempt that failed is repeated. */
export function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined
      throw error
    })
    return created
  }
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  const { type, encoding, body, etag } = file
  reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

/** Whether an `If-None-Match` header contains this tag. Proxies that compress a response mark its tag as weak. */
export function hasTag(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredResponse } from '../../access/idempotency-key.ts'
import { AppError } from '../../errors.ts'

/** What a handler answered, as it goes out. What has a version gets an ETag. */
export function toResponse(
  value: unknown,
  { status, answer }: { status?: number; answer: string | null },
): StoredResponse {
  const body = value === undefined ? null : JSON.stringify(value)
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
  return {
    status: status ?? (answer === null ? 204 : 200),
    etag: typeof version === 'number' ? `"${version}"` : null,
    body,
    cookie: null,
  }
}

export function send(
  reply: FastifyReply,
  { status, etag, body, cookie }: StoredResponse,
  { replayed = false } = {},
): FastifyReply {
  if (replayed && cookie !== null) reply.header('set-cookie', cookie)
  if (etag !== null) reply.header('etag', etag)
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(status)
  if (body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** What makes two requests the same one. */
export function requestText({ method, url, body }: FastifyRequest): string {
  return `${method} ${url}\n${JSON.stringify(body) ?? ''}`
}

/** The cookie that a handler has set, so that whoever asks again gets it again. */
export function cookieOf(reply: FastifyReply): string | null {
  const cookie = reply.getHeader('set-cookie')
  return typeof cookie === 'string' ? cookie : null
}

/** The version that If-Match names; undefined for `*`, which means any. */
export function readVersion(header: string | undefined): number | undefined {
  if (header === undefined) {
    throw new AppError('precondition_required', 'Send If-Match with the ETag you have read, so that no edit is lost')
  }
  if (header.trim() === '*') return undefined
  const [, version] = /^"(\d{1,15})"$/.exec(header.trim()) ?? []
  if (version === undefined) throw new AppError('precondition_failed', 'If-Match is not an ETag of this thing')
  return Number(version)
}

/** What every route looks at before it does anything: a body where one belongs, and nothing that cannot be kept. */
export function requireReadable(request: FastifyRequest, { body }: { body?: unknown }): void {
  if (body === undefined && request.body !== undefined) {
    throw new AppError('invalid_request', 'This request takes no body', { field: 'body' })
  }
  requireStorable(request.params, 'params')
  requireStorable(request.query, 'querystring')
  requireStorable(request.body, 'body')
}

/** The database keeps every character but NUL and halves of others; what it cannot keep is not looked for either. */
function requireStorable(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return
    throw new AppError('invalid_request', `${field} contains characters that cannot be stored`, { field })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    requireStorable(name, field)
    requireStorable(part, `${field}/${name}`)
  }
}

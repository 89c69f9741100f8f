import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { RouteDefinition } from '../manage/describe-route.ts'

/** Two requests with the same text are the same request. */
export function requestText({ method, url, body }: FastifyRequest): string {
  const text = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : JSON.stringify(body)
  return `${method} ${url}\n${text ?? ''}`
}

/** The version that `If-Match` requires. It is absent for `*`, and for routes without `ifMatch`. */
export function readExpectedVersion(
  { headers }: FastifyRequest,
  { ifMatch }: RouteDefinition,
): { expectVersion?: number } {
  if (!ifMatch) return {}
  const header = headers['if-match']?.trim()
  if (header === undefined) {
    const message = 'The If-Match header is missing. Send the ETag that you read, so that no update is lost.'
    throw new AppError('precondition_required', message)
  }
  if (header === '*') return {}
  const [, version] = /^"(\d{1,15})"$/.exec(header) ?? []
  if (version === undefined) {
    throw new AppError('precondition_failed', 'If-Match is not an ETag of this object. Read the object again.')
  }
  return { expectVersion: Number(version) }
}

/** Rejects a body that the route does not take, and characters that the database cannot store. */
export function requireReadable(request: FastifyRequest, { body }: RouteDefinition): void {
  if (body === undefined && request.body !== undefined) {
    throw new AppError('invalid_request', 'This request takes no body.', { field: 'body' })
  }
  requireStorable(request.params, 'params')
  requireStorable(request.query, 'querystring')
  requireStorable(request.body, 'body')
}

/** PostgreSQL stores all characters except NUL and unpaired surrogates. */
function requireStorable(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return
    throw new AppError('invalid_request', `${field} contains characters that cannot be stored.`, { field })
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
  for (const [name, nested] of Object.entries(value)) {
    requireStorable(name, field)
    requireStorable(nested, `${field}/${name}`)
  }
}

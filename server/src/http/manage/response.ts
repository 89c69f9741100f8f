import type { FastifyReply } from 'fastify'
import { Version } from '@quartermaster/contract/manage'
import type { StoredResponse } from '../../access/idempotency-key.ts'
import { type RouteDefinition, statusOf } from './describe-route.ts'
import type { Serialize } from '../json-api/serialize.ts'

/** The response to a handler's value. An object with a version gets an ETag. */
export function toResponse(value: unknown, route: RouteDefinition, serialize: Serialize): StoredResponse {
  const { response } = route
  return {
    status: statusOf(route),
    etag: response === null ? null : etagOf(response, value),
    body: response === null ? null : serialize(response, value),
    cookie: null,
  }
}

function etagOf({ properties }: { properties?: Record<string, unknown> }, value: unknown): string | null {
  return properties?.['version'] === Version ? `"${(value as { version: number }).version}"` : null
}

export function sendResponse(
  reply: FastifyReply,
  { status, etag, body, cookie }: StoredResponse,
  { isReplay }: { isReplay: boolean },
): FastifyReply {
  if (isReplay && cookie !== null) reply.header('set-cookie', cookie)
  if (etag !== null) reply.header('etag', etag)
  if (isReplay) reply.header('idempotent-replayed', 'true')
  reply.code(status)
  if (body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** The cookie that a handler has set. It is stored, so that a replay sets it again. */
export function cookieOf(reply: FastifyReply): string | null {
  const cookie = reply.getHeader('set-cookie')
  return typeof cookie === 'string' ? cookie : null
}

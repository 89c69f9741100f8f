import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { toWait } from './to-wait.ts'
import { toAppError } from '../problem.ts'
import { setPageHeaders } from './policy.ts'
import { renderVisit } from './send-page.ts'
import { openVisit, type StorefrontParts } from './visit.ts'

export type SendErrorPage = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** The errors that have a text of their own. All others of the visitor are an invalid request. */
const KEYS: Record<string, string> = {
  not_found: 'not_found',
  method_not_allowed: 'not_found',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  internal: 'internal',
}

/** Answers an error on the host of a store with a page in its theme. False if the host belongs to no store. */
export function createErrorPages(parts: StorefrontParts, logger: FastifyBaseLogger): SendErrorPage {
  return async (thrown, request, reply) => {
    const error = toAppError(thrown)
    if (request.identity.path.startsWith('/api/')) return false
    request.visit ??= (await openVisit(parts, request).catch(() => undefined)) ?? null
    const { visit } = request
    if (!visit) return false
    if (error.code === 'internal') logger.error({ requestId: request.id, err: error.cause }, 'a page failed')
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    const key = KEYS[error.code] ?? (error.status < 500 ? 'invalid_request' : 'internal')
    const isMissing = key === 'not_found'
    const { text } = await renderVisit(parts, visit, {
      template: isMissing ? '404' : 'error',
      data: { error: { key, request_id: isMissing ? null : request.id, wait: toWait(error) } },
    })
    setPageHeaders(reply)
    await reply.code(error.status).type('text/html; charset=utf-8').send(text)
    return true
  }
}

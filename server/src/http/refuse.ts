import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_TYPE, problemText, toAppError } from './problem.ts'

/** Responds to a thrown error with a problem document. Logs unexpected errors and outages. */
export function createRefusal(logger: Pick<FastifyBaseLogger, 'error' | 'warn'>, { withField = false } = {}) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (request.server.holdRequest?.(thrown, request, reply)) return
    const requestId = request.id
    const error = toAppError(thrown)
    if (error.code === 'internal') logger.error({ requestId, err: error.cause }, 'a request failed')
    if (error.code === 'unavailable') logger.warn({ requestId }, error.message)
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    void reply
      .code(error.status)
      .header('content-type', PROBLEM_TYPE)
      .send(problemText(error, requestId, { withField }))
  }
}

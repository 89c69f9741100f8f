import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { answerBy } from '../../db/retry-while-unavailable.ts'
import type { Status } from '../../monitoring/read-status.ts'
import { shareResult } from '../operations/share-result.ts'
import { managementHeaders } from '../origins/management-headers.ts'
import { STATUS_POLICY, statusPage } from './status-page.ts'

const SHARED_SECONDS = 5
const READ_TIMEOUT_MS = 3_000

type Options = { readStatus: () => Promise<Status>; publicUrl: string; logger: FastifyBaseLogger }

/** `/status`: whether the installation works, in plain words, for everyone. Any number of visitors share one read. */
export async function serveStatus(app: FastifyInstance, { readStatus, publicUrl, logger }: Options): Promise<void> {
  const headers = managementHeaders(publicUrl, STATUS_POLICY)
  const renderPage = shareResult(SHARED_SECONDS * 1_000, async () => {
    const status = await answerBy(Date.now() + READ_TIMEOUT_MS, readStatus()).catch((error: unknown) => {
      logger.warn({ err: error }, 'failed to read the status of the installation')
      return undefined
    })
    return statusPage(status, new Date())
  })
  app.get('/status', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    const { isUp, html } = await renderPage()
    reply.headers(headers).header('cache-control', isUp ? `public, max-age=${SHARED_SECONDS}` : 'no-store')
    if (!isUp) reply.code(503).header('retry-after', String(SHARED_SECONDS))
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

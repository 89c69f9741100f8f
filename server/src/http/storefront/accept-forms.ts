import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The routes of a plugin accept forms and no other bodies. The body of a request is then a `URLSearchParams`. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  )
}

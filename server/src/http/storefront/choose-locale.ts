import type { FastifyInstance } from 'fastify'
import { LOCALE_COOKIE } from './locale.ts'
import { visitOf } from './visit.ts'

const YEAR_SECONDS = 31_536_000

/** Stores the language that a visitor has chosen, and leads back to the page. */
export function serveLocaleChoice(app: FastifyInstance): void {
  app.post('/locale', { schema: { hide: true } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const chosen = visitOf(request).shop.store.locales.find((name) => name === form.get('locale'))
    if (chosen !== undefined) {
      reply.header(
        'set-cookie',
        `${LOCALE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; Secure; HttpOnly; SameSite=Lax`,
      )
    }
    return reply.redirect(pathOf(form.get('to')), 303)
  })
}

/** Only paths of this host. The language in the query would win over the choice, so it is removed. */
function pathOf(to: string | null): string {
  if (to === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(to)) return '/'
  const url = new URL(to, 'http://store.invalid')
  url.searchParams.delete('lang')
  return `${url.pathname}${url.search}`
}

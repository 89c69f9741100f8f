import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOCALE_COOKIE } from './locale.ts'
import { visitOf } from './visit.ts'

const YEAR_SECONDS = 31_536_000

/** Stores the language that a visitor has chosen, and leads back to the page. */
export function serveLocaleChoice(app: FastifyInstance): void {
  app.post('/locale', { schema: { hide: true } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const chosen = readChosen(request, form)
    if (chosen !== undefined) setLocaleCookie(reply, chosen)
    return reply.redirect(pathOf(form.get('to')), 303)
  })
}

/**
 * On a page with fields, the button sends the fields as well. The browser sends them again to the page in the chosen language, which
 * keeps them. Undefined if another button was pressed, or if this is the second time.
 */
export function repeatInLocale(
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): FastifyReply | undefined {
  const chosen = form.get('do') === 'locale' ? readChosen(request, form) : undefined
  const visit = visitOf(request)
  if (chosen === undefined || chosen === visit.locale) return undefined
  setLocaleCookie(reply, chosen)
  return reply.redirect(`${request.identity.path}?lang=${chosen}`, 307)
}

function readChosen(request: FastifyRequest, form: URLSearchParams): string | undefined {
  return visitOf(request).shop.store.locales.find((name) => name === form.get('locale'))
}

function setLocaleCookie(reply: FastifyReply, locale: string): void {
  reply.header(
    'set-cookie',
    `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; Secure; HttpOnly; SameSite=Lax`,
  )
}

/** Only paths of this host. The language in the query would win over the choice, so it is removed. */
function pathOf(to: string | null): string {
  if (to === null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(to)) return '/'
  const url = new URL(to, 'http://store.invalid')
  url.searchParams.delete('lang')
  return `${url.pathname}${url.search}`
}

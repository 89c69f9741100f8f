import type { FastifyReply } from 'fastify'
import { isThemeTemplate } from '../../themes/check/check-files.ts'
import { type PageInput, renderPage } from '../../themes/render-page.ts'
import { buildHead, type HeadInput } from './head.ts'
import type { Locale } from '../../locales.ts'
import { LOCALE_NAMES } from './locale.ts'
import { contentPolicy, setPageHeaders } from './policy.ts'
import { type StorefrontParts, type Visit, visitOf } from './visit.ts'

export type Page = {
  template: string
  data: Readonly<Record<string, unknown>>
  head?: HeadInput
  /** The page is the same for all visitors. */
  isShared?: boolean
}

/** Templates that lead to a payment provider. */
const PAYING = new Set(['checkout', 'order'])

export type SendPage = (reply: FastifyReply, page: Page & { status?: number }) => Promise<FastifyReply>

/** Sends a page of one visitor. It is neither cached nor shown to search engines. */
export function createSendPage(parts: StorefrontParts): SendPage {
  const payingPolicy = contentPolicy(parts.paymentOrigins)
  return async (reply, { template, data, head, status = 200 }) => {
    const { text } = await renderVisit(parts, visitOf(reply.request), {
      template,
      data,
      head: { isPrivate: true, ...head },
    })
    setPageHeaders(reply, PAYING.has(template) ? payingPolicy : undefined)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)
  }
}

/** `isFallback`: the store's own theme failed, so that the page has the built-in one. */
export type Rendered = { text: string; isFallback: boolean }

export async function renderVisit(parts: StorefrontParts, visit: Visit, page: Page): Promise<Rendered> {
  const input = toInput(visit, page)
  const usesOwn = visit.own !== undefined && isThemeTemplate(page.template)
  const own = usesOwn && visit.own ? await parts.ownThemes?.render(visit.own, input) : undefined
  const text = own ?? renderPage({ theme: visit.theme, platform: parts.themes.platform }, input)
  return { text, isFallback: usesOwn && own === undefined }
}

function toInput(visit: Visit, { template, data, head = {}, isShared = false }: Page): PageInput {
  const { store } = visit.shop
  return {
    template,
    data,
    isShared,
    head: buildHead(visit, head),
    globals: {
      shop: visit.view,
      request: {
        path: visit.path,
        locale: visit.locale,
        locales: store.locales.map((code) => ({ code, name: LOCALE_NAMES[code as Locale] ?? code })),
      },
    },
    settings: visit.settings,
    ...(visit.texts && { texts: visit.texts }),
    locale: visit.locale,
    timeZone: store.timeZone,
    currency: store.currency,
    now: new Date(),
  }
}

import type { FastifyReply } from 'fastify'
import { renderPage } from '../../themes/render-page.ts'
import { buildHead, type HeadInput } from './head.ts'
import type { Locale } from '../../locales.ts'
import { LOCALE_NAMES } from './locale.ts'
import { contentPolicy, setPageHeaders } from './policy.ts'
import { type StorefrontParts, type Visit, visitOf } from './visit.ts'

export type Page = {
  template: string
  data: Readonly<Record<string, unknown>>
  head?: HeadInput
}

/** Templates that lead to a payment provider. */
const PAYING = new Set(['checkout', 'order'])

export type SendPage = (reply: FastifyReply, page: Page & { status?: number }) => FastifyReply

/** Sends a page of one visitor. It is neither cached nor shown to search engines. */
export function createSendPage(parts: StorefrontParts): SendPage {
  const payingPolicy = contentPolicy(parts.paymentOrigins)
  return (reply, { template, data, head, status = 200 }) => {
    const text = renderVisit(parts, visitOf(reply.request), {
      template,
      data,
      head: { isPrivate: true, ...head },
    })
    setPageHeaders(reply, PAYING.has(template) ? payingPolicy : undefined)
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)
  }
}

export function renderVisit({ themes }: StorefrontParts, visit: Visit, { template, data, head = {} }: Page): string {
  const { store } = visit.shop
  return renderPage(themes, {
    template,
    data,
    head: buildHead(visit, head),
    globals: {
      shop: visit.view,
      request: {
        path: visit.path,
        locale: visit.locale,
        locales: store.locales.map((code) => ({ code, name: LOCALE_NAMES[code as Locale] ?? code })),
      },
    },
    settings: store.themeSettings,
    locale: visit.locale,
    timeZone: store.timeZone,
    currency: store.currency,
    now: new Date(),
  })
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a platform answers for a path, or undefined for 404. A string is sent as it is. */
type Answer = (path: string, query: URLSearchParams) => unknown

type Options = {
  /** The header with the key, and the key. */
  key: [string, string]
  answer: Answer
  /** Every so many requests, one is answered with 429 and `Retry-After: 1`. */
  limitEvery?: number
}

export const TEBEX_KEY = 'tebex-secret-0123456789'
export const CRAFTING_KEY = 'crafting-token-0123456789'

/** A small server that speaks the protocol of a store platform: keys, JSON, and limits of requests. */
export async function startFakePlatform({ key: [name, value], answer, limitEvery = Infinity }: Options) {
  let requests = 0
  let limited = 0
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    if (request.headers[name.toLowerCase()] !== value) return send(403, { error_code: 403, error_message: 'Forbidden' })
    if (++requests % limitEvery === 0) {
      limited++
      return send(429, { error_message: 'Too many requests' }, { 'retry-after': '1' })
    }
    const url = new URL(request.url ?? '/', 'http://platform')
    const body = answer(url.pathname.slice(1), url.searchParams)
    return body === undefined ? send(404, {}) : send(200, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    limited: () => limited,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type TebexStore = {
  categories: object[]
  packages: object[]
  payments: object[]
  bans?: object[]
  coupons?: object[]
  giftCards?: object[]
  currency?: string
  game?: string
}

const PAGE_SIZE = 25

/** The answers of Tebex: payments in pages of 25, as its documents say. */
export function answerAsTebex({ categories, packages, payments, ...more }: TebexStore): Answer {
  const { bans = [], coupons = [], giftCards = [], currency = 'USD', game = 'Rust' } = more
  return (path, query) => {
    const page = Number(query.get('page') ?? 1)
    const items = (all: object[]) => all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    const lastPage = (all: object[]) => Math.max(1, Math.ceil(all.length / PAGE_SIZE))
    if (path === 'information')
      return { account: { id: 1, currency: { iso_4217: currency, symbol: '$' }, game_type: game }, server: { id: 1 } }
    if (path === 'listing') return { categories }
    if (path === 'packages') return packages
    if (path === 'payments')
      return {
        total: payments.length,
        per_page: PAGE_SIZE,
        current_page: page,
        last_page: lastPage(payments),
        data: items(payments),
      }
    if (path === 'bans') return { data: bans }
    if (path === 'coupons')
      return { pagination: { currentPage: page, lastPage: lastPage(coupons) }, data: items(coupons) }
    return path === 'gift-cards' ? { data: giftCards } : undefined
  }
}

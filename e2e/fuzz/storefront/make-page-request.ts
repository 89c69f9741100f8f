import type { Random } from '../../kit/random.ts'
import type { TestStorefront } from '../../kit/test-storefront.ts'
import { formatRequest, type Header } from '../message.ts'
import type { RequestMessage } from '../requests/judge-request.ts'
import { ODD, ODD_HTTP } from '../requests/odd-values.ts'
import type { BuyerTokens } from './buyer-tokens.ts'

/** If an answer contains this as markup, a text was not escaped. */
export const MARKUP = '<qmfuzz'

const HOSTILE = [
  `"'>${MARKUP} onload=alert(1)>`,
  `</script>${MARKUP}>`,
  `{{ 7 | times: 7 }}{% raw %}${MARKUP}>`,
  `javascript:alert(1)//${MARKUP}`,
  `%0d%0aSet-Cookie: qmfuzz=1`,
  `\r\nSet-Cookie: qmfuzz=1`,
]

type Context = { random: Random; store: TestStorefront; tokens: BuyerTokens }
type Page = { method: 'GET' | 'POST'; path: string; form?: Record<string, string>; abandons?: boolean }

/** Every route of the pages, with values that a visitor, a broken client or an attacker sends. */
export const PAGES: Record<string, (context: Context) => Page> = {
  home: () => get('/'),
  category: (c) => get(`/c/${value(c, 'ranks')}`),
  product: (c) => get(`/p/${value(c, slug(c))}`),
  page: (c) => get(`/pages/${value(c, 'rules')}`),
  terms: () => get('/terms'),
  privacy: () => get('/privacy'),
  search: (c) => get(`/search?q=${value(c, 'item')}`),
  robots: () => get('/robots.txt'),
  sitemap: () => get('/sitemap.xml'),
  picture: (c) => get(`/pictures/${value(c, '0123456789abcdef0123456789abcdef-1.webp')}`),
  asset: (c) => get(`/assets/${value(c, 'vale.css')}`),
  avatar: (c) => get(`/avatars/${value(c, '00000')}.svg`),
  basket: () => get('/basket'),
  who: () => get('/who'),
  checkout: () => get('/checkout'),
  'checkout return': (c) => get(`/checkout/return?to=${value(c, 'https%3A%2F%2Fevil.example')}`),
  order: (c) => get(`/o/${value(c, c.tokens.order(c.random))}`),
  // The answer of an order that exists does not end, so the client leaves.
  'order events': (c) => ({ ...get(`/o/${value(c, c.tokens.order(c.random))}/events`), abandons: true }),
  withdrawal: (c) => get(`/o/${value(c, c.tokens.order(c.random))}/withdraw`),
  cancellation: (c) => get(`/o/${value(c, c.tokens.order(c.random))}/cancel`),
  payment: (c) => get(`/pay/sandbox/${c.store.storeId}/${value(c, 'chk_01h455vb4pex5vsknk084sn02q')}`),
  'choose language': (c) => post('/locale', { locale: text(c, 'pt-BR'), to: text(c, '/basket') }),
  'add to basket': (c) => post('/basket/lines', { product: text(c, slug(c)), quantity: text(c, '1') }),
  'save basket': (c) =>
    post(c.random.pick(['/basket', '/who']), {
      name: text(c, 'Steve_42'),
      ...(c.random.chance(0.3) && { gift: 'yes', recipient: text(c, 'Alex_7'), shown_recipient: text(c, '') }),
      ...(c.random.chance(0.3) && { code: text(c, 'SUMMER10'), shown_code: text(c, '') }),
      ...(c.random.chance(0.3) && { set: text(c, `${c.random.pick(c.store.products).id} 2`) }),
      ...(c.random.chance(0.3) && { do: 'locale', locale: text(c, 'pt-BR') }),
      ...(c.random.chance(0.1) && { game_code: text(c, '7KQ2-M9XA') }),
    }),
  'pay order': (c) => post(`/o/${value(c, c.tokens.order(c.random))}/pay`, { provider: text(c, 'sandbox') }),
  'check out': (c) =>
    post('/checkout', {
      provider: text(c, 'sandbox'),
      consent: 'yes',
      renewal_consent: text(c, 'yes'),
      email: text(c, ''),
      total: text(c, '1990'),
      server: text(c, ''),
    }),
  me: () => get('/me'),
  'name me': (c) => post('/me/naming', { named: text(c, 'no') }),
  'use code': (c) => post('/who/code', { code: text(c, '7KQ2-M9XA'), to: text(c, 'me') }),
  'sign in': (c) => get(`/who/steam?to=${value(c, 'me')}`),
  'sign-in return': (c) =>
    get(`/who/steam/return?state=${value(c, 'x')}&openid.mode=${value(c, 'id_res')}&openid.signed=${value(c, 'mode')}`),
  'sign out': () => post('/who/sign-out', {}),
  'cancel subscription': (c) => post(`/o/${value(c, c.tokens.order(c.random))}/cancel`, {}),
  withdraw: (c) => post(`/o/${value(c, c.tokens.order(c.random))}/withdraw`, {}),
}

export function makePageRequest(context: Context): RequestMessage {
  const { random, store, tokens } = context
  const kind = random.pick(Object.keys(PAGES))
  const { method, path, form, abandons } = PAGES[kind]?.(context) ?? get('/')
  const body = Buffer.from(form === undefined ? '' : new URLSearchParams(form).toString())
  const cookies = [`__Host-basket=${tokens.basket(random)}`, `__Host-order=${tokens.order(random)}`]
  const headers: Header[] = [
    ['Host', store.host],
    ...(random.chance(0.8)
      ? [['Cookie', random.chance(0.95) ? cookies.join('; ') : '__Host-basket=\xff;;='] as Header]
      : []),
    ...(random.chance(0.2)
      ? [['Accept-Language', random.pick(['pt', 'es;q=1', '*', ';;q=', 'x'.repeat(300)])] as Header]
      : []),
    ...(random.chance(0.1) ? [['If-None-Match', random.pick(['*', '""', 'W/"a"'])] as Header] : []),
    ...(form === undefined
      ? []
      : [
          [
            'Content-Type',
            random.chance(0.97) ? 'application/x-www-form-urlencoded' : random.pick(ODD_HTTP.contentTypes),
          ] as Header,
          ['Content-Length', String(body.length)] as Header,
          ...(random.chance(0.9) ? [['Origin', `http://${store.host}`] as Header] : []),
        ]),
  ]
  return {
    kind,
    bytes: formatRequest({ method, target: path, headers, body }),
    methods: [method],
    targets: [path],
    answerRequired: true,
    ...(abandons && { abandons }),
  }
}

function get(path: string): Page {
  return { method: 'GET', path }
}

function post(path: string, form: Record<string, string>): Page {
  return { method: 'POST', path, form }
}

function slug({ random, store }: Context): string {
  return random.pick(store.products).slug
}

/** The usual text, or in every third request one that has broken programs before. */
function text({ random }: Context, usual: string): string {
  return random.chance(0.65) ? usual : random.pick(random.chance(0.5) ? HOSTILE : ODD.texts)
}

function value(context: Context, usual: string): string {
  const found = text(context, usual)
  return found === usual ? usual : encodeURIComponent(found.toWellFormed()) || 'x'
}

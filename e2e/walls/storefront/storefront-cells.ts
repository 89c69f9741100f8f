/** What a store has that its storefront shows: names in addresses, and the tokens of one buyer. */
export type Things = {
  category: string
  product: string
  productId: string
  server: string
  page: string
  picture: string
  basket: string
  order: string
}

export type Request = {
  path: string
  cookie?: string
  token?: string
  form?: Record<string, string>
  json?: object
}

export type Answer = { status: number; body: string; location: string }
export type Send = (host: string, method: string, request: Request) => Promise<Answer>

/** The price of every product. */
export const PRICE_MINOR = 1_990
/** The player of the requests. The other store has banned them. */
export const PLAYER = 'visitor'

/** The statuses with things of the own store, and with things of another one or things that do not exist. */
type Cell = { own: number; other: number; request: (things: Things) => Request }

const page = (own: number, other: number, request: (things: Things) => string): Cell => ({
  own,
  other,
  request: (things) => ({ path: request(things) }),
})
const same = (status: number, path: string): Cell => page(status, status, () => path)
const cookie = ({ basket, order }: Things) => `__Host-basket=${basket}; __Host-order=${order}`
const visitor = (
  own: number,
  other: number,
  path: string,
  form?: (things: Things) => Record<string, string>,
): Cell => ({
  own,
  other,
  request: (things) => ({ path, cookie: cookie(things), ...(form && { form: form(things) }) }),
})

const API = '/api/storefront/1.0'
const buyer = (
  own: number,
  other: number,
  path: string,
  { of = 'basket', json }: { of?: 'basket' | 'order'; json?: (things: Things) => object } = {},
): Cell => ({
  own,
  other,
  request: (things) => ({ path: API + path, token: things[of], ...(json && { json: json(things) }) }),
})

/** Every route of the storefront, on the host of the own store. Written by hand; a route without an entry fails the run. */
export const CELLS: Record<string, Cell> = {
  'GET /': same(200, '/'),
  'GET /robots.txt': same(200, '/robots.txt'),
  'GET /sitemap.xml': same(200, '/sitemap.xml'),
  'GET /terms': same(404, '/terms'),
  'GET /privacy': same(404, '/privacy'),
  'GET /search': page(200, 200, ({ product }) => `/search?q=${product.replaceAll('-', '%20')}`),
  'GET /c/:slug': page(200, 404, ({ category }) => `/c/${category}`),
  'GET /p/:slug': page(200, 404, ({ product }) => `/p/${product}`),
  'GET /pages/:slug': page(200, 404, ({ page: slug }) => `/pages/${slug}`),
  'GET /assets/:file': same(404, '/assets/unknown.css'),
  'GET /pictures/:file': page(200, 404, ({ picture }) => `/pictures/${picture}`),
  'GET /avatars/:code.svg': same(200, '/avatars/00000.svg'),
  'GET /avatars/minecraft/:texture.webp': same(404, '/avatars/minecraft/unknown.webp'),
  // The stores have no servers that show codes, and no sign-in.
  'POST /who/code': visitor(404, 404, '/who/code', () => ({ code: 'AAAA-AAAA' })),
  'GET /who/steam': visitor(404, 404, '/who/steam'),
  'GET /who/steam/return': visitor(404, 404, '/who/steam/return'),
  'GET /who/discord': visitor(404, 404, '/who/discord'),
  'GET /who/discord/return': visitor(404, 404, '/who/discord/return'),
  'GET /me': visitor(404, 404, '/me'),
  'POST /me/naming': visitor(303, 303, '/me/naming', () => ({ named: 'no' })),
  'POST /who/sign-out': visitor(303, 303, '/who/sign-out', () => ({})),
  'POST /locale': visitor(303, 303, '/locale', () => ({ locale: 'en', to: '/' })),
  'GET /basket': visitor(200, 200, '/basket'),
  'POST /basket': visitor(422, 422, '/basket', () => ({ code: 'NOBODY' })),
  'POST /basket/lines': visitor(303, 422, '/basket/lines', ({ product }) => ({ product })),
  'GET /who': visitor(200, 200, '/who'),
  'POST /who': visitor(303, 303, '/who', () => ({ name: PLAYER })),
  'GET /checkout': visitor(200, 303, '/checkout'),
  'POST /checkout': visitor(422, 303, '/checkout', () => ({ provider: 'sandbox', total: '1', consent: 'yes' })),
  'GET /checkout/return': same(404, '/checkout/return'),
  'GET /o/:token': page(200, 404, ({ order }) => `/o/${order}`),
  // The answer about an order that exists does not end.
  'GET /o/:token/events': page(404, 404, ({ order }) => `/o/${order.slice(0, -1)}/events`),
  'GET /o/:token/pay': page(303, 303, ({ order }) => `/o/${order}/pay`),
  'POST /o/:token/pay': {
    own: 303,
    other: 404,
    request: ({ order }) => ({ path: `/o/${order}/pay`, form: { provider: 'sandbox' } }),
  },
  'GET /o/:token/receipt': page(200, 404, ({ order }) => `/o/${order}/receipt`),
  'POST /o/:token/gift-cards': {
    own: 303,
    other: 404,
    request: ({ order }) => ({ path: `/o/${order}/gift-cards`, form: {} }),
  },
  'GET /o/:token/withdraw': page(200, 404, ({ order }) => `/o/${order}/withdraw`),
  'POST /o/:token/withdraw': {
    own: 303,
    other: 404,
    request: ({ order }) => ({ path: `/o/${order}/withdraw`, form: {} }),
  },
  // The orders are no subscriptions.
  'GET /o/:token/cancel': page(303, 404, ({ order }) => `/o/${order}/cancel`),
  'POST /o/:token/cancel': {
    own: 303,
    other: 404,
    request: ({ order }) => ({ path: `/o/${order}/cancel`, form: {} }),
  },
  [`GET ${API}/store`]: same(200, `${API}/store`),
  [`GET ${API}/categories`]: same(200, `${API}/categories`),
  [`GET ${API}/categories/:slug`]: page(200, 404, ({ category }) => `${API}/categories/${category}`),
  [`GET ${API}/products`]: same(200, `${API}/products`),
  [`GET ${API}/products/:slug`]: page(200, 404, ({ product }) => `${API}/products/${product}`),
  [`GET ${API}/search`]: page(200, 200, ({ product }) => `${API}/search?q=${product.replaceAll('-', '%20')}`),
  [`GET ${API}/pages/:slug`]: page(200, 404, ({ page: slug }) => `${API}/pages/${slug}`),
  [`POST ${API}/baskets`]: same(201, `${API}/baskets`),
  [`GET ${API}/challenge`]: same(200, `${API}/challenge`),
  [`GET ${API}/basket`]: buyer(200, 404, '/basket'),
  [`POST ${API}/basket/lines`]: buyer(200, 404, '/basket/lines', {
    json: ({ productId }) => ({ productId, quantity: 1 }),
  }),
  [`PUT ${API}/basket/lines`]: buyer(200, 404, '/basket/lines', {
    json: ({ productId }) => ({ productId, quantity: 1 }),
  }),
  [`PUT ${API}/basket/code`]: buyer(409, 404, '/basket/code', { json: () => ({ code: 'NOBODY' }) }),
  [`POST ${API}/basket/gift-card/remove`]: buyer(200, 404, '/basket/gift-card/remove'),
  [`PUT ${API}/basket/player`]: buyer(200, 404, '/basket/player', { json: () => ({ player: PLAYER }) }),
  // The stores have no servers that show codes.
  [`POST ${API}/basket/player/code`]: buyer(409, 404, '/basket/player/code', { json: () => ({ code: 'AAAA-AAAA' }) }),
  // Replaces the checkout that the basket has.
  [`POST ${API}/basket/checkout`]: buyer(200, 409, '/basket/checkout', {
    json: ({ server }) => ({ provider: 'sandbox', totalMinor: 2 * PRICE_MINOR, consent: true, serverId: server }),
  }),
  [`GET ${API}/order`]: buyer(200, 404, '/order', { of: 'order' }),
  [`POST ${API}/order/cancel-subscription`]: buyer(404, 404, '/order/cancel-subscription', { of: 'order' }),
  [`POST ${API}/order/withdraw`]: buyer(409, 404, '/order/withdraw', { of: 'order' }),
}

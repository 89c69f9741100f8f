import { send } from './http.ts'
import { Broken, type Play, type Stage } from './stage.ts'
import type { ProductKey, Step } from './steps.ts'

type Opening = Extract<Step, { do: 'open' }>
type Browser = { token: string; address: string }
type Call = { token?: string | null; address?: string; body?: object }
type Basket = {
  token: string
  lines: { productId: string; problem: string | null }[]
  code: { problem: string | null } | null
  total: { minor: number }
}
type Opened = { orderToken: string; paymentPageUrl: string | null }

const API = '/api/storefront/1.0'

/** What buyers do in the shop, through its public API. */
export function createBuyer({ shop: { url, host, products } }: Stage, play: Play) {
  const browsers = new Map<number, Browser>()

  /** The answer, or the code with which the shop refuses. */
  async function call<T>(method: string, path: string, { token, address = newAddress(), body }: Call) {
    const headers = {
      host,
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const text = body && JSON.stringify(body)
    const answer = await send(url, { method, path: API + path, headers, ...(text && { body: text }) })
    if (answer.status >= 500) throw new Broken(`${method} ${path}: ${answer.status} ${answer.text}`)
    const value = JSON.parse(answer.text) as T & { code: string }
    return answer.status < 300 ? { value } : { refusal: value.code }
  }

  async function findBrowser({ browser: no, isFresh }: Opening): Promise<Browser | undefined> {
    const known = browsers.get(no)
    if (known && !isFresh) return known
    const address = newAddress()
    const { value } = await call<Basket>('POST', '/baskets', { address })
    const browser = value && { token: value.token, address }
    if (browser) browsers.set(no, browser)
    return browser
  }

  async function fillBasket(browser: Browser, step: Opening): Promise<Basket | undefined> {
    const { items, player, recipient, code, card } = step
    let basket = (await call<Basket>('GET', '/basket', browser)).value
    const change = async (path: string, body: object, method = 'PUT') => {
      basket = (await call<Basket>(method, path, { ...browser, body })).value ?? basket
      if (basket) browser.token = basket.token
    }
    const wanted = new Map(Object.entries(items).map(([key, quantity]) => [products[key as ProductKey], quantity]))
    for (const { productId } of basket?.lines ?? []) if (!wanted.has(productId)) wanted.set(productId, 0)
    for (const [productId, quantity] of wanted) await change('/basket/lines', { productId, quantity })
    const gift = recipient === null ? null : play.name(recipient)
    await change('/basket/player', { player: play.name(player), recipient: gift })
    if (code || !step.isFresh) await change('/basket/code', { code: code ? play.code : null })
    if (card) await change('/basket/code', { code: play.card?.code })
    else if (!step.isFresh) await change('/basket/gift-card/remove', {}, 'POST')
    return basket
  }

  return {
    async open(step: Opening): Promise<void> {
      const browser = await findBrowser(step)
      const basket = browser && (await fillBasket(browser, step))
      if (!basket) return
      const { order, provider, items } = step
      const consents = { consent: true, renewalConsent: true }
      // MercadoPago charges a subscription only with an address.
      const email = items.patron === undefined ? {} : { email: `${play.name(order)}@mail.example` }
      const body = { provider, totalMinor: basket.total.minor, ...consents, ...email }
      const { value, refusal } = await call<Opened>('POST', '/basket/checkout', { ...browser, body })
      const player = play.name(step.recipient ?? step.player)
      const isLimited = refusal === 'limit_reached' || basket.lines.some(({ problem }) => problem === 'limit')
      if (isLimited && items.single === 1) play.refusals.push({ player, of: 'single' })
      if ([refusal, basket.code?.problem].includes('code_used_by_player')) play.refusals.push({ player, of: 'code' })
      if (!value) return
      const pageRef = /[^/=]+$/.exec(value.paymentPageUrl ?? '')?.[0] ?? null
      const unpaid = { checkoutId: null, isSubscription: items.patron !== undefined, isPaid: false, disputedRef: null }
      play.orders.set(order, { provider, token: value.orderToken, pageRef, ...unpaid })
    },

    async change(order: number, what: 'withdraw' | 'cancel-subscription'): Promise<void> {
      const token = play.orders.get(order)?.token
      if (token) await call('POST', `/order/${what}`, { token })
    },

    async findCheckout(order: number): Promise<string | null> {
      const placed = play.orders.get(order)
      if (placed?.token && placed.checkoutId === null)
        placed.checkoutId = (await call<{ number: string }>('GET', '/order', placed)).value?.number ?? null
      return placed?.checkoutId ?? null
    },
  }
}

/** In a network of its own, because shops limit payments by networks. */
function newAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 250)
  return `11.${part()}.${part()}.${part()}`
}

import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { startStandInMojang } from '../../server/test/identity/stand-in-mojang.ts'
import { fetchAsHost } from '../kit/fetch-as-host.ts'
import { query, queryRow } from '../kit/query.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { type Attack, refused, STOREFRONT_DOMAIN, type Target } from './attack.ts'

const TIMEOUT_MS = 60_000
const NETWORK = '198.51.100.7'
const MANY = 40

type Sent = { token?: string; body?: object; form?: Record<string, string>; headers?: Record<string, string> }

/** Attacks by visitors of a store, by its owner against strangers, and by a thief of the owner's session. */
export const ATTACKS: Attack[] = [
  {
    name: 'put a foreign host into the pages of a store',
    async run(target) {
      const { send, host } = await openShop(target)
      for (const path of ['/', '/sitemap.xml']) {
        const { text } = await send('GET', path, { headers: { 'x-forwarded-host': `${host}:1337` } })
        if (text.includes(`${host}:1337`)) return `${path} names it`
      }
      return undefined
    },
  },
  {
    name: 'have a page stored in many spellings',
    async run(target) {
      const { send } = await openShop(target)
      const { text } = await send('GET', '/c/%72anks')
      return text.includes('%72anks') ? 'the page is stored under the spelling of the visitor' : undefined
    },
  },
  {
    name: 'use up the look-ups of names of all stores without a basket',
    async run(target) {
      const mojang = await startStandInMojang()
      target.defer(mojang.close)
      const shop = await openShop(target, await target.startServer({ MOJANG_URL: mojang.url }))
      await shop.manage.updateStorefront({ storeId: shop.storeId, identityProviders: ['minecraft'] }, { ifMatch: '*' })
      for (let i = 0; i < MANY; i++) await shop.call('PUT', '/basket/player', { body: { player: `nobody_${i}` } })
      return mojang.state.calls === 0
        ? undefined
        : `${MANY} requests without a token caused ${mojang.state.calls} calls`
    },
  },
  {
    name: 'buy in spite of a ban, with another spelling of the name',
    async run(target) {
      const { call, manage, storeId, openBasket } = await openShop(target)
      await manage.banPlayer({ storeId, gameUserId: 'José_B', reason: 'griefing' })
      const token = await openBasket()
      for (const player of ['josé_b', 'Jose\u0301_B', 'José_\u200bB', 'Ｊosé_B']) {
        const { status } = await call('PUT', '/basket/player', { token, body: { player } })
        if (status < 300) return `${JSON.stringify(player)} is not banned`
      }
      return undefined
    },
  },
  {
    name: 'take the name of another player from the pages without paying',
    async run(target) {
      const { manage, storeId, productId, order } = await openShop(target)
      await manage.createManualSale({ storeId, gameUserId: 'Steve', items: [{ productId }] })
      await order('Steve', { hideName: true })
      const { isNamed } = await manage.getPlayer({ storeId, gameUserId: 'Steve' })
      return isNamed ? undefined : 'an unpaid order under his name has hidden him'
    },
  },
  {
    name: 'break the checkout with a country that is a name of JavaScript',
    async run(target) {
      const { send, openBasket, call } = await openShop(target)
      const token = await openBasket()
      const { total } = (await call('PUT', '/basket/player', { token, body: { player: 'Steve' } })).json<Basket>()
      const form = { country: 'constructor', consent: 'yes', provider: 'sandbox', total: String(total.minor) }
      const { status } = await send('POST', '/checkout', { form, headers: { cookie: `__Host-basket=${token}` } })
      return status >= 500 ? `it answered ${status}` : undefined
    },
  },
  {
    name: 'hold many streams of one order open',
    async run(target) {
      const { order, host } = await openShop(target)
      const { orderToken } = await order('Steve')
      const headers = { host, 'x-forwarded-for': NETWORK }
      const streams = Array.from({ length: MANY }, () => {
        const stream = request(`${target.server.url}/o/${orderToken}/events`, { headers }).end()
        target.defer(() => void stream.destroy())
        return new Promise<number>((resolve, reject) => {
          stream.once('response', ({ statusCode = 0 }) => resolve(statusCode)).once('error', reject)
        })
      })
      const open = (await Promise.all(streams)).filter((status) => status === 200).length
      return open > MANY / 2 ? `${open} streams of one order are open` : undefined
    },
  },
  {
    name: 'mail a stranger with the clock of a test store',
    async run(target) {
      const { manage, storeId, addSubscription, order, owner } = await openShop(target)
      const productId = await addSubscription('Your bank account is blocked')
      const victim = `victim-${randomBytes(4).toString('hex')}@bank.example`
      for (const [player, email] of [['Steve', victim] as const, ['Alex', owner.email] as const])
        await (await order(player, { email, renewalConsent: true }, productId)).pay()
      await manage.advanceClock({ storeId, seconds: 8 * 86_400 })
      const count = async (recipient: string) =>
        (await queryRow<{ n: number }>(target.databaseUrl, COUNT_MAILS, [recipient])).n
      // Receipts are written in the order of the purchases, so the stranger's would be there.
      const isWritten = async () => (await count(owner.email)) >= 2
      if (!(await waitUntil(isWritten, { timeoutMs: TIMEOUT_MS }))) throw new Error('the owner got no receipts')
      const mails = await count(victim)
      return mails === 0 ? undefined : `${mails} e-mails are queued for an address that nobody has confirmed`
    },
  },
  {
    name: 'give goods away with a stolen session',
    async run(target) {
      const { manage, storeId } = await openShop(target)
      await query(target.databaseUrl, "update account_sessions set authenticated_at = now() - interval '1 day'")
      const coupon = { storeId, code: 'FREE100', discount: { basisPoints: 10_000 } }
      return refused(manage.createCoupon(coupon), /^reauthentication_required:/, 'it made a coupon of 100 percent')
    },
  },
]

const COUNT_MAILS = "select count(*)::integer as n from mails where recipient = $1 and kind = 'receipt'"
const API = '/api/storefront/1.0'

type Basket = { token: string; total: { minor: number } }
type Order = { orderToken: string; paymentPageUrl: string }

/** A test store with pages, a product and play money, as a visitor finds it. */
async function openShop(target: Target, { url } = target.server) {
  const owner = await target.createOwner({ url })
  const store = await target.createStore(owner, { mode: 'test' })
  const { storeId, manage } = store
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
  const label = `shop${randomBytes(4).toString('hex')}`
  await manage.chooseLabel({ storeId, label })
  const { id: categoryId } = await manage.createCategory({ storeId, name: 'Ranks', slug: 'ranks' })
  const productId = await store.addProduct({ categoryId })
  const host = `${label}.${STOREFRONT_DOMAIN}`
  const fetchShop = fetchAsHost(host)

  async function send(method: string, path: string, { token, body, form, headers }: Sent = {}) {
    const content = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetchShop(url + path, {
      method,
      headers: {
        'x-forwarded-for': NETWORK,
        ...(content !== undefined && { 'content-type': type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    })
    const text = await response.text()
    return { status: response.status, text, json: <T>() => JSON.parse(text) as T }
  }
  const call = (method: string, path: string, sent: Sent = {}) => send(method, API + path, sent)

  async function openBasket(id = productId): Promise<string> {
    const { token } = (await call('POST', '/baskets')).json<Basket>()
    await call('POST', '/basket/lines', { token, body: { productId: id, quantity: 1 } })
    return token
  }

  const isServed = async () => (await send('GET', '/c/ranks')).status === 200
  if (!(await waitUntil(isServed, { timeoutMs: TIMEOUT_MS }))) throw new Error('the store has no pages')
  return {
    ...store,
    owner,
    host,
    productId,
    send,
    call,
    openBasket,
    addSubscription: (name: string) => store.addProduct({ name, billingPeriod: 'P1W', priceMinor: 1_000 }),
    order: async (player: string, more: object = {}, id = productId) => {
      const token = await openBasket(id)
      const { total } = (await call('PUT', '/basket/player', { token, body: { player } })).json<Basket>()
      const body = { provider: 'sandbox', totalMinor: total.minor, consent: true, ...more }
      const opened = await call('POST', '/basket/checkout', { token, body })
      if (opened.status >= 300) throw new Error(`the order was refused: ${opened.text}`)
      const { orderToken, paymentPageUrl } = opened.json<Order>()
      const { pathname } = new URL(paymentPageUrl)
      return { orderToken, pay: () => send('POST', pathname, { form: { action: 'pay' } }) }
    },
  }
}

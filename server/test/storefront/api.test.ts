import { connect } from 'node:net'
import type { Static, TSchema } from 'typebox'
import { type Basket, type OpenedOrder, type Order } from '@quartermaster/contract/storefront/orders'
import type { CategoryList, ProductDetails, ProductList, Store } from '@quartermaster/contract/storefront/shop'
import { expect, test, vi } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { requirePublished } from '../openapi.ts'
import { inStore } from '../../src/db/database.ts'
import { updateStorefront } from '../../src/stores/storefront/update-storefront.ts'
import { createClient } from '../games-v2/client.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { newAddress, openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const API = '/api/storefront/1.0'

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS'
  token?: string
  body?: object
  headers?: Record<string, string>
}

/** A custom storefront of one store. Every response is checked against the published document. */
async function openCustomStorefront(product: Parameters<typeof openVisitedStore>[1] = {}) {
  const shop = await openVisitedStore(store, product)
  const address = newAddress()
  async function send(path: string, { method = 'GET', token, body, headers }: Call = {}) {
    const response = await store.app.inject({
      method,
      remoteAddress: address,
      url: `${API}${path}`,
      headers: {
        host: shop.host,
        origin: 'https://vale.example',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { payload: body }),
    })
    const answer = {
      status: response.statusCode,
      contentType: response.headers['content-type'] ?? '',
      body: response.body === '' ? undefined : (response.json() as unknown),
    }
    if (method !== 'OPTIONS' && answer.status !== 304) requirePublished({ method, path: `${API}${path}` }, answer)
    return { ...answer, headers: response.headers }
  }
  async function read<Schema extends TSchema>(path: string, call: Call = {}): Promise<Static<Schema>> {
    const { status, body } = await send(path, call)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body as Static<Schema>
  }
  const productId = formatId('prd', shop.productId)
  /** A basket with one product and a player. */
  async function fillBasket(player = '42'): Promise<string> {
    const { token } = await read<typeof Basket>('/baskets', { method: 'POST' })
    await read('/basket/lines', { method: 'POST', token, body: { productId, quantity: 1 } })
    await read('/basket/player', { method: 'PUT', token, body: { player } })
    return token
  }
  const buy = (more: object = {}) => ({ provider: 'sandbox', totalMinor: 1990, consent: true, ...more })
  return { ...shop, productId, send, read, fillBasket, buy }
}

test('a custom storefront lists products, fills a basket, buys and follows the order', async () => {
  const { read, newBrowser, productId, slug, key, buy } = await openCustomStorefront()
  expect(await read<typeof Store>('/store')).toMatchObject({ isTest: true, isOpen: true, currency: 'BRL' })
  const { items } = await read<typeof ProductList>('/products?lang=en')
  expect(items).toMatchObject([
    { id: productId, slug, variants: [{ id: null, price: { minor: 1990, currency: 'BRL' } }] },
  ])
  expect(items[0]?.variants[0]?.price.formatted).toBe('R$19.90')
  expect(await read<typeof ProductDetails>(`/products/${slug}`)).toMatchObject({ id: productId, description: '' })
  expect((await read<typeof ProductList>('/search?q=gold')).items).toHaveLength(1)
  expect((await read<typeof CategoryList>('/categories')).items).toEqual([])

  const { token } = await read<typeof Basket>('/baskets', { method: 'POST' })
  await read('/basket/lines', { method: 'POST', token, body: { productId, quantity: 2 } })
  await read('/basket/lines', { method: 'PUT', token, body: { productId, quantity: 1 } })
  const basket = await read<typeof Basket>('/basket/player', {
    method: 'PUT',
    token,
    body: { player: 'Giver', recipient: '42' },
  })
  expect(basket).toMatchObject({ token, count: 1, total: { minor: 1990 }, player: 'Giver', recipient: '42' })
  expect(basket).toMatchObject({ providers: ['sandbox'], isReady: true })
  const corrected = await read<typeof Basket>('/basket/player', { method: 'PUT', token, body: { player: 'Giver_2' } })
  expect(corrected).toMatchObject({ player: 'Giver_2', recipient: '42' })

  const opened = await read<typeof OpenedOrder>('/basket/checkout', { method: 'POST', token, body: buy() })
  expect(await read('/basket/checkout', { method: 'POST', token, body: buy() })).toEqual(opened)
  const browser = newBrowser()
  await browser.post(opened.paymentPageUrl ?? '', { action: 'pay' })
  const paid = await read<typeof Order>('/order', { token: opened.orderToken })
  expect(paid).toMatchObject({ state: 'paid', player: '42', delivered: 0, count: 1, isChanging: true })
  expect(JSON.stringify(paid)).not.toContain('Giver')
  const [delivery] = await store.poll(key)
  await store.report(key, delivery?.id)
  expect(await read<typeof Order>('/order', { token: opened.orderToken })).toMatchObject({
    state: 'delivered',
    items: [{ name: 'VIP Gold', status: 'delivered', statusText: 'Delivered' }],
  })
  expect((await browser.get(new URL(opened.orderUrl).pathname)).text).toContain('Everything has arrived in the game.')
  expect(await read<typeof Basket>('/basket', { token })).toMatchObject({ lines: [] })
  await expectNoViolations(store)
})

test('every refusal is a problem that names its field', async () => {
  const { send, fillBasket, buy, productId, storeId } = await openCustomStorefront({ stock: 1 })
  const token = await fillBasket()
  const checkOut = async (body: object, bearer: string = token) => {
    const { status, body: problem } = await send('/basket/checkout', { method: 'POST', token: bearer, body })
    const { code, field } = problem as { code: string; field?: string }
    return [status, code, field]
  }
  expect(await checkOut(buy({ consent: false }))).toEqual([400, 'invalid_request', 'body/consent'])
  expect(await checkOut(buy({ totalMinor: 1 }))).toEqual([409, 'conflict', undefined])
  expect(await checkOut(buy({ provider: 'cash' }))).toEqual([400, 'invalid_request', 'body/provider'])
  expect(await checkOut(buy({ returnUrl: 'https://evil.example/' }))).toEqual([
    400,
    'invalid_request',
    'body/returnUrl',
  ])
  expect(await checkOut(buy({ email: 'nobody' }))).toEqual([400, 'invalid_request', 'body/email'])
  expect((await send('/basket')).status).toBe(401)
  expect((await send('/basket', { token: 'qmb_unknown' })).status).toBe(404)
  expect((await send('/order', { token })).status).toBe(404)
  expect((await send('/products/unknown')).status).toBe(404)
  expect((await send('/products?page=2')).status).toBe(400)
  const line = { productId, quantity: 1_001 }
  expect((await send('/basket/lines', { method: 'PUT', token, body: line })).status).toBe(400)
  await inStore(store.database.app, storeId, (tx) => updateStorefront(tx, { storeId, isOpen: false }))
  await store.hosts.readChanges()
  await vi.waitFor(async () => expect((await send('/store')).body).toMatchObject({ isOpen: false }), 30_000)
  expect(await checkOut(buy())).toEqual([409, 'conflict', undefined])
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
})

test('a store that accepts no typed names sells to players who prove who they are with a code from the game', async () => {
  const { send, read, newBrowser, productId, storeId, key, buy } = await openCustomStorefront()
  const { token } = await read<typeof Basket>('/baskets', { method: 'POST' })
  await read('/basket/lines', { method: 'POST', token, body: { productId, quantity: 1 } })
  const useCode = (code: string, bearer = token) =>
    send('/basket/player/code', { method: 'POST', token: bearer, body: { code } })
  expect((await useCode('AAAA-AAAA')).body).toMatchObject({ status: 409, code: 'conflict' })
  await store.query("update storefronts set identity_providers = '{discord,code}' where store_id = $1", [storeId])
  expect(await send('/basket/player', { method: 'PUT', token, body: { player: 'Steve 42' } })).toMatchObject({
    status: 409,
    body: { code: 'identity_required' },
  })
  const link = await createClient(store).call('link', key, { gameUserId: 'Steve 42' })
  const { code } = link.body as { code: string }
  expect(await useCode('AAAA-AAAA')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', field: 'body/code' },
  })
  expect((await useCode(code, `qmb_${'a'.repeat(38)}`)).status).toBe(404)
  // No one can sign in with Discord, because the store has no application there.
  expect(await useCode(code.toLowerCase())).toMatchObject({
    status: 200,
    body: { token, player: 'Steve 42', isProven: true, identityProviders: ['code'] },
  })
  expect((await useCode(code)).status).toBe(400)
  const opened = await read<typeof OpenedOrder>('/basket/checkout', { method: 'POST', token, body: buy() })
  await newBrowser().post(opened.paymentPageUrl ?? '', { action: 'pay' })
  expect(await store.poll(key)).toMatchObject([{ gameUserId: 'Steve 42' }])
  const next = await read<typeof Basket>('/basket/lines', { method: 'POST', token, body: { productId, quantity: 1 } })
  expect(next).toMatchObject({ player: 'Steve 42', isProven: true, isReady: true })
})

test('tokens of one store mean nothing in another one', async () => {
  const [one, two] = [await openCustomStorefront(), await openCustomStorefront()]
  const token = await one.fillBasket()
  const opened = await one.read<typeof OpenedOrder>('/basket/checkout', { method: 'POST', token, body: one.buy() })
  expect((await two.send('/basket', { token })).status).toBe(404)
  expect((await two.send('/basket/checkout', { method: 'POST', token, body: two.buy() })).status).toBe(409)
  expect((await two.send('/order', { token: opened.orderToken })).status).toBe(404)
  expect((await two.send(`/products/${one.slug}`)).body).not.toMatchObject({ id: one.productId })
  const foreign = {
    method: 'POST',
    token: await two.fillBasket(),
    body: { productId: one.productId, quantity: 1 },
  } as const
  expect((await two.send('/basket/lines', foreign)).status).toBe(404)
})

test('any website can call it, without cookies', async () => {
  const { send, fillBasket } = await openCustomStorefront()
  const asked = await send('/basket', {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'authorization' },
  })
  expect([asked.status, asked.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization, content-type, if-none-match',
  ])
  const token = await fillBasket()
  const byCookie = await send('/basket', { headers: { cookie: `__Host-basket=${token}` } })
  expect(byCookie.status).toBe(401)
  for (const { headers } of [asked, byCookie, await send('/store')]) {
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('a request to an unknown URL whose body arrives late gets one answer', async () => {
  const { host } = await openCustomStorefront()
  const socket = connect(Number(new URL(store.baseUrl).port), '127.0.0.1')
  const received: string[] = []
  socket.on('data', (chunk) => received.push(String(chunk)))
  socket.write(`POST ${API}/unknown HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\n\r\nab`)
  await vi.waitFor(() => expect(received.join('')).toContain('"code":"not_found"'), 30_000)
  socket.destroy()
  expect(received.join('').match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a store that has not changed is answered with 304', async () => {
  const { send } = await openCustomStorefront()
  const { headers } = await send('/products')
  const again = await send('/products', { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.status, again.body]).toEqual([304, undefined])
})

test('the buyer comes back to a website that the owner allows, and to no other', async () => {
  const { send, read, fillBasket, buy, storeId, newBrowser } = await openCustomStorefront()
  const returnOrigins = ['https://vale.example']
  await inStore(store.database.app, storeId, (tx) => updateStorefront(tx, { storeId, returnOrigins }))
  const token = await fillBasket()
  const body = buy({ returnUrl: 'https://vale.example/thanks?a=1' })
  await vi.waitFor(async () => {
    expect((await send('/basket/checkout', { method: 'POST', token, body })).status).toBe(200)
  }, 30_000)
  const opened = await read<typeof OpenedOrder>('/basket/checkout', { method: 'POST', token, body })
  const browser = newBrowser()
  const page = await browser.get(opened.paymentPageUrl ?? '')
  expect(page.headers['content-security-policy']).toMatch(/form-action 'self' \S+ https:\/\/vale\.example;/)
  const returned = await browser.pay(opened.paymentPageUrl ?? '')
  expect(returned.location).toBe('https://vale.example/thanks?a=1')
  expect((await browser.get('/checkout/return?to=https://evil.example/')).location).not.toContain('evil')
})

test('a custom storefront sells a subscription to a buyer who agrees to the renewal, and cancels it', async () => {
  const { read, send, fillBasket, buy, slug, newBrowser } = await openCustomStorefront({ billingPeriod: 'P1M' })
  const { variants } = await read<typeof ProductDetails>(`/products/${slug}`)
  expect(variants).toMatchObject([{ billingPeriod: 'P1M', durationSeconds: null }])
  const token = await fillBasket()
  expect(await read<typeof Basket>('/basket', { token })).toMatchObject({
    lines: [{ billingPeriod: 'P1M', problem: null }],
    providers: ['sandbox'],
  })
  const refused = await send('/basket/checkout', { method: 'POST', token, body: buy() })
  expect(refused).toMatchObject({ status: 400, body: { field: 'body/renewalConsent' } })
  const opened = await read<typeof OpenedOrder>('/basket/checkout', {
    method: 'POST',
    token,
    body: buy({ renewalConsent: true }),
  })
  const order = { token: opened.orderToken }
  expect((await read<typeof Order>('/order', order)).subscription).toMatchObject({ state: 'pending', canCancel: false })
  await newBrowser().post(opened.paymentPageUrl ?? '', { action: 'pay' })
  expect((await read<typeof Order>('/order', order)).subscription).toMatchObject({ state: 'active', canCancel: true })
  const cancelled = await read<typeof Order>('/order/cancel-subscription', { ...order, method: 'POST' })
  expect(cancelled.subscription).toMatchObject({ state: 'cancelling', canCancel: false, billingPeriod: 'P1M' })
})

test('a subscription is refused at a provider that cannot charge renewals', async () => {
  const { storeId, send, fillBasket, buy } = await openCustomStorefront({ billingPeriod: 'P1M' })
  const { connections } = store.payments
  const require = connections.require.bind(connections)
  connections.require = async (...key) => {
    const { subscriptions: _subscriptions, ...connection } = await require(...key)
    return key[0] === storeId ? connection : require(...key)
  }
  try {
    const token = await fillBasket()
    const body = buy({ renewalConsent: true })
    const refused = await send('/basket/checkout', { method: 'POST', token, body })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  } finally {
    connections.require = require
  }
})

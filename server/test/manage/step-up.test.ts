import { describe, expect, it } from 'vitest'
import { storePath, startManagement } from './start-management.ts'

const platform = await startManagement()
const COMMANDS = { approve: ['op thief'], refund: [], expire: [] }
const PRODUCT = { name: 'VIP', priceMinor: 100_00, commands: COMMANDS }
const REFUSED = [403, 'reauthentication_required'] as const

async function openStore() {
  const storeId = await platform.createStore()
  const owner = await platform.addMember(storeId, 'owner')
  const send = async (as: string, method: string, path: string, body?: unknown) => {
    const sent = { as, headers: { 'if-match': '*' }, ...(body !== undefined && { body }) }
    const response = await platform.request(method, storePath(storeId, path), sent)
    return { status: response.status, body: response.body as { id: string; code?: string; key?: string } }
  }
  const product = await send(owner.token, 'POST', '/products', PRODUCT)
  const server = await send(owner.token, 'POST', '/servers', { name: 'one' })
  const webhook = await send(owner.token, 'POST', '/webhooks', { url: 'https://hooks.vale.example/' })
  const sell = () =>
    send(owner.token, 'POST', '/checkouts', { gameUserId: 'steve', items: [{ productId: product.body.id }] })
  const ageSession = () =>
    platform.query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
      owner.accountId,
    ])
  return { storeId, owner, send, sell, ageSession, product, server, webhook }
}

describe('a session that was proved an hour ago', () => {
  it('cannot reach a game console or money', async () => {
    const { owner, send, sell, ageSession, product, server, webhook } = await openStore()
    const sales = [await sell(), await sell()]
    const attempts: [string, string, unknown?][] = [
      ['POST', '/products', PRODUCT],
      ['PATCH', `/products/${product.body.id}`, { commands: COMMANDS }],
      ['POST', '/checkouts', { gameUserId: 'steve', items: [{ productId: product.body.id }] }],
      ['POST', '/servers', { name: 'two' }],
      ['POST', `/servers/${server.body.id}/keys`],
      ['POST', `/servers/${server.body.id}/keys/import`, { key: 'a-key-from-elsewhere-0123456789' }],
      ['POST', '/webhooks', { url: 'https://thief.example/' }],
      ['PATCH', `/webhooks/${webhook.body.id}`, { events: [] }],
      ['POST', `/webhooks/${webhook.body.id}/rotate-secret`, {}],
      ['PUT', '/payment-providers/stripe', { credentials: {} }],
      ['DELETE', '/payment-providers/stripe'],
      ['POST', '/redeliveries', { wipedAt: '2026-01-01T00:00:00.000Z' }],
      ['POST', '/tokens', { name: 'x', scopes: ['store:read'] }],
    ]
    await ageSession()
    for (const [method, path, body] of attempts) {
      const { status, body: problem } = await send(owner.token, method, path, body)
      expect([status, problem.code], `${method} ${path}`).toEqual(REFUSED)
    }
    expect(sales.map(({ status }) => status)).toEqual([201, 201])
  })

  it('cannot give goods away: by a price of zero, a code, a sale or a gift card, or by the code of a theme', async () => {
    const { storeId, owner, send, ageSession, product } = await openStore()
    const variant = { name: 'Month', priceMinor: 1_000, durationSeconds: 2_592_000 }
    const coupon = await send(owner.token, 'POST', '/coupons', { code: 'NINETY', discount: { basisPoints: 9_000 } })
    const large = { discount: { amountMinor: 900 }, minimumMinor: 1_000 }
    const fixed = await send(owner.token, 'POST', '/coupons', { code: 'FIXED', ...large })
    const attempts: [string, string, unknown?][] = [
      ['PATCH', `/products/${product.body.id}`, { priceMinor: 0 }],
      ['PATCH', `/products/${product.body.id}`, { variants: [variant, { ...variant, name: 'Week', priceMinor: 0 }] }],
      ['POST', '/coupons', { code: 'FREE', discount: { basisPoints: 10_000 } }],
      ['POST', '/coupons', { code: 'NEARLY', discount: { basisPoints: 9_001 } }],
      ['POST', '/coupons', { code: 'AMOUNT', discount: { amountMinor: 1 } }],
      ['PATCH', `/coupons/${coupon.body.id}`, { discount: { basisPoints: 9_500 } }],
      ['PATCH', `/coupons/${fixed.body.id}`, { minimumMinor: 950 }],
      ['POST', '/creators', { name: 'Ada', code: 'ADA', discount: { basisPoints: 10_000 }, shareBasisPoints: 0 }],
      ['POST', '/sales', { name: 'All', discount: { amountMinor: 10_000 } }],
      ['POST', '/gift-cards', { valueMinor: 1_000 }],
      ['POST', '/themes/1/publish'],
    ]
    await ageSession()
    for (const [method, path, body] of attempts) {
      const { status, body: problem } = await send(owner.token, method, path, body)
      expect([status, problem.code], `${method} ${path} ${JSON.stringify(body)}`).toEqual(REFUSED)
    }
    const allowed: [string, string, unknown][] = [
      ['POST', '/coupons', { code: 'HALF', discount: { basisPoints: 9_000 } }],
      ['PATCH', `/coupons/${fixed.body.id}`, { minimumMinor: 2_000 }],
      ['POST', '/sales', { name: 'Half', discount: { basisPoints: 5_000 } }],
    ]
    for (const [method, path, body] of allowed)
      expect((await send(owner.token, method, path, body)).status, path).toBeLessThan(300)
    const codes = await platform.query<{ code: string }>(
      'select code from discount_codes where store_id = $1 order by code',
      [storeId],
    )
    expect(codes.map(({ code }) => code)).toEqual(['FIXED', 'HALF', 'NINETY'])
  })

  it('can still change names and prices, and refund small amounts', async () => {
    const { owner, send, sell, ageSession, product } = await openStore()
    const small = await send(owner.token, 'POST', '/products', { ...PRODUCT, priceMinor: 5_00 })
    const items = [{ productId: small.body.id }]
    const cheap = await send(owner.token, 'POST', '/checkouts', { gameUserId: 'steve', items })
    const items21 = [{ productId: small.body.id, quantity: 21 }]
    const dear = await send(owner.token, 'POST', '/checkouts', { gameUserId: 'alex', items: items21 })
    await sell()
    await ageSession()
    expect((await send(owner.token, 'PATCH', `/products/${product.body.id}`, { priceMinor: 1 })).status).toBe(200)
    expect((await send(owner.token, 'POST', `/checkouts/${cheap.body.id}/refund`, {})).status).toBe(200)
    const refused = await send(owner.token, 'POST', `/checkouts/${dear.body.id}/refund`, {})
    expect([refused.status, refused.body.code]).toEqual(REFUSED)
  })

  it('cannot split a large refund: those by hand and those of single lines count together', async () => {
    const { owner, send, ageSession } = await openStore()
    const product = async () =>
      (await send(owner.token, 'POST', '/products', { ...PRODUCT, priceMinor: 20_00 })).body.id
    const sell = async (productIds: unknown[]) => {
      const items = productIds.map((productId) => ({ productId }))
      return (await send(owner.token, 'POST', '/checkouts', { gameUserId: 'steve', items })).body.id
    }
    const products = [await product(), await product(), await product(), await product()]
    const [first, second, third] = [await sell(products), await sell(products.slice(0, 1)), await sell(products)]
    await ageSession()
    const refund = async (id: unknown, body: object) =>
      (await send(owner.token, 'POST', `/checkouts/${id as string}/refund`, body)).status
    for (const line of [1, 2, 3, 4]) expect(await refund(first, { lines: [line] })).toBe(200)
    expect(await refund(second, { moneyAlreadyReturned: true })).toBe(200)
    expect(await refund(third, { lines: [1], moneyAlreadyReturned: true })).toBe(403)
    // It is refunded already, so this returns nothing.
    expect(await refund(second, { moneyAlreadyReturned: true })).toBe(200)
  })

  it('cannot exceed the limit with refunds at the same moment', async () => {
    const { owner, send, sell, ageSession } = await openStore()
    const sales = await Promise.all(Array.from({ length: 6 }, sell))
    await ageSession()
    const responses = await Promise.all(
      sales.map(({ body }) => send(owner.token, 'POST', `/checkouts/${body.id}/refund`, {})),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(5)
  })
})

it('a token with catalog:write changes a product but not its commands; commands:write does', async () => {
  const { storeId, send, product } = await openStore()
  const catalog = await platform.createApiToken(storeId, ['catalog:read', 'catalog:write'])
  const commands = await platform.createApiToken(storeId, ['catalog:write', 'commands:write'])
  const path = `/products/${product.body.id}`
  expect((await send(catalog, 'PATCH', path, { name: 'New' })).status).toBe(200)
  expect((await send(catalog, 'PATCH', path, { commands: COMMANDS })).body).toMatchObject({ code: 'forbidden' })
  expect((await send(catalog, 'POST', '/products', PRODUCT)).body).toMatchObject({ code: 'forbidden' })
  expect((await send(commands, 'PATCH', path, { commands: COMMANDS })).status).toBe(200)
})

it('a new token expires after 90 days, unless it is told to stay, and its creator gets a mail that undoes it', async () => {
  const { storeId, owner, send } = await openStore()
  await platform.sendAlerts()
  const create = (more = {}) => send(owner.token, 'POST', '/tokens', { name: 'bot', scopes: ['store:read'], ...more })
  const { expiresAt } = (await create()).body as unknown as { expiresAt: string }
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
  expect((await create({ expiresAt: null })).body).toMatchObject({ expiresAt: null })
  await platform.sendAlerts()
  const mails = await platform.query("select from mails where recipient = $1 and kind = 'token_created'", [owner.email])
  expect(mails).toHaveLength(1)

  const undo = await platform.undoToken(owner.email)
  expect((await platform.request('POST', '/account/undo', { body: { token: undo } })).status).toBe(204)
  const [first, second] = await platform.query<{ revoked: boolean }>(
    'select revoked_at is not null as revoked from api_tokens where store_id = $1 order by id',
    [storeId],
  )
  expect([first?.revoked, second?.revoked]).toEqual([true, true])
  const [entry] = await platform.query('select actor_id from audit_log where store_id = $1 and action = $2', [
    storeId,
    'undoChange',
  ])
  expect(entry).toEqual({ actor_id: owner.accountId })
  expect((await send(owner.token, 'GET', '/members')).status).toBe(401)
})

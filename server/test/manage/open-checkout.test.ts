import { expect, test } from 'vitest'
import { formatId, parseId, type CheckoutId } from '../../src/ids.ts'
import { openShop } from '../payments/open-shop.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()

type Opened = { id: string; totalMinor: number; paymentPageUrl: string | null; code?: string }

async function openStore(product: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(platform, product)
  const owner = await platform.addMember(shop.storeId, 'owner')
  const body = {
    gameUserId: '42',
    items: [{ productId: formatId('prd', shop.productId) }],
    provider: 'sandbox',
    reference: 'order 1',
  }
  const open = async (more: object = {}, { as = owner.token, headers = {} } = {}) => {
    const path = storePath(shop.storeId, '/checkouts/open')
    const response = await platform.request('POST', path, { as, body: { ...body, ...more }, headers })
    return { status: response.status, body: response.body as Opened }
  }
  const countOpen = async () =>
    (await platform.query('select from checkouts where store_id = $1', [shop.storeId])).length
  return { ...shop, owner, open, countOpen }
}

/** The address of the page has the default port, on which this server does not listen. */
const here = (pageUrl: string | null) => platform.baseUrl + new URL(pageUrl ?? '').pathname

const pay = (pageUrl: string | null) =>
  fetch(here(pageUrl), { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })

test('a checkout that is opened through the API is paid on its page, and the buyer returns to the address of the caller', async () => {
  const { open, storeId, key, stateOf } = await openStore()
  const returnUrl = 'https://shop.example/thanks?order=1'
  const { status, body } = await open({ returnUrl })
  expect([status, body.totalMinor]).toEqual([201, 1990])
  const page = await fetch(here(body.paymentPageUrl))
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
  const paid = await pay(body.paymentPageUrl)
  expect([paid.status, paid.headers.get('location')]).toEqual([303, returnUrl])
  expect(await stateOf(parseId<CheckoutId>('chk', body.id) as CheckoutId)).toBe('paid')
  expect(await platform.poll(key)).toHaveLength(1)
  const audit = await platform.query('select action, subject from audit_log where store_id = $1', [storeId])
  expect(audit).toEqual([{ action: 'openCheckout', subject: body.id }])
})

test('the same reference and the same idempotency key open one checkout', async () => {
  const { open, countOpen } = await openStore()
  const headers = { 'idempotency-key': 'once' }
  const answers = await Promise.all([open({}, { headers }), open({}, { headers }), open(), open()])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body.paymentPageUrl)).size).toBe(1)
  expect(await countOpen()).toBe(1)
  const other = await open({ gameUserId: '43' })
  expect([other.status, other.body.code]).toEqual([409, 'reference_reused'])
})

test('a checkout that costs nothing is delivered at once, and needs a recent authentication', async () => {
  const { open, owner, key, countOpen } = await openStore({ price: '0' })
  await platform.query(
    "update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1",
    [owner.accountId],
  )
  const refused = await open()
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  expect(await countOpen()).toBe(0)
  await platform.query('update account_sessions set authenticated_at = now() where account_id = $1', [owner.accountId])
  expect((await open()).body).toMatchObject({ totalMinor: 0, paymentPageUrl: null })
  expect(await platform.poll(key)).toHaveLength(1)
})

test('a checkout that cannot be paid is not opened', async () => {
  const { open, storeId, countOpen } = await openStore({ stock: 1 })
  const viewer = await platform.addMember(storeId, 'viewer')
  const refusals: [object, number, string][] = [
    [{ provider: 'stripe' }, 409, 'not_payable'],
    [{ provider: 'gold' }, 400, 'invalid_request'],
    [{ returnUrl: 'http://shop.example/' }, 400, 'invalid_request'],
    [{ returnUrl: 'https://user:secret@shop.example/' }, 400, 'invalid_request'],
    [{ returnUrl: 'javascript:alert(1)' }, 400, 'invalid_request'],
  ]
  for (const [more, status, code] of refusals) {
    const answer = await open(more)
    expect([answer.status, answer.body.code], JSON.stringify(more)).toEqual([status, code])
  }
  expect((await open({}, { as: viewer.token })).status).toBe(403)
  expect(await countOpen()).toBe(0)
  expect((await open()).status).toBe(201)
  const soldOut = await open({ reference: 'order 2' })
  expect([soldOut.status, soldOut.body.code]).toEqual([409, 'sold_out'])
})

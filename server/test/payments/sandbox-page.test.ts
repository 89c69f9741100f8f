import { expect, test } from 'vitest'
import { type CheckoutId, formatId, type StoreId } from '../../src/ids.ts'
import { SANDBOX_ACTIONS, sendSandboxCallbacks } from '../../src/payments/sandbox/run-sandbox-action.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const store = await startStore()

async function submitAction(storeId: StoreId, checkoutId: CheckoutId, action: string): Promise<Response> {
  return fetch(`${store.baseUrl}/pay/sandbox/${formatId('sto', storeId)}/${formatId('chk', checkoutId)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
    redirect: 'manual',
  })
}
const getPage = (path: string) => fetch(`${store.baseUrl}/pay/${path}`)

test('the payment page shows the order, and paying delivers it', async () => {
  const shop = await openShop(store, { name: '<b>VIP</b> & "Gold"' })
  const checkoutId = await shop.open()
  const path = `${formatId('sto', shop.storeId)}/${formatId('chk', checkoutId)}`
  const page = await getPage(`sandbox/${path}`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).toContain('&lt;b&gt;VIP&lt;/b&gt; &amp; &quot;Gold&quot;')
  expect(text).toContain('test store')
  for (const action of SANDBOX_ACTIONS)
    expect(text.includes(`value="${action}"`), action).toBe(!action.endsWith('-renewals'))

  const answer = await submitAction(shop.storeId, checkoutId, 'pay')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/${path}`])
  expect(await (await getPage(path)).text()).toContain('Paid, on its way')
  const [delivery] = await store.poll(shop.key)
  await store.report(shop.key, delivery?.id)
  expect(await (await getPage(path)).text()).toContain('Delivered')
  await expectNoViolations(store)
})

test('a declined payment can be repeated, and two concurrent payments pay once', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await submitAction(shop.storeId, checkoutId, 'decline')
  expect(await shop.stateOf(checkoutId)).toBe('open')
  await Promise.all([submitAction(shop.storeId, checkoutId, 'pay'), submitAction(shop.storeId, checkoutId, 'pay')])
  expect(await shop.stateOf(checkoutId)).toBe('paid')
  expect(await store.poll(shop.key)).toHaveLength(1)
})

test('the delayed refund and dispute happen after a minute of the clock of the store', async () => {
  const shop = await openShop(store)
  const refunded = await shop.open()
  const disputed = await shop.open()
  await submitAction(shop.storeId, refunded, 'pay-and-refund-later')
  await submitAction(shop.storeId, disputed, 'pay-and-dispute-later')
  await store.poll(shop.key)
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect([await shop.stateOf(refunded), await shop.stateOf(disputed)]).toEqual(['paid', 'paid'])
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 61 })
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect([await shop.stateOf(refunded), await shop.stateOf(disputed)]).toEqual(['refunded', 'disputed'])
  const deliveries = await deliveriesOf(store, shop.storeId, { A: shop.serverId })
  expect(deliveries.filter((delivery) => delivery.startsWith('REFUND'))).toHaveLength(2)
  expect(await sendSandboxCallbacks(store.payments, store.database.reader)).toBe(0)
  await expectNoViolations(store)
})

test('a payment whose callback was interrupted is reported by the worker', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await store.query(
    'insert into sandbox_payments (store_id, checkout_id, paid, next_callback_at) values ($1, $2, true, now())',
    [shop.storeId, checkoutId],
  )
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect(await shop.stateOf(checkoutId)).toBe('paid')
})

test('the sandbox refuses a live store, an unknown checkout and an unknown action', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  expect((await submitAction(other.storeId, checkoutId, 'pay')).status).toBe(404)
  expect((await submitAction(shop.storeId, checkoutId, 'win')).status).toBe(400)
  const live = await store.createStore()
  const sellTwoLines = await store.sell(live, '42', [await store.createProduct(live)])
  expect((await submitAction(live, sellTwoLines.checkoutId, 'pay')).status).toBe(404)
  const path = `${formatId('sto', live)}/${formatId('chk', sellTwoLines.checkoutId)}`
  expect((await getPage(`sandbox/${path}`)).status).toBe(404)
  expect((await getPage(path)).status).toBe(200)
  expect((await getPage('sto_1/chk_1')).status).toBe(404)
})

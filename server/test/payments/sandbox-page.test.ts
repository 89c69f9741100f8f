import { expect, test } from 'vitest'
import { type CheckoutId, formatId, type StoreId } from '../../src/ids.ts'
import { SANDBOX_ACTIONS, sendSandboxCallbacks } from '../../src/payments/sandbox/run-sandbox-action.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const store = await startStore()

async function press(storeId: StoreId, checkoutId: CheckoutId, action: string): Promise<Response> {
  return fetch(`${store.baseUrl}/pay/sandbox/${formatId('sto', storeId)}/${formatId('chk', checkoutId)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
    redirect: 'manual',
  })
}
const look = (path: string) => fetch(`${store.baseUrl}/pay/${path}`)

test('the page shows what is bought, and paying delivers it', async () => {
  const shop = await openShop(store, { name: '<b>VIP</b> & "Gold"' })
  const checkoutId = await shop.open()
  const path = `${formatId('sto', shop.storeId)}/${formatId('chk', checkoutId)}`
  const page = await look(`sandbox/${path}`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).toContain('&lt;b&gt;VIP&lt;/b&gt; &amp; &quot;Gold&quot;')
  expect(text).toContain('test store')
  for (const action of SANDBOX_ACTIONS) expect(text).toContain(`value="${action}"`)

  const answer = await press(shop.storeId, checkoutId, 'pay')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/${path}`])
  expect(await (await look(path)).text()).toContain('Paid, on its way')
  const [element] = await store.poll(shop.key)
  await store.report(shop.key, element?.id)
  expect(await (await look(path)).text()).toContain('Delivered')
  await expectNoViolations(store)
})

test('a declined payment can be tried again, and pressing twice pays once', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await press(shop.storeId, checkoutId, 'decline')
  expect(await shop.stateOf(checkoutId)).toBe('open')
  await Promise.all([press(shop.storeId, checkoutId, 'pay'), press(shop.storeId, checkoutId, 'pay')])
  expect(await shop.stateOf(checkoutId)).toBe('paid')
  expect(await store.poll(shop.key)).toHaveLength(1)
})

test('a refund and a dispute come a minute later by the clock of the store', async () => {
  const shop = await openShop(store)
  const refunded = await shop.open()
  const disputed = await shop.open()
  await press(shop.storeId, refunded, 'pay-and-refund-later')
  await press(shop.storeId, disputed, 'pay-and-dispute-later')
  await store.poll(shop.key)
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect([await shop.stateOf(refunded), await shop.stateOf(disputed)]).toEqual(['paid', 'paid'])
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 61 })
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect([await shop.stateOf(refunded), await shop.stateOf(disputed)]).toEqual(['refunded', 'disputed'])
  const elements = await deliveriesOf(store, shop.storeId, { A: shop.serverId })
  expect(elements.filter((element) => element.startsWith('REFUND'))).toHaveLength(2)
  expect(await sendSandboxCallbacks(store.payments, store.database.reader)).toBe(0)
  await expectNoViolations(store)
})

test('a payment whose page died before it told is told by the next look', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await store.query(
    'insert into sandbox_payments (store_id, checkout_id, paid, next_callback_at) values ($1, $2, true, now())',
    [shop.storeId, checkoutId],
  )
  await sendSandboxCallbacks(store.payments, store.database.reader)
  expect(await shop.stateOf(checkoutId)).toBe('paid')
})

test('nobody pays play money in a live store, for an unknown checkout, or with a button that is not there', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  expect((await press(other.storeId, checkoutId, 'pay')).status).toBe(404)
  expect((await press(shop.storeId, checkoutId, 'win')).status).toBe(400)
  const live = await store.createStore()
  const sold = await store.sell(live, '42', [await store.createProduct(live)])
  expect((await press(live, sold.checkoutId, 'pay')).status).toBe(404)
  const path = `${formatId('sto', live)}/${formatId('chk', sold.checkoutId)}`
  expect((await look(`sandbox/${path}`)).status).toBe(404)
  expect((await look(path)).status).toBe(200)
  expect((await look('sto_1/chk_1')).status).toBe(404)
})

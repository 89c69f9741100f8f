import { afterAll, expect, test } from 'vitest'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const stripe = await startFakeStripe({ mode: 'test' })
afterAll(stripe.close)
const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, STRIPE_URL: stripe.url } })

/** A visitor who has come back from the page of the provider without paying for the last piece. */
async function leaveUnpaid() {
  const shop = await openVisitedStore(store, { stock: 1 })
  const { storeId, newBrowser } = shop
  await connectPaymentProvider(store.payments, {
    storeId,
    provider: await store.payments.connections.provider('stripe'),
    credentials: stripe.credentials,
  })
  const browser = newBrowser()
  await browser.add()
  await browser.press('/basket', 'Continue to payment', { name: '42', gift: true, recipient: '77' })
  const { location: page } = await browser.checkout()
  const { location: order } = await browser.get('/checkout/return?cancelled=yes')
  const checkouts = () =>
    store.query<{ id: string; state: string }>('select id, state from checkouts where store_id = $1 order by id', [
      storeId,
    ])
  return { ...shop, browser, page, order, path: order.replace('?cancelled=yes', ''), checkouts }
}

test('an unpaid order leads to its payment page, and back to the basket with everything in it', async () => {
  const { browser, page, order, path, checkouts, key } = await leaveUnpaid()
  const { text } = await browser.get(order)
  expect(text).toContain('You came back without paying.')
  const basket = await browser.press(text, 'Back to basket')
  for (const kept of ['VIP Gold', 'value="77"']) expect(basket.text).toContain(kept)
  expect(basket.text).not.toContain('sold out')
  expect((await browser.press(basket.text, 'Continue to payment')).text).toContain('for 77<')

  const paying = await browser.post(`${path}/pay`, { provider: 'sandbox' })
  expect(paying.location).toBe(page)
  await browser.pay(page)
  expect(await checkouts()).toMatchObject([{ state: 'paid' }])
  expect(await store.poll(key)).toMatchObject([{ gameUserId: '77' }])
  expect((await browser.get(path)).text).not.toContain('Not paid yet?')
  expect((await browser.post(`${path}/pay`, { provider: 'stripe' })).location).toBe(path)
  expect(await checkouts()).toHaveLength(1)
  await expectNoViolations(store)
})

test('an unpaid order is paid in another way, and a time that has ended does not matter', async () => {
  const { browser, storeId, productId, path, checkouts } = await leaveUnpaid()
  const moved = await browser.post(`${path}/pay`, { provider: 'stripe' })
  expect(moved.location).toContain('/c/pay/')
  const two = await checkouts()
  expect(two.map(({ state }) => state)).toEqual(['abandoned', 'open'])
  expect(
    await store.query('select checkout_id from payments where store_id = $1 and provider = $2', [storeId, 'stripe']),
  ).toEqual([{ checkout_id: two[1]?.id }])
  // The first order was replaced, so it leads nowhere.
  expect((await browser.get(path)).text).not.toContain('Not paid yet?')
  expect((await browser.post(`${path}/pay`, { provider: 'sandbox' })).location).toBe('/checkout')
  const { location: second } = await browser.get('/checkout/return')
  expect(second).not.toBe(path)
  await store.query("update checkouts set state = 'abandoned' where id = $1", [two[1]?.id])
  await store.query('update products set stock = 1 where id = $1', [productId])
  expect((await browser.post(`${second}/pay`, { provider: 'stripe' })).location).toContain('/c/pay/')
  expect((await checkouts()).map(({ state }) => state)).toEqual(['abandoned', 'abandoned', 'open'])
})

test('what was paid a moment ago is not paid again in another way, even if the callback is late', async () => {
  const { browser, path, checkouts } = await leaveUnpaid()
  await browser.post(`${path}/pay`, { provider: 'stripe' })
  const { location: order } = await browser.get('/checkout/return')
  const [page = ''] = (
    await store.query<{ page_ref: string }>(
      "select page_ref from payments where provider = 'stripe' and checkout_id = $1",
      [(await checkouts())[1]?.id],
    )
  ).map((row) => row.page_ref)
  stripe.behave({ withhold: true })
  await stripe.pay(page)
  const again = await browser.post(`${order}/pay`, { provider: 'sandbox' })
  expect(again.location).toBe(order)
  expect((await checkouts()).map(({ state }) => state)).toEqual(['abandoned', 'paid'])
})

test('a basket that has changed is paid from the checkout, at its price of now', async () => {
  const { browser, productId, path, checkouts } = await leaveUnpaid()
  await store.query('update products set price_minor = 2500, stock = 5 where id = $1', [productId])
  expect((await browser.post(`${path}/pay`, { provider: 'stripe' })).location).toBe('/checkout')
  expect((await browser.get('/checkout')).text).toContain('R$25.00')
  expect((await checkouts()).map(({ state }) => state)).toEqual(['open'])
})

test('the link to an unpaid order of somebody else shows the order, and pays and opens nothing', async () => {
  const { newBrowser, path, checkouts } = await leaveUnpaid()
  const stranger = newBrowser()
  expect((await stranger.get(path)).text).not.toContain('Not paid yet?')
  for (const provider of ['sandbox', 'stripe', 'cash']) {
    const answer = await stranger.post(`${path}/pay`, { provider })
    expect(['/checkout', path]).toContain(answer.location)
  }
  expect((await stranger.get('/basket')).text).toContain('Your basket is empty')
  expect((await stranger.post(`${path}/pay`, { provider: 'sandbox' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  )
  expect((await checkouts()).map(({ state }) => state)).toEqual(['open'])
})

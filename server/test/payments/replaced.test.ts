import { afterAll, expect, test } from 'vitest'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { issueCard } from '../../src/promotions/gift-cards/issue-card.ts'
import { saveCode } from '../../src/promotions/codes/save-code.ts'
import { inStore } from '../../src/db/database.ts'
import { formatId } from '../../src/ids.ts'
import { queueReturnMails } from '../../src/storefront/orders/queue-return-mails.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from '../storefront/visit-store.ts'

const stripe = await startFakeStripe({ mode: 'test' })
afterAll(stripe.close)
const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, STRIPE_URL: stripe.url } })

/** A store with one piece of a product, a gift card that pays a part of it, and a code with one use. */
async function openGreedyStore() {
  const shop = await openVisitedStore(store, { stock: 1, maxPerPlayer: 1 })
  const { storeId } = shop
  await connectPaymentProvider(store.payments, {
    storeId,
    provider: await store.payments.connections.provider('stripe'),
    credentials: stripe.credentials,
  })
  stripe.setCallbackUrl?.(`${store.baseUrl}/api/payments/1.0/stripe/${formatId('sto', storeId)}`)
  const { app } = store.database
  const card = await inStore(app, storeId, (tx) =>
    issueCard(tx, { storeId, valueMinor: 1_000, note: '', expiresAt: null }),
  )
  await inStore(app, storeId, (tx) =>
    saveCode(tx, {
      storeId,
      kind: 'coupon',
      code: 'ONCE',
      discount: { percent: 1_000 },
      maxUses: 1,
      maxUsesPerPlayer: 1,
    }),
  )
  const browser = shop.newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await browser.post('/basket', { code: card.code })
  await browser.post('/basket', { code: 'ONCE' })
  const orders = () =>
    store.query<{
      id: string
      state: string
      pageRef: string
      reason: string | null
      code: string | null
      card: number
    }>(
      `select c.id, c.state, p.page_ref as "pageRef", p.return_reason as reason, c.code, sum(l.gift_card_minor)::integer as card
      from checkouts c join payments p on p.checkout_id = c.id join checkout_lines l on l.checkout_id = c.id
      where c.store_id = $1 group by c.id, c.state, p.page_ref, p.return_reason, c.code order by c.id`,
      [storeId],
    )
  const checkout = (i: number) => browser.checkout({ provider: 'stripe', email: `a${i}@vale.example` })
  return { ...shop, browser, orders, checkout }
}

test('five orders of one basket, all paid late, are one order: the card, the code and the last piece are used once', async () => {
  const { orders, checkout, storeId, productId, key } = await openGreedyStore()
  stripe.behave({ withhold: true })
  for (let i = 0; i < 5; i++) expect((await checkout(i)).location).toContain('/c/pay/')
  const opened = await orders()
  expect(opened.map(({ state }) => state)).toEqual(['abandoned', 'abandoned', 'abandoned', 'abandoned', 'open'])
  let refused = 0
  for (const { pageRef } of opened) await stripe.pay(pageRef).catch(() => refused++)
  expect(refused, 'the pages of replaced orders are closed').toBe(4)
  stripe.behave({})
  await stripe.sendWithheld()
  expect((await orders()).map(({ state }) => state)).toEqual([...Array<string>(4).fill('abandoned'), 'paid'])
  expect(await store.poll(key)).toHaveLength(1)
  expect(await store.query('select uses from discount_codes where store_id = $1', [storeId])).toEqual([{ uses: 1 }])
  expect(await store.query('select stock from products where id = $1', [productId])).toEqual([{ stock: '0' }])
  await expectNoViolations(store)
})

test('money for a replaced order goes back once, and the order says so', async () => {
  const { orders, checkout, browser, key, addMember } = await openGreedyStore()
  await addMember('a1@vale.example')
  await checkout(1)
  const { location: link } = await browser.get('/checkout/return')
  const [first] = await orders()
  const { pageRef = '' } = first ?? {}
  // The buyer has pressed the button at Stripe before the page was closed, and the payment arrives afterwards.
  await checkout(2)
  stripe.purchaseOf(pageRef).state = 'open'
  await stripe.pay(pageRef)
  await expect.poll(async () => (await orders())[0]).toMatchObject({ state: 'abandoned', reason: 'replaced' })
  expect(await store.poll(key)).toEqual([])
  for (let i = 0; i < 3; i++) await retryRefunds(store.payments, store.database.reader)
  expect(stripe.refundedOf(pageRef)).toBe(791)
  const page = await browser.get(link)
  expect(page.text).toContain('Your payment arrived too late')
  const { database, payments } = store
  for (let i = 0; i < 3; i++) await queueReturnMails(database.app, database.reader, payments.sealer)
  expect(await store.query("select recipient from mails where kind = 'payment_returned'")).toEqual([
    { recipient: 'a1@vale.example' },
  ])
  expect(page.text).not.toContain('Not paid yet?')
  await expectNoViolations(store)
})

test('an order whose page cannot be closed keeps what it holds, and the new one is opened without that', async () => {
  const { orders, checkout, browser } = await openGreedyStore()
  await checkout(1)
  stripe.behave({ failWith: 503 })
  const refused = await checkout(2)
  stripe.behave({})
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('could not be closed')
  expect((await browser.get('/basket')).text).toContain('sold out')
  expect(await orders()).toMatchObject([{ state: 'open', code: 'ONCE', card: 1_000 }])
  await store.query('update products set stock = 5, max_per_player = null')
  const { text } = await browser.get('/checkout')
  expect(text).toContain('R$19.90')
  expect((await checkout(3)).location).toContain('/c/pay/')
  const [left, next] = await orders()
  expect([left, next]).toMatchObject([
    { state: 'open', card: 1_000 },
    { state: 'open', code: null, card: 0 },
  ])
  await stripe.pay(left?.pageRef ?? '')
  await stripe.pay(next?.pageRef ?? '')
  await expect.poll(orders).toMatchObject([{ state: 'abandoned', reason: 'replaced' }, { state: 'paid' }])
  await expectNoViolations(store)
})

test('an order that is paid while its buyer opens another one counts, and nothing else is opened', async () => {
  const { orders, checkout } = await openGreedyStore()
  await checkout(1)
  stripe.behave({ withhold: true })
  await stripe.pay((await orders())[0]?.pageRef ?? '')
  const refused = await checkout(2)
  stripe.behave({})
  expect(refused.location ?? refused.text).not.toContain('/c/pay/')
  expect(await orders()).toMatchObject([{ state: 'paid' }])
  await expectNoViolations(store)
})

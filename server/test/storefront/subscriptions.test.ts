import { expect, test } from 'vitest'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import type { MailId } from '../../src/ids.ts'
import type { ProviderConnection } from '../../src/payments/provider.ts'
import { stopDueSubscriptions } from '../../src/payments/subscriptions/cancel-subscription.ts'
import { reconcileDueSubscriptions } from '../../src/payments/subscriptions/reconcile-due-subscriptions.ts'
import { forgetBuyers } from '../../src/storefront/orders/forget-buyers.ts'
import { queueReceipts } from '../../src/storefront/orders/queue-receipts.ts'
import { refreshDue } from '../../src/subscriptions/refresh-due.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { app, reader, accounts } = store.database
const { sealer } = store.payments
const DAY = 86_400
const AGREED = { renewal_consent: 'yes' }

/** A store that sells a month of VIP Gold, and a player who has put it into the basket. */
async function wantMonth() {
  const shop = await openVisitedStore(store, { billingPeriod: 'P1M' })
  const browser = shop.newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  return { ...shop, browser }
}

async function subscribe(email: string) {
  const shop = await wantMonth()
  await shop.addMember(email)
  const { storeId } = shop
  const opened = await shop.browser.checkout({ ...AGREED, email })
  const { location } = await shop.browser.pay(opened.location)
  return {
    ...shop,
    order: location,
    pass: async (days: number) => {
      await advanceClock(app, { storeId, seconds: days * DAY })
      await reconcileDueSubscriptions(store.payments, reader)
      await refreshDue(app, reader)
    },
  }
}

const sendReceipts = () => queueReceipts({ app, reader, accounts, sealer })

test('a visitor without JavaScript sees what a subscription costs, agrees to the renewal, and cancels it', async () => {
  const { browser, newBrowser, slug } = await wantMonth()
  for (const page of ['/', `/p/${slug}`, '/basket', '/checkout'])
    expect((await browser.get(page)).text).toContain('per month')
  expect((await browser.get('/checkout')).text).toMatch(
    /You pay R\$19\.90 today and again every month until you cancel, which you can do at any time/,
  )
  const refused = await browser.checkout()
  expect([refused.status, refused.text.includes('Agree to the renewal to continue')]).toEqual([422, true])

  const { location } = await browser.pay((await browser.checkout(AGREED)).location)
  const order = await newBrowser().get(location)
  expect(order.text).toMatch(/Paid until \d+ \w+ \d{4}\. It renews on that day/)
  const question = await newBrowser().get(`${location}/cancel`)
  expect(question.text).toMatch(/You keep your items until \d+ \w+ \d{4}, the end of the period/)
  const foreign = await newBrowser().post(`${location}/cancel`, {}, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  expect((await newBrowser().get(location)).text).toContain('It renews on that day')
  expect((await newBrowser().post(`${location}/cancel`, {})).location).toBe(`${location}/cancel`)
  for (const page of [location, `${location}/cancel`, `${location}/receipt`])
    expect((await newBrowser().get(page)).text).toMatch(/nothing more is charged\. You keep your items until/)
  await expectNoViolations(store)
})

test('the version of the sentence about the renewal is stored with the order', async () => {
  const { storeId, browser } = await wantMonth()
  await browser.checkout(AGREED)
  expect(await store.query('select consent_version from checkout_buyers where store_id = $1', [storeId])).toEqual([
    { consent_version: '2026-11 renewal' },
  ])
})

test('the basket says why a subscription cannot be bought: with other items, twice, or for a subscriber', async () => {
  const { browser, storeId, slug } = await wantMonth()
  const other = await store.createProduct(storeId, { name: 'Coins' })
  const { slug: coins } = only(await store.query<{ slug: string }>('select slug from products where id = $1', [other]))
  await expect.poll(async () => (await browser.get('/')).text).toContain(`value="${coins}"`)
  await browser.post('/basket/lines', { product: coins })
  const mixed = await browser.get('/basket')
  expect(mixed.text).toContain('VIP Gold is a subscription and is bought in an order of its own.')
  expect((await browser.get('/checkout')).location).toBe('/basket')
  const line = /name="set" value="([^ ]+) 0"(?![\s\S]*name="set")/.exec(mixed.text)?.[1] ?? ''
  await browser.post('/basket', { set: `${line} 0` })
  await browser.post('/basket/lines', { product: slug })
  expect((await browser.get('/basket')).text).toContain('can be bought once. Lower the quantity to 1')
  const again = /name="set" value="([^ ]+) 0"/.exec((await browser.get('/basket')).text)?.[1] ?? ''
  await browser.post('/basket', { set: `${again} 1` })
  await browser.pay((await browser.checkout(AGREED)).location)

  await browser.add()
  const refused = await browser.checkout(AGREED)
  expect(refused.text).toContain('42 already has a subscription to VIP Gold.')
})

test('a provider that cannot charge renewals is not offered', async () => {
  const { browser, storeId } = await wantMonth()
  const { connections } = store.payments
  const find = connections.find.bind(connections)
  connections.find = async (...key) => {
    const { subscriptions: _subscriptions, ...connection } = (await find(...key)) ?? {}
    return key[0] === storeId ? (connection as ProviderConnection) : find(...key)
  }
  try {
    expect((await browser.get('/checkout')).text).toContain('No payment method of this store can charge a subscription')
    expect((await browser.checkout(AGREED)).text).toContain('Choose a payment method.')
  } finally {
    connections.find = find
  }
})

test('every renewal sends one receipt, whose link opens its own order and cancels the subscription, which one e-mail confirms', async () => {
  const email = 'renew@vale.example'
  const { storeId, newBrowser, pass } = await subscribe(email)
  await sendReceipts()
  const [first] = await readReceipts(email)
  expect(first).toMatch(/It costs R\$19\.90 every month and renews on \d+ \w+ \d{4}, until you cancel it/)
  for (let month = 0; month < 2; month++) {
    await pass(31)
    await Promise.all([sendReceipts(), sendReceipts()])
  }
  const mails = await readReceipts(email)
  expect(mails).toHaveLength(3)
  const links = mails.map((mail) => /https?:\/\/\S+\/o\/qmo_\w+/.exec(mail)?.[0] ?? '')
  expect(new Set(links).size).toBe(3)
  const path = new URL(links.at(-1) ?? '').pathname
  expect((await newBrowser().get(path)).text).toContain('It renews on that day')
  for (let times = 0; times < 2; times++) await newBrowser().post(`${path}/cancel`, {})
  expect(await store.query('select state, cancelled_by from subscriptions where store_id = $1', [storeId])).toEqual([
    { state: 'cancelling', cancelled_by: 'buyer' },
  ])
  const confirmations = await readMails(email, 'cancellation')
  expect(confirmations).toEqual([expect.stringMatching(/has cancelled your subscription[^]*You keep your items until/)])
  await expectNoViolations(store)
})

test('the address for receipts is kept as long as the subscription runs, and forgotten afterwards', async () => {
  const email = 'keep@vale.example'
  const { storeId, order, pass, newBrowser } = await subscribe(email)
  const countAddresses = async () =>
    (await store.query('select from checkout_buyers where store_id = $1 and email is not null', [storeId])).length
  await store.query("update checkout_buyers set created_at = now() - interval '200 days' where store_id = $1", [
    storeId,
  ])
  await forgetBuyers(app, reader)
  expect(await countAddresses()).toBe(1)
  await newBrowser().post(`${order}/cancel`, {})
  await stopDueSubscriptions(store.payments, reader)
  await pass(32)
  await forgetBuyers(app, reader)
  expect(await countAddresses()).toBe(0)
})

const readReceipts = (to: string) => readMails(to, 'receipt')

/** In the order in which they were queued. */
async function readMails(to: string, kind: string): Promise<string[]> {
  const rows = await store.query<{ id: MailId; sealed: Buffer; key_id: string }>(
    'select id, sealed, key_id from mails where recipient = $1 and kind = $2 order by id',
    [to, kind],
  )
  return rows.map(({ id, sealed, key_id: keyId }) => {
    const mail = JSON.parse(sealer.open({ keyId, sealed }, mailLabel(id))) as { text: string }
    return mail.text
  })
}

import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, test, vi } from 'vitest'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import { inStore } from '../../src/db/database.ts'
import { AppError } from '../../src/errors.ts'
import type { CheckoutId, MailId } from '../../src/ids.ts'
import type { ProviderConnection } from '../../src/payments/provider.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { queueReceipts } from '../../src/storefront/orders/queue-receipts.ts'
import { resealOrderTokens } from '../../src/storefront/orders/reseal-order-tokens.ts'
import { withdrawOrder } from '../../src/storefront/orders/withdraw-order.ts'
import { updateStore } from '../../src/stores/update-store.ts'
import { withRefund } from '../payments/with-refund.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })

test('a visitor without JavaScript buys from the home page to the delivered order', async () => {
  const { newBrowser, slug, key } = await openVisitedStore(store)
  const browser = newBrowser()
  expect((await browser.get('/')).text).toContain(`value="${slug}"`)
  const added = await browser.add()
  expect([added.status, added.location]).toEqual([303, '/basket'])
  expect(String(added.headers['set-cookie'])).toMatch(
    /^__Host-basket=qmb_\w{38}; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/,
  )
  expect((await browser.get('/basket')).text).toContain('VIP Gold')
  expect((await browser.post('/who', { name: '42' })).status).toBe(303)
  const opened = await browser.checkout({ email: 'Ana@vale.example' })
  expect(opened.status).toBe(303)
  expect(opened.location).toContain('/pay/sandbox/')
  const returned = await browser.pay(opened.location)
  expect([returned.status, returned.location]).toEqual([303, expect.stringMatching(/^\/o\/qmo_\w{38}$/)])
  const order = returned.location
  expect((await browser.get(order)).text).toContain('Paid. 0 of 1 items delivered.')
  const [delivery] = await store.poll(key)
  await store.report(key, delivery?.id)
  const done = await newBrowser().get(order)
  expect(done.text).toContain('Everything has arrived in the game.')
  expect((await browser.get('/basket')).text).toContain('Your basket is empty')
  await expectNoViolations(store)
})

test('every refusal is shown in the page, with its reason', async () => {
  const { newBrowser, storeId, productId } = await openVisitedStore(store, { stock: 1 })
  const browser = newBrowser()
  await browser.add()
  expect((await browser.post('/who', { name: ' ' })).text).toContain('Enter a player name.')
  await store.query(
    "insert into player_bans (store_id, game_user_id, reason, created_by) values ($1, '66', 'fraud', 'Ada')",
    [storeId],
  )
  expect((await browser.post('/who', { name: '66' })).text).toContain('66 is banned from this store.')
  await browser.post('/who', { name: '42' })
  const checkout = await browser.checkout({ email: 'nobody' })
  expect([checkout.status, checkout.text.includes('Enter an e-mail address')]).toEqual([422, true])
  const unknown = await browser.checkout({ provider: 'stripe' })
  expect(unknown.text).toContain('Choose a payment method.')
  await store.query('update products set price_minor = 2500 where id = $1', [productId])
  expect((await browser.checkout({ total: '1990' })).text).toContain('The total has changed.')
  await store.query('update products set stock = 0 where id = $1', [productId])
  expect((await browser.get('/basket')).text).toContain('VIP Gold sold out while it was in your basket.')
  expect((await browser.get('/checkout')).location).toBe('/basket')
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
})

test('a gift goes to the recipient, and the order page does not name the buyer', async () => {
  const { newBrowser, key } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: 'Giver_9', gift: 'yes', recipient: '77' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const page = await newBrowser().get(location)
  expect(page.text).toContain('77')
  expect(page.text).not.toContain('Giver_9')
  expect(await store.poll(key)).toMatchObject([{ gameUserId: '77' }])
})

test('everything that was typed counts, whichever button is pressed', async () => {
  const { newBrowser } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  const checkout = await browser.press('/basket', 'Continue to payment', {
    name: 'Giver_8',
    gift: true,
    recipient: '78',
  })
  expect(checkout.text).toMatch(/Pay R\$19\.90 with play money · for 78</)
  for (const [button, recipient] of [
    ['One more', '79'],
    ['Apply', '80'],
    ['Look up', '81'],
  ] as const) {
    await browser.press('/basket', button, { recipient })
    expect((await browser.get('/checkout')).text).toContain(`for ${recipient}<`)
  }
  const two = await browser.press('/basket', 'Continue to payment', { gift: false, name: 'Giver_9' })
  expect(two.text).toMatch(/Pay R\$39\.80 with play money · for Giver_9</)
})

test('a fault in one field loses nothing that was typed in another', async () => {
  const { newBrowser } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  const empty = await browser.press('/basket', 'Continue to payment')
  expect([empty.status, empty.text.includes('Enter a player name.')]).toEqual([422, true])
  const faulty = await browser.press(empty.text, 'One more', { name: '42', gift: true, code: 'WINTER' })
  expect(faulty.status).toBe(422)
  for (const kept of ['value="42"', 'value="WINTER"', 'value="yes" checked', 'There is no code WINTER.', '2 items'])
    expect(faulty.text).toContain(kept)
  // Without CSS that hides it, the field can be filled in although the box is empty.
  const unclear = await browser.press(faulty.text, 'Continue to payment', { gift: false, recipient: '77', code: '' })
  expect([unclear.status, unclear.text.includes('Is this a gift?')]).toEqual([422, true])
  const gift = await browser.press(unclear.text, 'Continue to payment', { gift: true })
  expect(gift.text).toContain('for 77<')
  expect((await browser.press('/basket', 'Continue to payment', { gift: false })).text).toContain('for 42<')
})

test('a change of the language keeps what was typed', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  await store.query(
    "update storefronts set locales = '{en,pt-BR}', revision = 9, changed_at = now() where store_id = $1",
    [storeId],
  )
  const browser = newBrowser()
  await vi.waitFor(async () => expect((await browser.get('/')).text).toContain('Português'), 10_000)
  await browser.add()
  const basket = await browser.press('/basket', 'Set', { locale: 'pt-BR', name: '42', gift: true })
  expect(basket.text).toContain('<html lang="pt-BR"')
  expect(basket.text).toContain('value="yes" checked')
  await browser.press(basket.text, 'Continuar', { recipient: '77' })
  const checkout = await browser.press('/checkout', 'Aplicar', { locale: 'en', email: 'a@b', consent: true })
  expect(checkout.text).toContain('<html lang="en"')
  for (const kept of ['value="a@b"', 'value="yes" required checked', 'for 77<']) expect(checkout.text).toContain(kept)
})

test('a form of another site is refused', async () => {
  const { newBrowser, slug } = await openVisitedStore(store)
  const browser = newBrowser()
  const form = { product: slug }
  expect((await browser.post('/basket/lines', form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await browser.post('/basket/lines', form, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await browser.post('/basket/lines', form, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
})

test('the link of an order works in its own store only', async () => {
  const [one, two] = [await openVisitedStore(store), await openVisitedStore(store)]
  const browser = one.newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  expect((await one.newBrowser().get(location)).status).toBe(200)
  const foreign = await two.newBrowser().get(location)
  const unknown = await two.newBrowser().get(location.slice(0, -1))
  expect([foreign.status, unknown.status]).toEqual([404, 404])
})

test('the buyer withdraws from what was not delivered: the money goes back and nothing is delivered', async () => {
  const { newBrowser, key, addMember } = await openVisitedStore(store)
  await addMember('back@vale.example')
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout({ email: 'back@vale.example' })).location)
  expect((await browser.get(location)).text).toContain('Withdraw from the contract')
  const withdrawn = await browser.post(`${location}/withdraw`, {})
  expect([withdrawn.status, withdrawn.location]).toEqual([303, `${location}/withdraw`])
  expect((await browser.get(`${location}/withdraw`)).text).toContain('You have withdrawn from the contract.')
  expect((await browser.get(location)).text).toContain('Refunded')
  expect(await store.poll(key)).toEqual([])
  expect((await browser.post(`${location}/withdraw`, {})).status).toBe(422)
  const [mail] = await readMails('back@vale.example', 'withdrawal')
  expect(mail?.subject).toBe('Your withdrawal at Vale ⚔ Store')
  expect(mail?.text).toMatch(/received your withdrawal from the contract on 20[^]*1 × VIP Gold: R\$19\.90/)
  await expectNoViolations(store)
})

test('an item that a game server has fetched is not withdrawn here, and the page sends the buyer to the staff', async () => {
  const { newBrowser, key, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const [delivery] = await store.poll(key)
  const { text } = await browser.get(location)
  expect(text).not.toContain('Withdraw from the contract')
  expect(text).toContain('ask the staff')
  const refused = await browser.post(`${location}/withdraw`, {})
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('sent to the game server')])
  await store.report(key, delivery?.id)
  expect(await store.query('select state from checkouts where store_id = $1', [storeId])).toEqual([{ state: 'paid' }])
  expect(await store.query('select from payment_refunds where store_id = $1', [storeId])).toEqual([])
  await expectNoViolations(store)
})

test('a poll and a withdrawal at the same time: the item is dispatched or the money goes back, never both', async () => {
  const shop = await openVisitedStore(store)
  for (let i = 0; i < 10; i++) {
    const browser = shop.newBrowser()
    await browser.add()
    await browser.post('/who', { name: `9${i}` })
    const { location } = await browser.pay((await browser.checkout()).location)
    const [withdrawn, polled] = await Promise.all([browser.post(`${location}/withdraw`, {}), store.poll(shop.key)])
    expect([polled.length, withdrawn.status], `attempt ${i}`).toEqual(polled.length === 1 ? [1, 422] : [0, 303])
    for (const { id } of polled) await store.report(shop.key, id)
    expect(await store.poll(shop.key), 'nothing is dispatched afterwards').toEqual([])
  }
  await expectNoViolations(store)
})

test('a delivered item cannot be withdrawn', async () => {
  const { newBrowser, key } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const [delivery] = await store.poll(key)
  await store.report(key, delivery?.id)
  expect((await browser.get(location)).text).not.toContain('Withdraw from the contract')
  expect((await browser.post(`${location}/withdraw`, {})).text).toContain('can no longer be withdrawn from')
})

test('the receipt is queued once, in the language of the buyer, and the token is forgotten', async () => {
  const { newBrowser, storeId, addMember } = await openVisitedStore(store)
  await addMember('receipt@vale.example')
  await store.query(
    "update storefronts set locales = '{en,pt-BR}', revision = 9, changed_at = now() where store_id = $1",
    [storeId],
  )
  const browser = newBrowser()
  browser.cookies.set('__Host-locale', 'pt-BR')
  await vi.waitFor(async () => expect((await browser.get('/')).text).toContain('<html lang="pt-BR"'), 30_000)
  await browser.add()
  await browser.post('/who', { name: '42' })
  await browser.pay((await browser.checkout({ email: 'receipt@vale.example' })).location)
  const { app, reader, accounts } = store.database
  const parts = { app, reader, accounts, sealer: store.payments.sealer }
  await Promise.all([queueReceipts(parts), queueReceipts(parts)])
  expect(await store.query("select kind from mails where recipient = 'receipt@vale.example'")).toEqual([
    { kind: 'receipt' },
  ])
  const [mail] = await readMails('receipt@vale.example', 'receipt')
  expect(mail?.subject).toBe('Seu pedido em Vale ⚔ Store')
  expect(mail?.text).toContain('recebeu o seu pagamento')
  expect(
    await store.query('select from checkout_buyers where store_id = $1 and token_sealed is not null', [storeId]),
  ).toEqual([])
})

test('a receipt that cannot be written does not delay the others', async () => {
  const { app, reader, accounts } = store.database
  const pay = async (email: string) => {
    const { newBrowser, storeId, addMember } = await openVisitedStore(store)
    await addMember(email)
    const browser = newBrowser()
    await browser.add()
    await browser.post('/who', { name: '42' })
    await browser.pay((await browser.checkout({ email })).location)
    return storeId
  }
  const broken = await pay('broken@vale.example')
  await store.query("update payments set return_url = 'nowhere' where store_id = $1", [broken])
  await pay('next@vale.example')
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  await queueReceipts({ app, reader, accounts, sealer: store.payments.sealer, onFailure })
  expect(failures).toHaveLength(1)
  expect(await store.query("select from mails where recipient = 'next@vale.example'")).toHaveLength(1)
})

test('with tax rates, the buyer names a country, and the tax is frozen and on the receipt', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store, { price: '11.90' })
  const { app } = store.database
  await inStore(app, storeId, (tx) =>
    updateStore(tx, {
      storeId,
      taxRates: [
        { country: 'DE', rate: 1_900 },
        { country: 'AT', rate: 2_000 },
      ],
    }),
  )
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await expect.poll(async () => (await browser.get('/checkout')).text).toContain('>Germany</option>')
  const opened = await browser.checkout({ email: 'ana@vale.example', country: 'DE' })
  await inStore(app, storeId, (tx) => updateStore(tx, { storeId, taxRates: [] }))
  const { location: order } = await browser.pay(opened.location)
  const { text } = await browser.get(`${order}/receipt`)
  expect(text).toContain('Contains 19% tax (Germany): R$1.90.')
  expect((await browser.get(order)).text).toContain(`href="${order}/receipt"`)
  const other = newBrowser()
  await other.add()
  await other.post('/who', { name: '43' })
  const free = await other.pay((await other.checkout({ country: 'DE' })).location)
  expect((await other.get(`${free.location}/receipt`)).text).not.toContain('Contains')
})

test('the token of an order that waits for its payment is sealed again with a new key', async () => {
  const { newBrowser, storeId, addMember } = await openVisitedStore(store)
  await addMember('rotate@vale.example')
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const page = (await browser.checkout({ email: 'rotate@vale.example' })).location
  const keys = [{ id: 'k9', key: Buffer.alloc(32, 9) }, ...(parseSealingKeys(SECRET_KEYS) ?? [])]
  await resealOrderTokens(store.database.app, store.database.reader, createSealer(keys))
  expect(await store.query('select key_id from checkout_buyers where store_id = $1', [storeId])).toEqual([
    { key_id: 'k9' },
  ])
  await browser.pay(page)
  const { app, reader, accounts } = store.database
  await queueReceipts({ app, reader, accounts, sealer: createSealer(keys) })
  expect(await store.query('select from mails where recipient = $1', ['rotate@vale.example'])).toHaveLength(1)
})

test('a country that is only a name of JavaScript has no tax rate, and the buyer can pay', async () => {
  const { newBrowser } = await openVisitedStore(store)
  for (const country of ['constructor', '__proto__', 'toString']) {
    const browser = newBrowser()
    await browser.add()
    await browser.post('/who', { name: '42' })
    expect((await browser.checkout({ country })).status, country).toBe(303)
  }
})

test('a page that watches an order hears of its changes', async () => {
  const { newBrowser, key, host } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const { request } = await import('node:http')
  const heard: string[] = []
  const url = new URL(`${location}/events`, store.baseUrl)
  const watching = request(url, { headers: { host } }, (response) => {
    heard.push(String(response.statusCode))
    response.on('data', (chunk: Buffer) => heard.push(String(chunk)))
  }).end()
  const versions = () => new Set(heard.join('').match(/(?<=data: )[0-9a-f]{32}/g))
  await vi.waitFor(() => expect(versions().size).toBe(1), 30_000)
  await store.poll(key)
  await vi.waitFor(() => expect(versions().size).toBe(2), 30_000)
  watching.destroy()
})

test('if the provider refuses the refund of a withdrawal, owners are told to return the money', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  await store.query('delete from provider_connections where store_id = $1', [storeId])
  await vi.waitFor(async () => {
    if (await store.payments.connections.find(storeId, 'sandbox')) throw new Error('the connection is still known')
  }, 30_000)
  expect((await browser.post(`${location}/withdraw`, {})).status).toBe(303)
  expect((await browser.get(`${location}/withdraw`)).text).toContain('You have withdrawn from the contract.')
  expect(await store.query('select kind, actor from store_alerts where store_id = $1', [storeId])).toEqual([
    { kind: 'refund_refused', actor: 'the buyer' },
  ])
  const [event] = await store.query<{ body: string }>(
    "select body from events where store_id = $1 and type = 'checkout.refund_refused'",
    [storeId],
  )
  const { data } = JSON.parse(event?.body ?? '{}') as { data: unknown }
  const ajv = new Ajv({ strict: false })
  expect(ajv.validate(WEBHOOK_EVENTS['checkout.refund_refused'], data), ajv.errorsText()).toBe(true)
  const reason = 'This store is not connected to sandbox. Connect it first.'
  expect(data).toMatchObject({ refusedLines: [1], reason, isWithdrawal: true })
})

test('if the provider does not answer, the refund of a withdrawal is retried, and owners have nothing to do', async () => {
  const { newBrowser, storeId, key } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout()).location)
  const [checkout] = await store.query<{ id: CheckoutId }>('select id from checkouts where store_id = $1', [storeId])
  const silent: ProviderConnection['refund'] = async () => {
    throw new AppError('provider_unavailable', 'No answer')
  }
  await withdrawOrder(withRefund(store, silent), { storeId, checkoutId: checkout?.id as CheckoutId })
  expect((await browser.get(`${location}/withdraw`)).text).toContain('You have withdrawn from the contract.')
  await store.query("update payment_refunds set retry_at = now() - interval '1 s' where store_id = $1", [storeId])
  await retryRefunds(store.payments, store.database.reader)
  expect((await browser.get(location)).text).toContain('Refunded')
  expect(await store.poll(key)).toEqual([])
  expect(await store.query('select from store_alerts where store_id = $1', [storeId])).toEqual([])
})

test('a limit per player has a sentence of its own', async () => {
  const { newBrowser, slug } = await openVisitedStore(store, { maxPerPlayer: 2 })
  const browser = newBrowser()
  await browser.post('/basket/lines', { product: slug, quantity: '3' })
  expect((await browser.get('/basket')).text).toContain('VIP Gold can be bought at most 2 times per player.')
})

/** The mails to an address, decrypted. */
async function readMails(to: string, kind: string): Promise<{ subject: string; text: string }[]> {
  const rows = await store.query<{ id: MailId; sealed: Buffer; key_id: string }>(
    'select id, sealed, key_id from mails where recipient = $1 and kind = $2',
    [to, kind],
  )
  return rows.map(({ id, sealed, key_id: keyId }) => {
    const text = store.payments.sealer.open({ keyId, sealed }, mailLabel(id))
    return JSON.parse(text) as { subject: string; text: string }
  })
}

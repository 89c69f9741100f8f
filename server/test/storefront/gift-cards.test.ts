import { expect, test } from 'vitest'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import { inStore } from '../../src/db/database.ts'
import type { MailId, StoreId } from '../../src/ids.ts'
import { issueCard } from '../../src/promotions/gift-cards/issue-card.ts'
import { forgetCodes, resealCodes } from '../../src/promotions/gift-cards/sold-codes.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { queueReceipts } from '../../src/storefront/orders/queue-receipts.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const CARD = { name: 'Gift card', isGiftCard: true, commands: { approve: [], refund: [], expire: [] } }
const CODE = /GIFT(-[0-9A-Z]{4}){4}/

async function buyCard(more: Record<string, string> = {}) {
  const visited = await openVisitedStore(store, CARD)
  if (more['email'] !== undefined) await visited.addMember(more['email'])
  const browser = visited.newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const { location } = await browser.pay((await browser.checkout(more)).location)
  return { ...visited, browser, order: location }
}

const codesOf = (storeId: string) =>
  store.query(
    'select code_hash is null as unmade, code_sealed is null as forgotten from gift_cards where store_id = $1',
    [storeId],
  )

test('the buyer of a gift card sees its code when they ask for it, and for a week after that', async () => {
  const { browser, newBrowser, order, storeId } = await buyCard()
  const before = await browser.get(order)
  expect(before.text).toContain('Show the code')
  expect(before.text).not.toMatch(CODE)
  expect(await codesOf(storeId)).toEqual([{ unmade: true, forgotten: true }])
  expect((await newBrowser().post(`${order}/gift-cards`, {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await browser.post(`${order}/gift-cards`, {})).status).toBe(303)
  const [code] = CODE.exec((await browser.get(order)).text) ?? []
  expect(code).toBeDefined()
  await browser.post(`${order}/gift-cards`, {})
  expect((await browser.get(order)).text).toContain(code)
  const { app, reader } = store.database
  const old = parseSealingKeys(SECRET_KEYS) ?? []
  const rotated = createSealer([{ id: 'k9', key: Buffer.alloc(32, 9) }, ...old])
  expect(await resealCodes(app, reader, rotated)).toMatchObject({ resealed: 1 })
  expect(await resealCodes(app, reader, rotated)).toMatchObject({ resealed: 0, current: 1 })
  await store.query("update gift_cards set shown_at = now() - interval '8 days' where store_id = $1", [storeId])
  await forgetCodes(app, reader)
  expect(await codesOf(storeId)).toEqual([{ unmade: false, forgotten: true }])
  expect((await browser.get(order)).text).not.toMatch(CODE)
  await expectNoViolations(store)
})

test('the receipt contains the code, which is the same as on the page', async () => {
  const { browser, order, storeId } = await buyCard({ email: 'card@vale.example' })
  const { app, reader, accounts } = store.database
  const { sealer } = store.payments
  await queueReceipts({ app, reader, accounts, sealer })
  const [mail] = await store.query<{ id: MailId; sealed: Buffer; key_id: string }>(
    "select id, sealed, key_id from mails where recipient = 'card@vale.example'",
  )
  if (!mail) throw new Error('there is no receipt')
  const [code = 'none'] = CODE.exec(sealer.open({ keyId: mail.key_id, sealed: mail.sealed }, mailLabel(mail.id))) ?? []
  expect((await browser.get(order)).text).toContain(code)
  expect(await codesOf(storeId)).toEqual([{ unmade: false, forgotten: false }])
})

async function issue(storeId: StoreId, valueMinor: number): Promise<string> {
  const card = { storeId, valueMinor, note: '', expiresAt: null }
  return (await inStore(store.database.app, storeId, (tx) => issueCard(tx, card))).code
}

const balanceOf = async (storeId: StoreId) =>
  (
    await store.query<{ minor: number }>(
      'select sum(amount_minor)::integer as minor from gift_card_entries where store_id = $1',
      [storeId],
    )
  )[0]?.minor

test('a gift card that pays everything needs no provider, and a withdrawal returns it to the card', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const code = await issue(storeId, 5_000)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await browser.post('/basket', { code })
  const page = (await browser.get('/checkout')).text
  expect(page).toContain('value="none"')
  expect(page).not.toContain('value="sandbox"')
  const { location: order } = await browser.checkout({ provider: 'none' })
  expect(order).toMatch(/^\/o\/qmo_/)
  expect((await browser.get(order)).text).toContain('Paid with a gift card')
  expect(await balanceOf(storeId)).toBe(3_010)
  await browser.post(`${order}/withdraw`, {})
  expect(await balanceOf(storeId)).toBe(5_000)
  await expectNoViolations(store)
})

test('without a card that pays everything, a provider is needed', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const code = await issue(storeId, 1_000)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await browser.post('/basket', { code })
  expect((await browser.checkout({ provider: 'none' })).text).toContain('Choose a payment method.')
  expect(await balanceOf(storeId)).toBe(1_000)
})

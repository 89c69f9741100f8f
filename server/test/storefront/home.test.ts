import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { CheckoutId, StoreId } from '../../src/ids.ts'
import { setPlayerNaming } from '../../src/storefront/identity/unnamed-players.ts'
import { buildHome } from '../../src/storefront/shop/build-views.ts'
import { createLiveReader } from '../../src/storefront/shop/read-live-facts.ts'
import { readShop } from '../../src/storefront/shop/read-shop.ts'
import { listTexts, removeText, setText } from '../../src/stores/storefront/text-overrides.ts'
import { type StorefrontChanges, updateStorefront } from '../../src/stores/storefront/update-storefront.ts'
import { createClient } from '../games-v2/client.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { app } = store.database
const ZONE = 'America/Sao_Paulo'
const GOAL = { title: 'A new map', amountMinor: 10_000 }

type Changes = Omit<StorefrontChanges, 'storeId'>

/** A store with a product for 10.00 whose home page shows everything. */
async function openHome(changes: Changes = {}) {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { price: '10.00' })
  const update = (more: Changes) => inStore(app, storeId, (tx) => updateStorefront(tx, { storeId, ...more }))
  await update({ timeZone: ZONE, showRecentPurchases: true, showTopSupporter: true, goal: GOAL, ...changes })
  const sell = async (player: string, quantity = 1) =>
    (await store.sell(storeId, player, [[productId, quantity]])).checkoutId
  return { storeId, productId, update, sell, read: () => readHome(storeId) }
}

async function readHome(storeId: StoreId) {
  const [shop, live] = [await readShop(app, storeId), await createLiveReader(app)(storeId)]
  const { recent, ...home } = buildHome(shop, live, new Date())
  return { ...home, recent: recent.map(({ player }) => player), live }
}

const payAt = (checkoutId: CheckoutId, time: string) =>
  store.query(`update checkouts set paid_at = ${time} where id = $1`, [checkoutId])
const give = (storeId: StoreId, checkoutId: CheckoutId, giver: string) =>
  store.query(
    `insert into checkout_buyers (store_id, checkout_id, token_hash, locale, bought_by)
     values ($1, $2::uuid, sha256($2::uuid::text::bytea), 'en', $3)`,
    [storeId, checkoutId, giver],
  )

test('a monthly goal counts what was paid this month in the time zone of the store, without refunds', async () => {
  const { storeId, productId, sell, read } = await openHome()
  const month = `date_trunc('month', now() at time zone '${ZONE}') at time zone '${ZONE}'`
  await payAt(await sell('ana'), month)
  await payAt(await sell('ana', 5), `${month} - interval '1 second'`)
  await sell('bob', 2)
  const refunded = await store.sell(storeId, 'bob', [productId, [productId, 3]])
  await store.refund(storeId, refunded.checkoutId, [2])
  await store.refund(storeId, await sell('bob', 7))
  const { goal, live } = await read()
  expect(goal).toMatchObject({ name: 'A new map', reached: 4_000, target: 10_000, percent: 40 })
  const [end] = await store.query<{ at: Date }>(
    `select (date_trunc('month', now() at time zone '${ZONE}') + interval '1 month') at time zone '${ZONE}' as at`,
  )
  expect(live.goal?.endsAt).toEqual(end?.at)
})

test('a goal with days is shown from its first to its last day', async () => {
  const { sell, read, update } = await openHome()
  const day = async (days: number) => {
    const [row] = await store.query<{ day: string }>(
      `select to_char((now() at time zone '${ZONE}') + make_interval(days => $1), 'YYYY-MM-DD') as day`,
      [days],
    )
    return row?.day ?? ''
  }
  const dated = async (from: number, until: number) => {
    await update({ goal: { ...GOAL, startsOn: await day(from), endsOn: await day(until) } })
    return (await read()).goal
  }
  await sell('bob')
  expect(await dated(0, 0)).toMatchObject({ reached: 1_000, days_left: 1 })
  expect(await dated(-5, 3)).toMatchObject({ reached: 1_000, days_left: 4 })
  expect(await dated(1, 3)).toBeNull()
  expect(await dated(-5, -1)).toBeNull()
  await update({ goal: null })
  expect((await read()).goal).toBeNull()
})

test('the top supporter has paid most this month, gifts count for the giver, and the amount is shown on request', async () => {
  const { storeId, sell, read, update } = await openHome()
  await sell('ana', 3)
  await store.refund(storeId, await sell('ana', 9))
  await give(storeId, await sell('ana', 2), 'bob')
  await sell('bob', 2)
  expect((await read()).supporter).toMatchObject({ name: 'bob', paid: null })
  await update({ showSupporterAmount: true })
  expect((await read()).supporter).toMatchObject({ name: 'bob', paid: 4_000 })
  await update({ showTopSupporter: false })
  expect((await read()).supporter).toBeNull()
})

test('players who do not want to be named and erased players are named nowhere, and givers of gifts never', async () => {
  const { storeId, sell, read } = await openHome()
  const name = (gameUserId: string, isNamed: boolean) =>
    inStore(app, storeId, (tx) => setPlayerNaming(tx, { storeId, gameUserId, isNamed }))
  await sell('ana', 5)
  await sell('bob', 4)
  await give(storeId, await sell('cy', 1), 'bob')
  await sell(`erased-${'0'.repeat(26)}`, 20)
  const named = async () => (await read()).supporters.map((supporter) => supporter.name)
  expect(await named()).toEqual(['ana', 'bob'])
  expect(await read()).toMatchObject({ supporter: { name: 'ana' }, recent: ['cy', 'bob', 'ana'] })
  await name('ana', false)
  expect(await named()).toEqual(['bob'])
  expect(await read()).toMatchObject({ supporter: { name: 'bob' }, recent: ['cy', 'bob'] })
  await name('bob', false)
  expect(await read()).toMatchObject({ supporter: null, recent: [] })
  await name('ana', true)
  expect(await read()).toMatchObject({ supporter: { name: 'ana' }, recent: ['ana'] })
})

test('figures are read again after 30 seconds, or when the owner changes something', async () => {
  const { storeId, sell, update } = await openHome()
  let now = 0
  const read = createLiveReader(app, { now: () => now })
  expect((await read(storeId)).goal?.sold).toBe(0)
  await sell('ana')
  now = 29_000
  expect((await read(storeId)).goal?.sold).toBe(0)
  now = 31_000
  expect((await read(storeId)).goal?.sold).toBe(1_000)
  await sell('ana')
  await update({ goal: { ...GOAL, title: 'Another map' } })
  expect((await read(storeId)).goal?.sold).toBe(2_000)
})

test('the players of all servers that report them are added up, until a server is silent', async () => {
  const { storeId } = await openHome()
  const { poll } = createClient(store)
  const [one, two, silent] = [
    await store.createServer(storeId),
    await store.createServer(storeId),
    await store.createServer(storeId),
  ]
  await poll(one.key, { playerCount: 14, maxPlayers: 20 })
  await poll(two.key, { playerCount: 200, maxPlayers: 280 })
  await poll(silent.key, {})
  await store.seen.stop()
  const status = async () => (await readHome(storeId)).live.status
  expect(await status()).toEqual({ is_online: true, players: 214, max_players: 300 })
  await store.query('update game_servers set max_players = null where id = $1', [one.serverId])
  expect(await status()).toEqual({ is_online: true, players: 214, max_players: null })
  const leave = (ids: string[]) =>
    store.query("update game_servers set last_seen_at = now() - interval '11 minutes' where id = any($1)", [ids])
  await leave([one.serverId])
  expect(await status()).toEqual({ is_online: true, players: 200, max_players: 280 })
  await leave([two.serverId, silent.serverId])
  expect(await status()).toEqual({ is_online: false, players: null, max_players: null })
})

test('a store replaces a text in one language, escaped, and the other plural form stays ours', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const browser = newBrowser()
  const set = (key: string, text: string, locale: 'en' | 'es' = 'en') =>
    inStore(app, storeId, (tx) => setText(tx, { storeId, locale, key, text }))
  await set('basket.items.other', '{count} <b>treasures</b>')
  await set('checkout.consent', 'Deliver it now.')
  await set('basket.empty', 'Vacío de verdad', 'es')
  await store.hosts.readChanges()
  await expect.poll(async () => (await newBrowser().get('/basket?lang=en')).text).toContain('Your basket is empty')
  await browser.add()
  expect((await browser.get('/basket')).text).toContain('1 item')
  await browser.add()
  expect((await browser.get('/basket')).text).toContain('2 &lt;b&gt;treasures&lt;/b&gt;')
  await browser.post('/who', { name: 'ana' })
  expect((await browser.get('/checkout')).text).toContain('Deliver it now.')
  await browser.checkout()
  const [buyer] = await store.query<{ consent_version: string }>(
    'select consent_version from checkout_buyers where store_id = $1',
    [storeId],
  )
  expect(buyer?.consent_version).toMatch(/^\d{4}-\d{2} own [\w-]{16}$/)
  await inStore(app, storeId, (tx) => removeText(tx, { storeId, locale: 'en', key: 'checkout.consent' }))
  const texts = await inStore(app, storeId, (tx) => listTexts(tx, { storeId, locale: 'en' }))
  expect(texts.filter(({ override }) => override !== null)).toMatchObject([{ key: 'basket.items.other' }])
})

test('unknown keys, unknown values, line breaks and too many texts are refused', async () => {
  const { storeId } = await openHome()
  const set = (key: string, text: string) =>
    inStore(app, storeId, (tx) => setText(tx, { storeId, locale: 'en', key, text }))
  const refused = (code: string) => ({ code })
  for (const key of ['home', 'home.missing', '__proto__.x', 'basket.items'])
    await expect(set(key, 'x'), key).rejects.toMatchObject(refused('not_found'))
  for (const [key, text] of [
    ['home.recent', '{player}'],
    ['basket.items.one', '{total}'],
    ['home.recent', ''],
    ['home.recent', 'x'.repeat(501)],
    ['home.recent', 'two\nlines'],
  ] as const)
    await expect(set(key, text), text).rejects.toMatchObject(refused('invalid_request'))
  await set('product.limit_text.one', '{count} for each')
  const many = Object.fromEntries(Array.from({ length: 299 }, (_, i) => [`key${i}`, 'x']))
  await store.query('update storefronts set text_overrides = $2 where store_id = $1', [storeId, { es: many }])
  await set('home.recent', 'The last one')
  await expect(set('home.community', 'One more')).rejects.toMatchObject(refused('conflict'))
})

test('a buyer who ticks the box hides their own order, paid or not, and nobody else of the name that they typed', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  await inStore(app, storeId, (tx) =>
    updateStorefront(tx, { storeId, showRecentPurchases: true, showTopSupporter: true, timeZone: ZONE }),
  )
  const order = async (form: Record<string, string>) => {
    const browser = newBrowser()
    await browser.add()
    await browser.post('/who', { name: 'ana' })
    const { location } = await browser.checkout(form)
    return { pay: () => browser.pay(location), again: (more: Record<string, string>) => browser.checkout(more) }
  }
  const shown = async () => {
    const { recent, supporter } = await readHome(storeId)
    return [recent, supporter?.name ?? null]
  }
  const hidden = await order({ hide_name: 'yes' })
  const late = await order({})
  await late.again({ hide_name: 'yes' })
  await (await order({})).pay()
  expect(await shown()).toEqual([['ana'], 'ana'])
  await hidden.pay()
  await late.pay()
  expect(await shown()).toEqual([['ana'], 'ana'])
  await store.query(
    'update checkouts set state = $2, refunded_at = now() where id in (select c.id from checkouts c left join checkout_buyers b on b.checkout_id = c.id where c.store_id = $1 and not b.hides_name)',
    [storeId, 'refunded'],
  )
  expect(await shown()).toEqual([[], null])
})

test('a player who has proved who they are and ticks the box is not named any more', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: 'ana' })
  await store.query("update baskets set identity = 'code', proof = 'proven' where store_id = $1", [storeId])
  expect((await browser.checkout({ hide_name: 'yes' })).status).toBe(303)
  expect(await store.query('select game_user_id from unnamed_players where store_id = $1', [storeId])).toEqual([
    { game_user_id: 'ana' },
  ])
})

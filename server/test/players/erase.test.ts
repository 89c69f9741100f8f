import { expect, test } from 'vitest'
import { banPlayer } from '../../src/bans/ban-player.ts'
import { liftBan } from '../../src/bans/lift-ban.ts'
import { inStore } from '../../src/db/database.ts'
import { newId, type AuditId, type StoreId } from '../../src/ids.ts'
import { erasePlayer } from '../../src/players/erase-player.ts'
import { openShop } from '../payments/open-shop.ts'
import { scanDatabase } from './scan-database.ts'
import { insertStoreRows, tenantTables } from '../insert-store-rows.ts'
import { startStore } from '../start-store.ts'
import {
  deliveriesOf,
  expectNoViolations,
  expire,
  entitlementsOf,
  holdRows,
  only,
  passTime,
  untilWaiting,
} from '../store-records.ts'

const store = await startStore()
const { app } = store.database

const erase = (storeId: StoreId, gameUserId: string, cancelPending = false) =>
  inStore(app, storeId, (tx) => erasePlayer(tx, { storeId, gameUserId, cancelPending }))
const refused = (message: RegExp) => ({ code: 'conflict', message: expect.stringMatching(message) as string })

/** All rows of other players and stores. */
async function rowsWithout(player: string): Promise<string[]> {
  const all: string[] = []
  for (const { name } of await tenantTables(store)) {
    const rows = await store.query<{ row: string }>(`select t::text as row from "${name}" t`)
    all.push(...rows.map(({ row }) => `${name} ${row}`).filter((row) => !row.includes(player)))
  }
  return all.sort()
}

test("other players and stores do not change, even if the player's id equals a product or a field name", async () => {
  const { storeId, key, productId } = await openShop(store, { name: 'VIP Gold' })
  await insertStoreRows(store)
  const players = ['VIP Gold', 'gameUserId', 'checkout', 'steam:1100', '1100', 'paid']
  for (const player of players) await store.sell(storeId, player, [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await store.query(
    `insert into audit_log (store_id, id, actor_kind, actor_name, action, subject, details)
     values ($1, $2, 'command_line', 'command line', 'product.update', 'prd_1', $3)`,
    [storeId, newId<AuditId>(), { name: 'VIP Gold', state: 'paid', checkout: ['1100', 'checkout'] }],
  )
  for (const player of players) {
    const others = players.filter((other) => other !== player && !other.startsWith('erased-'))
    const told = () => store.query('select body from events where store_id = $1 order by id', [storeId])
    const before = (await told()).map(({ body }) => String(body)).filter((body) => !namesIn(body, player))
    const rows = await store.query('select to_jsonb(c) as row from checkouts c where game_user_id = any($1)', [others])
    await erase(storeId, player)
    expect((await told()).map(({ body }) => String(body))).toEqual(expect.arrayContaining(before))
    expect(
      await store.query('select to_jsonb(c) as row from checkouts c where game_user_id = any($1)', [others]),
    ).toEqual(rows)
    players[players.indexOf(player)] = 'erased-'
  }
  const [{ details } = {}] = await store.query('select details from audit_log where store_id = $1', [storeId])
  expect(details).toEqual({ name: 'VIP Gold', state: 'paid', checkout: ['1100', 'checkout'] })
  await expectNoViolations(store)
})

function namesIn(body: string, player: string): boolean {
  return (JSON.parse(body) as { data: { gameUserId?: string } }).data.gameUserId === player
}

test('data that is not about the player stays identical', async () => {
  const { storeId, productId, key } = await openShop(store)
  await insertStoreRows(store)
  for (const player of ['inserted-7f3a', '42', 'inserted-7f3ab']) await store.sell(storeId, player, [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  const before = await rowsWithout('inserted-7f3a,')
  const { pseudonym } = await erase(storeId, 'inserted-7f3a')
  const told = (row: string) => row.includes('""gameUserId"":""inserted-7f3a""') || row.includes(pseudonym)
  expect((await rowsWithout(pseudonym)).filter((row) => !told(row))).toEqual(before.filter((row) => !told(row)))
  expect(before.filter(told)).toHaveLength(1)
})

test('amounts and counts stay correct, and a later buyer with the same id is a new player', async () => {
  const { storeId, productId, key } = await openShop(store, { maxPerPlayer: 1 })
  const elsewhere = await openShop(store)
  await store.sell(elsewhere.storeId, '42', [elsewhere.productId])
  await store.sell(storeId, '42', [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject({ code: 'limit_reached' })
  const { pseudonym } = await erase(storeId, '42')
  expect(pseudonym).toMatch(/^erased-[0-9a-hjkmnp-tv-z]{26}$/)
  expect((await entitlementsOf(store, storeId, productId)).map(({ player }) => player)).toEqual([pseudonym])
  await store.sell(storeId, '42', [productId])
  expect((await entitlementsOf(store, storeId, productId)).map(({ player }) => player)).toEqual(['42', pseudonym])
  expect((await entitlementsOf(store, elsewhere.storeId, elsewhere.productId)).map(({ player }) => player)).toEqual([
    '42',
  ])
  await expectNoViolations(store)
})

test('a player with pending deliveries is not erased without cancelPending', async () => {
  const { storeId, productId, serverId, key } = await openShop(store)
  await store.sell(storeId, '42', [productId])
  await expect(erase(storeId, '42')).rejects.toMatchObject(refused(/1 pending deliveries/))
  await store.poll(key)
  expect(await erase(storeId, '42', true)).toMatchObject({ checkouts: 1, cancelled: 1 })
  expect(await deliveriesOf(store, storeId, { A: serverId })).toEqual(['APPROVE[1] A cancelled by operator'])
  await expectNoViolations(store)
})

test('a player with an entitlement that will expire is not erased without cancelPending; then it ends without a delivery', async () => {
  const { storeId, productId, serverId, key } = await openShop(store, { durationSeconds: 100 })
  await store.sell(storeId, '42', [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await expect(erase(storeId, '42')).rejects.toMatchObject(refused(/1 entitlements that will expire/))
  await erase(storeId, '42', true)
  await passTime(store, storeId, 200)
  expect(await expire(store)).toBe(1)
  expect(await deliveriesOf(store, storeId, { A: serverId })).toEqual(['APPROVE[1] A processed'])
  await expectNoViolations(store)
})

test('a player with an open checkout or a running refund is not erased', async () => {
  const { storeId, open, pay, sendCallback, key } = await openShop(store)
  const checkoutId = await open()
  await expect(erase(storeId, '42', true)).rejects.toMatchObject(refused(/can still be paid/))
  await pay(checkoutId)
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await store.query(
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
     values ($1, gen_random_uuid(), $2, '{1}', 1990, 'requested', now())`,
    [storeId, checkoutId],
  )
  await expect(erase(storeId, '42', true)).rejects.toMatchObject(refused(/refund of this player/))
  await store.query(
    "update payment_refunds set state = 'failed', error = 'no', retry_at = null, finished_at = now() where store_id = $1",
    [storeId],
  )
  const { pseudonym } = await erase(storeId, '42')
  // A later dispute still finds the checkout.
  await sendCallback(checkoutId, { paid: { amountMinor: 1990, currency: 'BRL' }, dispute: 'open' })
  const [checkout] = await store.query('select state, game_user_id from checkouts where id = $1', [checkoutId])
  expect(checkout).toEqual({ state: 'disputed', game_user_id: pseudonym })
  await expectNoViolations(store)
})

test('a banned player is not erased until the ban is lifted, and an unknown player is not found', async () => {
  const storeId = await store.createStore()
  await inStore(app, storeId, (tx) =>
    banPlayer(tx, { storeId, gameUserId: '42', reason: 'fraud', until: null, by: 'Ada' }),
  )
  await expect(erase(storeId, '42')).rejects.toMatchObject(refused(/Lift the ban/))
  await inStore(app, storeId, (tx) => liftBan(tx, { storeId, gameUserId: '42' }))
  const { pseudonym } = await erase(storeId, '42')
  expect(await store.query('select game_user_id, reason from player_bans where store_id = $1', [storeId])).toEqual([
    { game_user_id: pseudonym, reason: 'erased' },
  ])
  await expect(erase(storeId, '42')).rejects.toMatchObject({ code: 'not_found' })
})

test('erasing waits for a running refund transaction and erases what it wrote', async () => {
  const { storeId, productId, key } = await openShop(store)
  const { checkoutId } = await store.sell(storeId, '42', [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  const [entitlement] = await store.query('select id from entitlements where store_id = $1', [storeId])
  const held = await holdRows(store, 'select from entitlements where id = $1 for update', [entitlement?.['id']])
  const refunding = store.refund(storeId, checkoutId)
  await untilWaiting(store, 1)
  const erasing = erase(storeId, '42', true)
  await untilWaiting(store, 2)
  await held.release()
  await refunding
  expect(await erasing).toMatchObject({ checkouts: 1, cancelled: 1 })
  expect(await store.query('select from events where store_id = $1 and body like \'%"42"%\'', [storeId])).toEqual([])
  await expectNoViolations(store)
})

test('a concurrent sale that extends an entitlement of the player makes erasing fail with a conflict', async () => {
  const { storeId, productId, key } = await openShop(store, { durationSeconds: 100 })
  await store.sell(storeId, '42', [productId])
  for (const { id } of await store.poll(key)) await store.report(key, id)
  const checkouts = await holdRows(store, 'select from checkouts where store_id = $1 for update', [storeId])
  const erasing = erase(storeId, '42', true).catch((error: unknown) => error)
  await untilWaiting(store, 1)
  await store.sell(storeId, '42', [productId])
  await checkouts.release()
  expect(await erasing).toMatchObject(refused(/is buying something/))
  expect(await erase(storeId, '42', true)).toMatchObject({ checkouts: 2 })
  await expectNoViolations(store)
})

test('only the application role can erase, and only in its current store', async () => {
  const storeId = await store.createStore()
  const elsewhere = await store.createStore()
  const rights = await store.query(
    `select role from unnest(array['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts']) role
     where has_function_privilege(role, 'erase_player(uuid, text, text)', 'execute')`,
  )
  expect(only(rights)).toEqual({ role: 'quartermaster_app' })
  await expect(
    inStore(app, storeId, (tx) => erasePlayer(tx, { storeId: elsewhere, gameUserId: '42', cancelPending: true })),
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    store.query("select erase_player($1, 'x', 'erased-00000000000000000000000000')", [elsewhere]),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a payment that arrives after the player was erased is parked', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { closed: true })
  await erase(shop.storeId, '42')
  for (let i = 0; i < 2; i++) await shop.pay(checkoutId)
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  const parked = await store.query('select reason, checkout_id from parked_payments where store_id = $1', [
    shop.storeId,
  ])
  expect(parked).toEqual([{ reason: 'erased_player', checkout_id: checkoutId }])
  expect(await store.poll(shop.key)).toEqual([])
})

test('values that the player entered, and values that name the player, are erased with the commands that contain them', async () => {
  const { storeId, key, productId } = await openShop(store, {
    commands: {
      approve: ['tag {userId} {field.tag} {field.friend}'],
      refund: ['untag {userId} {field.friend}'],
      expire: ['untag {userId} {field.tag}'],
    },
    durationSeconds: 60,
    fields: [
      { name: 'tag', type: 'text', label: 'Tag' },
      { name: 'friend', type: 'player', label: 'Friend' },
    ],
  })
  const buy = (player: string, tag: string, friend: string) =>
    store.sell(storeId, player, [{ productId, quantity: 1, fields: { tag, friend } }])
  await buy('Erin-5512', 'SecretNick77', 'Finn')
  const { checkoutId } = await buy('Finn', 'Finns-tag', 'Erin-5512')
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await erase(storeId, 'Erin-5512', true)
  for (const text of ['Erin-5512', 'SecretNick77']) {
    const found = Object.keys(await scanDatabase((sql, values) => store.query(sql, values), text))
    expect(found.filter((place) => !place.startsWith('pg_'))).toEqual([])
  }
  const [line] = await store.query<{ fields: object }>('select fields from checkout_lines where checkout_id = $1', [
    checkoutId,
  ])
  expect(line?.fields).toMatchObject({ values: [{ name: 'tag', value: 'Finns-tag' }] })
  await store.refund(storeId, checkoutId)
  expect(await store.poll(key)).toEqual([])
  await expectNoViolations(store)
})

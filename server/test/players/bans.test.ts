import { expect, test } from 'vitest'
import { banPlayer } from '../../src/bans/ban-player.ts'
import { liftBan } from '../../src/bans/lift-ban.ts'
import { listBans } from '../../src/bans/list-bans.ts'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { openShop } from '../payments/open-shop.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'

const store = await startStore()
const { app } = store.database

const ban = (storeId: StoreId, gameUserId: string, until: Date | null = null) =>
  inStore(app, storeId, (tx) => banPlayer(tx, { storeId, gameUserId, reason: 'charged back', until, by: 'Ada' }))
const lift = (storeId: StoreId, gameUserId: string) =>
  inStore(app, storeId, (tx) => liftBan(tx, { storeId, gameUserId }))
const banned = { code: 'player_banned', status: 409 }

test('a banned player can neither open a checkout nor get a manual sale, in this store only', async () => {
  const { storeId, open, productId } = await openShop(store)
  const elsewhere = await openShop(store)
  await ban(storeId, '42')
  await expect(open()).rejects.toMatchObject(banned)
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject(banned)
  await open([productId], '43')
  await elsewhere.open()
  const sold = await store.query('select from checkouts where store_id = $1 and game_user_id = $2', [storeId, '42'])
  expect(sold).toEqual([])
})

test('a checkout that was opened before the ban can be paid and is delivered', async () => {
  const { storeId, open, pay, stateOf, key } = await openShop(store)
  const checkoutId = await open()
  await ban(storeId, '42')
  await pay(checkoutId)
  expect(await stateOf(checkoutId)).toBe('paid')
  expect(only(await store.poll(key)).gameUserId).toBe('42')
  await expectNoViolations(store)
})

test('a repeated sale returns the sale from before the ban', async () => {
  const { storeId, productId } = await openShop(store)
  const first = await store.sell(storeId, '42', [productId], { reference: 'r1' })
  await ban(storeId, '42')
  expect(await store.sell(storeId, '42', [productId], { reference: 'r1' })).toEqual(first)
  await expect(store.sell(storeId, '42', [productId], { reference: 'r2' })).rejects.toMatchObject(banned)
})

test('player ids are compared exactly', async () => {
  const { storeId, productId } = await openShop(store)
  await ban(storeId, 'Steve')
  for (const other of ['steve', 'Steve ']) await store.sell(storeId, other, [productId])
  await expect(store.sell(storeId, 'Steve', [productId])).rejects.toMatchObject(banned)
})

test('a ban ends when it is lifted or at its set time, and the player can be banned again', async () => {
  const { storeId, productId } = await openShop(store)
  await ban(storeId, '42', new Date(Date.now() + 3_600_000))
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject(banned)
  await store.query("update player_bans set until = now() - interval '1 s' where store_id = $1", [storeId])
  await store.sell(storeId, '42', [productId])

  expect(await ban(storeId, '42')).toMatchObject({ isActive: true, until: null, liftedAt: null, createdBy: 'Ada' })
  const lifted = await lift(storeId, '42')
  expect(lifted).toMatchObject({ isActive: false })
  expect(await lift(storeId, '42')).toEqual(lifted)
  await store.sell(storeId, '42', [productId])
  await expect(ban(storeId, '42', new Date(Date.now() - 60_000))).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(lift(storeId, '43')).rejects.toMatchObject({ code: 'not_found' })
})

test('ten simultaneous bans of one player all succeed and are one ban', async () => {
  const storeId = await store.createStore()
  await Promise.all(Array.from({ length: 10 }, () => ban(storeId, '42')))
  expect(await store.query('select from player_bans where store_id = $1', [storeId])).toHaveLength(1)
})

test('bans are listed in pages, ended ones only on request', async () => {
  const storeId = await store.createStore()
  for (const player of ['a', 'b', 'c', 'd']) await ban(storeId, player)
  await lift(storeId, 'b')
  const list = (filter: { after?: string; includeEnded?: boolean; limit?: number; gameUserId?: string }) =>
    inStore(app, storeId, async (tx) =>
      (await listBans(tx, { storeId, limit: 2, ...filter })).map(({ gameUserId }) => gameUserId),
    )
  expect(await list({})).toEqual(['a', 'c'])
  expect(await list({ after: 'c' })).toEqual(['d'])
  expect(await list({ includeEnded: true, limit: 9 })).toEqual(['a', 'b', 'c', 'd'])
  expect(await list({ gameUserId: 'd' })).toEqual(['d'])
})

import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { inStore } from '../../src/db/database.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { erasePlayer } from '../../src/players/erase-player.ts'
import { previewRedelivery } from '../../src/redelivery/plan-redelivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, only, passTime } from '../store-records.ts'
import { openDesk, outcomes } from './redelivery-desk.ts'

const store = await startStore()

test('after a wipe everything that players still own is given again, once, and the dry run says so before', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  const coins = await store.createProduct(desk.storeId, { name: 'coins' })
  await store.sell(desk.storeId, '42', [rank, [coins, 3]])
  await store.sell(desk.storeId, '43', [coins])
  const before = await store.poll(desk.a.key)
  await desk.deliver()

  const plan = await desk.plan()
  expect(plan).toMatchObject({ deliveries: 3, entitlements: 3, players: 2 })
  const done = await desk.redeliver()
  expect(done).toMatchObject({ ...plan, state: 'done' })
  const again = await store.poll(desk.a.key)
  expect(again.map(({ gameUserId, deliveryType }) => `${deliveryType} ${gameUserId}`)).toEqual([
    'APPROVE 42',
    'APPROVE 42',
    'APPROVE 43',
  ])
  expect(again.flatMap(({ products }) => products)).toEqual(before.flatMap(({ products }) => products))
  await desk.deliver()
  await expectNoViolations(store)
})

test('what extends is given once, however often it was bought, and its end stays; what stands on its own is given for each unit', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { name: 'rank', durationSeconds: 1_000 })
  const coins = await store.createProduct(desk.storeId, { name: 'coins' })
  for (let i = 0; i < 4; i++) await store.sell(desk.storeId, '42', [rank])
  await store.sell(desk.storeId, '42', [[rank, 5]])
  for (let i = 0; i < 3; i++) await store.sell(desk.storeId, '42', [[coins, 2]])
  await desk.deliver()
  const ends = () => store.query('select id, until from entitlements where store_id = $1 order by id', [desk.storeId])
  const before = await ends()

  expect(await desk.plan()).toMatchObject({ deliveries: 4, entitlements: 4, players: 1 })
  expect(await desk.redeliver()).toMatchObject({ deliveries: 4, entitlements: 4, players: 1 })
  const goods = (await store.poll(desk.a.key)).map(({ products }) => (products ?? []).map(({ name }) => name))
  expect(goods).toEqual([['rank'], ['coins', 'coins'], ['coins', 'coins'], ['coins', 'coins']])
  expect(await ends()).toEqual(before)
  await expectNoViolations(store)
})

test('what still waits comes anyway, so it is not sent: the first delivery, a resend, and an earlier redelivery', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  const { deliveryIds } = await store.sell(desk.storeId, 'resent', [coins])
  await store.sell(desk.storeId, 'other', [coins])
  await desk.deliver()
  await resendDelivery(store.database.app, { storeId: desk.storeId, deliveryId: only(deliveryIds) })
  await store.sell(desk.storeId, 'new', [coins])
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ sent: 1, waiting: 2 })
  expect(outcomes((await desk.plan()).breakdown)).toEqual({ waiting: 3 })
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ waiting: 3 })
  expect(await store.poll(desk.a.key)).toHaveLength(3)
  await expectNoViolations(store)
})

test('a rank that waits for a second purchase comes with it and is not sent for the first', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [rank])
  await desk.deliver()
  await store.sell(desk.storeId, '42', [rank])
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ waiting: 1 })
})

test('what was refunded, has expired, is due to expire, or was cancelled by an operator is left out, and counted', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 100 })
  const coins = await store.createProduct(desk.storeId)
  await store.sell(desk.storeId, 'expired', [rank])
  const gone = await store.sell(desk.storeId, 'refunded', [coins])
  await desk.deliver()
  await store.refund(desk.storeId, gone.checkoutId)
  await passTime(store, desk.storeId, 101)
  await expire(store)
  await store.sell(desk.storeId, 'due', [rank])
  const cancelled = await store.sell(desk.storeId, 'cancelled', [coins])
  await cancelDelivery(store.database.app, { storeId: desk.storeId, deliveryId: only(cancelled.deliveryIds) })
  await desk.deliver()
  await passTime(store, desk.storeId, 101)
  const plan = await desk.plan()
  expect(plan.skipped).toEqual({ waiting: 0, delivered: 0, cancelled: 1, refunded: 1, expired: 2 })
  expect(await desk.redeliver()).toMatchObject({ ...plan, deliveries: 0 })
})

test('only the lines of a purchase that still count are given again', async () => {
  const desk = await openDesk(store)
  const sold = await store.createProduct(desk.storeId, { name: 'taken back' })
  const kept = await store.createProduct(desk.storeId, { name: 'kept' })
  const { checkoutId } = await store.sell(desk.storeId, '42', [sold, kept])
  await desk.deliver()
  await store.refund(desk.storeId, checkoutId, [1])
  await desk.deliver()
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ sent: 1, refunded: 1 })
  expect(only(await store.poll(desk.a.key)).products).toMatchObject([{ name: 'kept' }])
  await expectNoViolations(store)
})

test('a product for two servers of which one was wiped is given there only', async () => {
  const desk = await openDesk(store)
  const both = await store.createProduct(desk.storeId, { serverIds: [desk.a.serverId, desk.b.serverId] })
  await store.sell(desk.storeId, '42', [both])
  await desk.deliver()
  const choice = { serverIds: [desk.b.serverId] }
  expect(await desk.plan(choice)).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  await desk.redeliver(choice)
  expect(await desk.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] B processed', 'APPROVE[1] B waiting'])
  await expectNoViolations(store)
})

test('products, players and dates choose', async () => {
  const desk = await openDesk(store)
  const one = await store.createProduct(desk.storeId)
  const other = await store.createProduct(desk.storeId)
  await store.sell(desk.storeId, '42', [one])
  await store.sell(desk.storeId, '43', [other])
  await store.sell(desk.storeId, '44', [one, other])
  await desk.deliver()
  await passTime(store, desk.storeId, 3_600)
  await store.sell(desk.storeId, '45', [one])
  await desk.deliver()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sent = async (choice: object) => (await desk.plan(choice)).deliveries
  expect(await sent({ productIds: [one] })).toBe(3)
  expect(await sent({ productIds: [one, other], gameUserIds: ['44', '45'] })).toBe(3)
  expect(await sent({ purchasedFrom: ago(30) })).toBe(1)
  expect(await sent({ purchasedUntil: ago(30) })).toBe(4)
  expect(
    await sent({ purchasedFrom: ago(90), purchasedUntil: ago(30), gameUserIds: ['44'], productIds: [other] }),
  ).toBe(1)
  expect(await sent({ purchasedUntil: ago(90) })).toBe(0)
  const done = await desk.redeliver({ productIds: [other], purchasedUntil: ago(30), gameUserIds: ['43'] })
  expect(done).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  expect(only(await store.poll(desk.a.key))).toMatchObject({ gameUserId: '43' })
})

test('what was delivered since the wipe is there already', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  await store.sell(desk.storeId, 'before', [coins])
  await desk.deliver()
  const [{ now: wipedAt } = { now: new Date() }] = await store.query<{ now: Date }>(
    "select date_trunc('milliseconds', now()) + interval '1 ms' as now",
  )
  await expect.poll(() => Date.now()).toBeGreaterThan(wipedAt.getTime() + 1)
  await store.sell(desk.storeId, 'after', [coins])
  await desk.deliver()
  expect(outcomes((await desk.redeliver({ wipedAt })).breakdown)).toEqual({ sent: 1, delivered: 1 })
  expect(only(await store.poll(desk.a.key)).gameUserId).toBe('before')
})

test('a second redelivery after a second wipe gives everything once more', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [rank])
  for (let wipes = 0; wipes < 3; wipes++) {
    expect(await desk.deliver(desk.a)).toHaveLength(1)
    expect((await desk.redeliver()).deliveries).toBe(1)
  }
  expect(await desk.deliver(desk.a)).toHaveLength(1)
  await expectNoViolations(store)
})

test('what the first server took over from the time before it is given again there', async () => {
  const storeId = await store.createStore()
  const coins = await store.createProduct(storeId)
  await store.sell(storeId, '42', [coins])
  const { key } = await store.createServer(storeId)
  const plan = () => inStore(store.database.app, storeId, (tx) => previewRedelivery(tx, { storeId, choice: {} }))
  expect(outcomes((await plan()).breakdown)).toEqual({ waiting: 1 })
  for (const { id } of await store.poll(key)) await store.report(key, id)
  expect(outcomes((await plan()).breakdown)).toEqual({ sent: 1 })
})

test('a player who was erased gets nothing: no game knows who that is', async () => {
  const desk = await openDesk(store)
  const { storeId } = desk
  const coins = await store.createProduct(storeId)
  for (const player of ['42', '43']) await store.sell(storeId, player, [coins])
  await desk.deliver()
  const id = await desk.start()
  await inStore(store.database.app, storeId, (tx) =>
    erasePlayer(tx, { storeId, gameUserId: '42', cancelPending: false }),
  )
  expect(await desk.plan()).toMatchObject({ deliveries: 1, players: 1 })
  await desk.run()
  expect(await desk.show(id)).toMatchObject({ deliveries: 1, players: 1 })
  expect(only(await store.poll(desk.a.key)).gameUserId).toBe('43')
})

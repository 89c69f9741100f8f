import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { inStore } from '../../src/db/database.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { erasePlayer } from '../../src/players/erase-player.ts'
import { previewRedelivery } from '../../src/redelivery/preview-redelivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, only, passTime } from '../store-records.ts'
import { createRedeliveryClient, outcomes } from './redelivery-client.ts'

const store = await startStore()

test('after a wipe everything that players still own is sent once, as the preview says', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  const coins = await store.createProduct(client.storeId, { name: 'coins' })
  await store.sell(client.storeId, '42', [rank, [coins, 3]])
  await store.sell(client.storeId, '43', [coins])
  const before = await store.poll(client.a.key)
  await client.deliver()

  const preview = await client.preview()
  expect(preview).toMatchObject({ deliveries: 3, entitlements: 3, players: 2 })
  const done = await client.redeliver()
  expect(done).toMatchObject({ ...preview, state: 'done' })
  const again = await store.poll(client.a.key)
  expect(again.map(({ gameUserId, deliveryType }) => `${deliveryType} ${gameUserId}`)).toEqual([
    'APPROVE 42',
    'APPROVE 42',
    'APPROVE 43',
  ])
  expect(again.flatMap(({ products }) => products)).toEqual(before.flatMap(({ products }) => products))
  await client.deliver()
  await expectNoViolations(store)
})

test('an extending product is sent once and keeps its end; independent units are each sent', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { name: 'rank', durationSeconds: 1_000 })
  const coins = await store.createProduct(client.storeId, { name: 'coins' })
  for (let i = 0; i < 4; i++) await store.sell(client.storeId, '42', [rank])
  await store.sell(client.storeId, '42', [[rank, 5]])
  for (let i = 0; i < 3; i++) await store.sell(client.storeId, '42', [[coins, 2]])
  await client.deliver()
  const ends = () => store.query('select id, until from entitlements where store_id = $1 order by id', [client.storeId])
  const before = await ends()

  expect(await client.preview()).toMatchObject({ deliveries: 4, entitlements: 4, players: 1 })
  expect(await client.redeliver()).toMatchObject({ deliveries: 4, entitlements: 4, players: 1 })
  const goods = (await store.poll(client.a.key)).map(({ products }) => (products ?? []).map(({ name }) => name))
  expect(goods).toEqual([['rank'], ['coins', 'coins'], ['coins', 'coins'], ['coins', 'coins']])
  expect(await ends()).toEqual(before)
  await expectNoViolations(store)
})

test('pending deliveries are not sent again: first deliveries, resends and earlier redeliveries', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  const { deliveryIds } = await store.sell(client.storeId, 'resent', [coins])
  await store.sell(client.storeId, 'other', [coins])
  await client.deliver()
  await resendDelivery(store.database.app, { storeId: client.storeId, deliveryId: only(deliveryIds) })
  await store.sell(client.storeId, 'new', [coins])
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ sent: 1, waiting: 2 })
  expect(outcomes((await client.preview()).breakdown)).toEqual({ waiting: 3 })
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ waiting: 3 })
  expect(await store.poll(client.a.key)).toHaveLength(3)
  await expectNoViolations(store)
})

test('an extending product is not sent while a second purchase of it is pending', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [rank])
  await client.deliver()
  await store.sell(client.storeId, '42', [rank])
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ waiting: 1 })
})

test('refunded, expired, due and cancelled entitlements are skipped and counted', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 100 })
  const coins = await store.createProduct(client.storeId)
  await store.sell(client.storeId, 'expired', [rank])
  const gone = await store.sell(client.storeId, 'refunded', [coins])
  await client.deliver()
  await store.refund(client.storeId, gone.checkoutId)
  await passTime(store, client.storeId, 101)
  await expire(store)
  await store.sell(client.storeId, 'due', [rank])
  const cancelled = await store.sell(client.storeId, 'cancelled', [coins])
  await cancelDelivery(store.database.app, { storeId: client.storeId, deliveryId: only(cancelled.deliveryIds) })
  await client.deliver()
  await passTime(store, client.storeId, 101)
  const preview = await client.preview()
  expect(preview.skipped).toEqual({ waiting: 0, delivered: 0, cancelled: 1, refunded: 1, expired: 2 })
  expect(await client.redeliver()).toMatchObject({ ...preview, deliveries: 0 })
})

test('only the lines of a purchase that are not refunded are sent', async () => {
  const client = await createRedeliveryClient(store)
  const sold = await store.createProduct(client.storeId, { name: 'taken back' })
  const kept = await store.createProduct(client.storeId, { name: 'kept' })
  const { checkoutId } = await store.sell(client.storeId, '42', [sold, kept])
  await client.deliver()
  await store.refund(client.storeId, checkoutId, [1])
  await client.deliver()
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ sent: 1, refunded: 1 })
  expect(only(await store.poll(client.a.key)).products).toMatchObject([{ name: 'kept' }])
  await expectNoViolations(store)
})

test('a product for two servers is sent only to the selected server', async () => {
  const client = await createRedeliveryClient(store)
  const both = await store.createProduct(client.storeId, { serverIds: [client.a.serverId, client.b.serverId] })
  await store.sell(client.storeId, '42', [both])
  await client.deliver()
  const selection = { serverIds: [client.b.serverId] }
  expect(await client.preview(selection)).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  await client.redeliver(selection)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] B processed',
    'APPROVE[1] B waiting',
  ])
  await expectNoViolations(store)
})

test('a redelivery can be limited to products, players and dates', async () => {
  const client = await createRedeliveryClient(store)
  const one = await store.createProduct(client.storeId)
  const other = await store.createProduct(client.storeId)
  await store.sell(client.storeId, '42', [one])
  await store.sell(client.storeId, '43', [other])
  await store.sell(client.storeId, '44', [one, other])
  await client.deliver()
  await passTime(store, client.storeId, 3_600)
  await store.sell(client.storeId, '45', [one])
  await client.deliver()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sent = async (selection: object) => (await client.preview(selection)).deliveries
  expect(await sent({ productIds: [one] })).toBe(3)
  expect(await sent({ productIds: [one, other], gameUserIds: ['44', '45'] })).toBe(3)
  expect(await sent({ purchasedFrom: ago(30) })).toBe(1)
  expect(await sent({ purchasedUntil: ago(30) })).toBe(4)
  expect(
    await sent({ purchasedFrom: ago(90), purchasedUntil: ago(30), gameUserIds: ['44'], productIds: [other] }),
  ).toBe(1)
  expect(await sent({ purchasedUntil: ago(90) })).toBe(0)
  const done = await client.redeliver({ productIds: [other], purchasedUntil: ago(30), gameUserIds: ['43'] })
  expect(done).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  expect(only(await store.poll(client.a.key))).toMatchObject({ gameUserId: '43' })
})

test('entitlements that were delivered after the wipe are skipped', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  await store.sell(client.storeId, 'before', [coins])
  await client.deliver()
  const [{ now: wipedAt } = { now: new Date() }] = await store.query<{ now: Date }>(
    "select date_trunc('milliseconds', now()) + interval '1 ms' as now",
  )
  await expect.poll(() => Date.now()).toBeGreaterThan(wipedAt.getTime() + 1)
  await store.sell(client.storeId, 'after', [coins])
  await client.deliver()
  expect(outcomes((await client.redeliver({ wipedAt })).breakdown)).toEqual({ sent: 1, delivered: 1 })
  expect(only(await store.poll(client.a.key)).gameUserId).toBe('before')
})

test('a redelivery after a second wipe sends everything again', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [rank])
  for (let wipes = 0; wipes < 3; wipes++) {
    expect(await client.deliver(client.a)).toHaveLength(1)
    expect((await client.redeliver()).deliveries).toBe(1)
  }
  expect(await client.deliver(client.a)).toHaveLength(1)
  await expectNoViolations(store)
})

test('purchases from before the first server are sent to the first server', async () => {
  const storeId = await store.createStore()
  const coins = await store.createProduct(storeId)
  await store.sell(storeId, '42', [coins])
  const { key } = await store.createServer(storeId)
  const preview = () => inStore(store.database.app, storeId, (tx) => previewRedelivery(tx, { storeId, selection: {} }))
  expect(outcomes((await preview()).breakdown)).toEqual({ waiting: 1 })
  for (const { id } of await store.poll(key)) await store.report(key, id)
  expect(outcomes((await preview()).breakdown)).toEqual({ sent: 1 })
})

test('an erased player gets nothing, because no game knows the pseudonym', async () => {
  const client = await createRedeliveryClient(store)
  const { storeId } = client
  const coins = await store.createProduct(storeId)
  for (const player of ['42', '43']) await store.sell(storeId, player, [coins])
  await client.deliver()
  const id = await client.start()
  await inStore(store.database.app, storeId, (tx) =>
    erasePlayer(tx, { storeId, gameUserId: '42', cancelPending: false }),
  )
  expect(await client.preview()).toMatchObject({ deliveries: 1, players: 1 })
  await client.run()
  expect(await client.show(id)).toMatchObject({ deliveries: 1, players: 1 })
  expect(only(await store.poll(client.a.key)).gameUserId).toBe('43')
})

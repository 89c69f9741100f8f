import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { formatId, type RedeliveryId } from '../../src/ids.ts'
import { listRedeliveries } from '../../src/redelivery/list-redeliveries.ts'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { runRedeliveries } from '../../src/redelivery/run-redeliveries.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, holdRows, untilWaiting, only } from '../store-records.ts'
import { createRedeliveryClient, outcomes } from './redelivery-client.ts'

const store = await startStore()

/** A store where this many players own coins that were delivered. */
async function sold(players: number) {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  for (let i = 0; i < players; i++) await store.sell(client.storeId, `player ${i}`, [coins])
  await client.deliver()
  return { ...client, coins }
}

test('a second redelivery for the same server is refused, and the error names the running one', async () => {
  const client = await sold(1)
  const { a, b } = client
  const id = await client.start({ serverIds: [a.serverId] })
  const running = { code: 'conflict', message: expect.stringContaining(formatId('rdl', id)) as string }
  await expect(client.start()).rejects.toMatchObject(running)
  await expect(client.start({ serverIds: [b.serverId, a.serverId] })).rejects.toMatchObject(running)
  await client.start({ serverIds: [b.serverId] })
  await client.run()
  await client.start()
  await client.run()
})

test('ten simultaneous starts create one redelivery', async () => {
  const client = await sold(1)
  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => client.start()))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await client.run()
  expect(await store.poll(client.a.key)).toHaveLength(1)
})

test('concurrent workers send each entitlement once', async () => {
  const client = await sold(40)
  const id = await client.start()
  await Promise.all(Array.from({ length: 5 }, client.run))
  await client.run()
  expect(await client.show(id)).toMatchObject({ state: 'done', deliveries: 40, entitlements: 40, players: 40 })
  expect(await store.poll(client.a.key)).toHaveLength(40)
  await expectNoViolations(store)
})

test('a locked entitlement is waited for in order, and its change is respected', async () => {
  const client = await sold(5)
  const [, second] = await store.query<{ id: string }>('select id from entitlements where store_id = $1 order by id', [
    client.storeId,
  ])
  const hand = await holdRows(
    store,
    "update entitlements set ended_at = now(), ended_by = 'refund' where store_id = $1 and id = $2",
    [client.storeId, second?.id],
  )
  const id = await client.start()
  const running = client.run()
  await untilWaiting(store, 1)
  expect(await client.show(id)).toMatchObject({ state: 'running', deliveries: 1 })
  await hand.release()
  await running
  expect(outcomes((await client.show(id)).breakdown)).toEqual({ sent: 4, refunded: 1 })
  expect((await store.poll(client.a.key)).map(({ gameUserId }) => gameUserId)).toEqual(
    [0, 2, 3, 4].map((i) => `player ${i}`),
  )
})

test('a stopped redelivery sends nothing more, and enqueued deliveries stay', async () => {
  const client = await sold(2)
  const id = await client.start()
  expect(await client.stop(id)).toBe('stopped')
  expect(await client.stop(id)).toBe('stopped')
  await client.run()
  expect(await client.show(id)).toMatchObject({ state: 'stopped', deliveries: 0, entitlements: 0, players: 0 })
  const next = await client.redeliver()
  expect(next).toMatchObject({ state: 'done', deliveries: 2 })
  expect(await client.stop(next.id)).toBe('done')
})

test('a redelivery that fails does not block other stores, and its error is thrown', async () => {
  const [faulty, sound] = [await sold(1), await sold(1)]
  const [first, second] = [await faulty.start(), await sound.start()]
  await store.query("update checkout_lines set approve_commands = array[repeat('x', 300000)] where store_id = $1", [
    faulty.storeId,
  ])
  await expect(faulty.run()).rejects.toMatchObject({ code: 'purchase_too_large' })
  expect(await faulty.show(first)).toMatchObject({ state: 'running' })
  expect(await sound.show(second)).toMatchObject({ state: 'done', deliveries: 1 })
  await faulty.stop(first)
})

test('an aborted worker leaves the rest for the next run', async () => {
  const client = await sold(1)
  const id = await client.start()
  const { app, reader } = store.database
  await runRedeliveries(app, reader, { signal: AbortSignal.abort() })
  expect(await client.show(id)).toMatchObject({ state: 'running' })
  await client.run()
  expect(await client.show(id)).toMatchObject({ state: 'done' })
})

test('an invalid selection is refused', async () => {
  const client = await sold(0)
  const now = new Date()
  for (const selection of [
    { productIds: [] },
    { serverIds: [] },
    { gameUserIds: [] },
    { gameUserIds: [''] },
    { gameUserIds: Array.from({ length: 1_001 }, (_, i) => `${i}`) },
    { purchasedFrom: now, purchasedUntil: now },
    { wipedAt: new Date(now.getTime() + 3_600_000) },
  ])
    await expect(client.start(selection)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the list is newest first and continues after the last one of a page', async () => {
  const client = await sold(1)
  const ids: RedeliveryId[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await client.redeliver()).id)
  const { storeId } = client
  const list = (after?: RedeliveryId) =>
    inStore(store.database.app, storeId, (tx) => listRedeliveries(tx, { storeId, limit: 2, ...(after && { after }) }))
  expect((await list()).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await list(ids[1])).map(({ id }) => id)).toEqual(ids.slice(2))
})

test('a product that a buyer chose for two servers is revoked and resent on one, independent of the other', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000, buyerChoosesServer: true })
  const onA = await store.sell(client.storeId, '42', [rank], { serverId: client.a.serverId })
  await store.sell(client.storeId, '42', [rank], { serverId: client.b.serverId })
  await client.deliver()
  const { deliveryIds } = await store.refund(client.storeId, onA.checkoutId)
  await client.deliver()
  await resendDelivery(store.database.app, { storeId: client.storeId, deliveryId: only(deliveryIds) })
  expect((await client.deliveries()).at(-1)).toBe('REFUND[1] A waiting')
  await expectNoViolations(store)
})

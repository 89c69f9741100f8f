import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { formatId, type GameServerId, newId, type ProductId, type RedeliveryId } from '../../src/ids.ts'
import { listRedeliveries } from '../../src/redelivery/list-redeliveries.ts'
import { runRedeliveries } from '../../src/redelivery/run-redeliveries.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, holdRows, untilWaiting } from '../store-records.ts'
import { openDesk, outcomes } from './redelivery-desk.ts'

const store = await startStore()

/** A store in which as many players own coins, delivered. */
async function sold(players: number) {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  for (let i = 0; i < players; i++) await store.sell(desk.storeId, `player ${i}`, [coins])
  await desk.deliver()
  return { ...desk, coins }
}

test('only one redelivery at a time runs for a server, and the refusal names the one that does', async () => {
  const desk = await sold(1)
  const { a, b } = desk
  const id = await desk.start({ serverIds: [a.serverId] })
  const running = { code: 'conflict', message: expect.stringContaining(formatId('rdl', id)) as string }
  await expect(desk.start()).rejects.toMatchObject(running)
  await expect(desk.start({ serverIds: [b.serverId, a.serverId] })).rejects.toMatchObject(running)
  await desk.start({ serverIds: [b.serverId] })
  await desk.run()
  await desk.start()
  await desk.run()
})

test('ten starts at the same moment are one redelivery', async () => {
  const desk = await sold(1)
  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => desk.start()))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await desk.run()
  expect(await store.poll(desk.a.key)).toHaveLength(1)
})

test('many workers at once send each thing once', async () => {
  const desk = await sold(40)
  const id = await desk.start()
  await Promise.all(Array.from({ length: 5 }, desk.run))
  await desk.run()
  expect(await desk.show(id)).toMatchObject({ state: 'done', deliveries: 40, entitlements: 40, players: 40 })
  expect(await store.poll(desk.a.key)).toHaveLength(40)
  await expectNoViolations(store)
})

test('what somebody has in hand is waited for, nothing overtakes it, and what he did is honoured', async () => {
  const desk = await sold(5)
  const [, second] = await store.query<{ id: string }>('select id from entitlements where store_id = $1 order by id', [
    desk.storeId,
  ])
  const hand = await holdRows(
    store,
    "update entitlements set ended_at = now(), ended_by = 'refund' where store_id = $1 and id = $2",
    [desk.storeId, second?.id],
  )
  const id = await desk.start()
  const running = desk.run()
  await untilWaiting(store, 1)
  expect(await desk.show(id)).toMatchObject({ state: 'running', deliveries: 1 })
  await hand.release()
  await running
  expect(outcomes((await desk.show(id)).breakdown)).toEqual({ sent: 4, refunded: 1 })
  expect((await store.poll(desk.a.key)).map(({ gameUserId }) => gameUserId)).toEqual(
    [0, 2, 3, 4].map((i) => `player ${i}`),
  )
})

test('a redelivery that is stopped sends no more; what was sent stays', async () => {
  const desk = await sold(2)
  const id = await desk.start()
  expect(await desk.stop(id)).toBe('stopped')
  expect(await desk.stop(id)).toBe('stopped')
  await desk.run()
  expect(await desk.show(id)).toMatchObject({ state: 'stopped', deliveries: 0, entitlements: 0, players: 0 })
  const next = await desk.redeliver()
  expect(next).toMatchObject({ state: 'done', deliveries: 2 })
  expect(await desk.stop(next.id)).toBe('done')
})

test('one that fails does not keep another store waiting, and its fault is told', async () => {
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

test('a worker that is told to stop leaves the rest for the next', async () => {
  const desk = await sold(1)
  const id = await desk.start()
  const { app, reader } = store.database
  await runRedeliveries(app, reader, { signal: AbortSignal.abort() })
  expect(await desk.show(id)).toMatchObject({ state: 'running' })
  await desk.run()
  expect(await desk.show(id)).toMatchObject({ state: 'done' })
})

test("another store's products, servers and redeliveries are not found, like unknown ones", async () => {
  const [mine, theirs] = [await sold(1), await sold(1)]
  const id = await theirs.start()
  for (const productIds of [[theirs.coins], [mine.coins, newId<ProductId>()]]) {
    await expect(mine.plan({ productIds })).rejects.toMatchObject({ code: 'not_found' })
    await expect(mine.start({ productIds })).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const serverIds of [[theirs.a.serverId], [newId<GameServerId>()]])
    await expect(mine.start({ serverIds })).rejects.toMatchObject({ code: 'not_found' })
  for (const redeliveryId of [id, newId<RedeliveryId>()]) {
    await expect(mine.show(redeliveryId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(mine.stop(redeliveryId)).rejects.toMatchObject({ code: 'not_found' })
  }
  await theirs.stop(id)
})

test('a choice that means nothing is refused', async () => {
  const desk = await sold(0)
  const now = new Date()
  for (const choice of [
    { productIds: [] },
    { serverIds: [] },
    { gameUserIds: [] },
    { gameUserIds: [''] },
    { gameUserIds: Array.from({ length: 1_001 }, (_, i) => `${i}`) },
    { purchasedFrom: now, purchasedUntil: now },
    { wipedAt: new Date(now.getTime() + 3_600_000) },
  ])
    await expect(desk.start(choice)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the list has the newest first and goes on behind the last', async () => {
  const desk = await sold(1)
  const ids: RedeliveryId[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await desk.redeliver()).id)
  const { storeId } = desk
  const list = (after?: RedeliveryId) =>
    inStore(store.database.app, storeId, (tx) => listRedeliveries(tx, { storeId, limit: 2, ...(after && { after }) }))
  expect((await list()).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await list(ids[1])).map(({ id }) => id)).toEqual(ids.slice(2))
})

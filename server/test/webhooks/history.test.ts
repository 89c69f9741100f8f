import { expect, test } from 'vitest'
import { cleanHistory } from '../../src/webhooks/clean-history.ts'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { type EventId } from '../../src/ids.ts'
import { startReceiver, startWorld, expectReceived } from './webhook-world.ts'

const world = await startWorld()
const { app, reader } = world.database

/** An event recorded so many days ago: its id carries its time. */
async function recordDaysAgo(storeId: Parameters<typeof world.record>[0], days: number): Promise<EventId> {
  const now = await world.record(storeId)
  const [row] = await world.query<{ id: EventId }>(
    `with old as (
       insert into events (store_id, id, type, body, created_at)
       select store_id, overlay(id::text placing left(first_id_at(now() - make_interval(days => $2))::text, 13) from 1 for 13)::uuid,
         type, body, now() - make_interval(days => $2)
       from events where id = $1 returning id),
     moved as (
       insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at, created_at)
       select d.store_id, old.id, d.endpoint_id, d.next_at, now() - make_interval(days => $2)
       from webhook_deliveries d, old where d.event_id = $1),
     gone as (delete from webhook_deliveries where event_id = $1)
     select id from old`,
    [now, days],
  )
  await world.query('delete from events where id = $1', [now])
  return row?.id as EventId
}

const eventsOf = async (storeId: string) =>
  (await world.query<{ id: EventId }>('select id from events where store_id = $1 order by id', [storeId])).map(
    ({ id }) => id,
  )

test('what was delivered is forgotten after its time, and what still waits never', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  const { key } = await world.addEndpoint(storeId, receiver.url)
  const [old, recent] = [await recordDaysAgo(storeId, 31), await recordDaysAgo(storeId, 29)]
  await cleanHistory(app, reader)
  expect(await eventsOf(storeId)).toEqual([old, recent])

  world.deliver()
  await expectReceived(receiver, [old, recent])
  await expect.poll(() => world.waiting(key)).toEqual([])
  await cleanHistory(app, reader)
  expect(await eventsOf(storeId)).toEqual([recent])
})

test('what was given up can be sent again for thirty days, and no longer', async () => {
  const storeId = await world.createStore()
  const { key } = await world.addEndpoint(storeId, 'https://shop.example/')
  await recordDaysAgo(storeId, 31)
  const recent = await recordDaysAgo(storeId, 29)
  await disableEndpoint(app, key)
  await cleanHistory(app, reader)
  expect(await eventsOf(storeId)).toEqual([recent])
  expect(await world.waiting(key)).toMatchObject([{ event: recent, next: null }])
})

test('attempts can be looked up for fourteen days', async () => {
  const storeId = await world.createStore()
  const { key } = await world.addEndpoint(storeId, 'https://shop.example/')
  const event = await world.record(storeId)
  await world.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select $1, $2, now() - make_interval(days => n), $3, 200, 1 from generate_series(0, 5000, 5) n`,
    [storeId, key.endpointId, event],
  )
  await cleanHistory(app, reader)
  expect(await world.query('select from webhook_attempts where store_id = $1', [storeId])).toHaveLength(3)
})

test('what waits for a disabled endpoint, because a process ended too soon, is given up', async () => {
  const storeId = await world.createStore()
  const { key } = await world.addEndpoint(storeId, 'https://shop.example/')
  await world.record(storeId)
  await world.query("update webhook_endpoints set disabled_at = now(), disabled_reason = 'gone' where id = $1", [
    key.endpointId,
  ])
  await cleanHistory(app, reader)
  expect(await world.waiting(key)).toMatchObject([{ next: null }])
})

import { expect, test } from 'vitest'
import { cleanHistory } from '../../src/webhooks/clean-history.ts'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { type EventId } from '../../src/ids.ts'
import { startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()
const { app, reader } = store.database

/** Records an event as if it happened some days ago. The id has to change too, because it contains the time. */
async function recordDaysAgo(storeId: Parameters<typeof store.recordEvent>[0], days: number): Promise<EventId> {
  const now = await store.recordEvent(storeId)
  const [row] = await store.query<{ id: EventId }>(
    `with old as (
       insert into events (store_id, id, type, body, created_at)
       select store_id, overlay(id::text placing left(first_id_at(now() - make_interval(days => $2))::text, 13) from 1 for 13)::uuid,
         type, body, now() - make_interval(days => $2)
       from events where id = $1 returning id),
     moved as (
       insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at, created_at)
       select d.store_id, old.id, d.endpoint_id, d.next_at, now() - make_interval(days => $2)
       from webhook_deliveries d, old where d.event_id = $1),
     removed as (delete from webhook_deliveries where event_id = $1)
     select id from old`,
    [now, days],
  )
  await store.query('delete from events where id = $1', [now])
  return row?.id as EventId
}

const listEvents = async (storeId: string) =>
  (await store.query<{ id: EventId }>('select id from events where store_id = $1 order by id', [storeId])).map(
    ({ id }) => id,
  )

test('delivered events are deleted after 30 days, and waiting events are kept', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  const { key } = await store.addEndpoint(storeId, receiver.url)
  const [old, recent] = [await recordDaysAgo(storeId, 31), await recordDaysAgo(storeId, 29)]
  await cleanHistory(app, reader)
  expect(await listEvents(storeId)).toEqual([old, recent])

  store.startWorker()
  await expectReceived(receiver, [old, recent])
  await expect.poll(() => store.backlog(key)).toEqual([])
  await cleanHistory(app, reader)
  expect(await listEvents(storeId)).toEqual([recent])
})

test('events that were given up are kept for 30 days', async () => {
  const storeId = await store.createStore()
  const { key } = await store.addEndpoint(storeId, 'https://shop.example/')
  await recordDaysAgo(storeId, 31)
  const recent = await recordDaysAgo(storeId, 29)
  await disableEndpoint(app, key)
  await cleanHistory(app, reader)
  expect(await listEvents(storeId)).toEqual([recent])
  expect(await store.backlog(key)).toMatchObject([{ event: recent, next: null }])
})

test('attempts are kept for 14 days', async () => {
  const storeId = await store.createStore()
  const { key } = await store.addEndpoint(storeId, 'https://shop.example/')
  const event = await store.recordEvent(storeId)
  await store.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select $1, $2, now() - make_interval(days => n), $3, 200, 1 from generate_series(0, 5000, 5) n`,
    [storeId, key.endpointId, event],
  )
  await cleanHistory(app, reader)
  expect(await store.query('select from webhook_attempts where store_id = $1', [storeId])).toHaveLength(3)
})

test('events that still wait for a disabled endpoint, after a crash, are given up', async () => {
  const storeId = await store.createStore()
  const { key } = await store.addEndpoint(storeId, 'https://shop.example/')
  await store.recordEvent(storeId)
  await store.query("update webhook_endpoints set disabled_at = now(), disabled_reason = 'gone' where id = $1", [
    key.endpointId,
  ])
  await cleanHistory(app, reader)
  expect(await store.backlog(key)).toMatchObject([{ next: null }])
})

test('old events are deleted in every store, however many stores have some', async () => {
  const stores = await store.query<{ id: string }>(
    `insert into stores (id, name, plan, url, currency)
     select new_id(), 'Store ' || n, 'BASIC', 's.example', 'EUR' from generate_series(1, 450) n returning id`,
  )
  const ids = stores.map(({ id }) => id)
  await store.query(
    `insert into events (store_id, id, type, body)
     select id, first_id_at(now() - make_interval(days => age)), 'checkout.paid', '{}'
     from unnest($1::uuid[]) id, unnest(array[29, 31, 32]) age`,
    [ids],
  )
  await cleanHistory(app, reader)
  expect(await store.query('select from events where store_id = any($1::uuid[])', [ids])).toHaveLength(ids.length)
})

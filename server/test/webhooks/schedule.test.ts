import { expect, test } from 'vitest'
import type { EventId } from '../../src/ids.ts'
import { cleanHistory } from '../../src/webhooks/clean-history.ts'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { backOffAfter, parseRetryAfter } from '../../src/webhooks/sending/retry-schedule.ts'
import { startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()
const MINUTE = 60
const HOUR = 3_600
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

test('a failing event is tried ten times over three days, and can be resent after that', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  const { key } = await store.addEndpoint(storeId, receiver.url)
  await store.recordEvent(storeId)
  store.startWorker()
  for (const [i, delay] of DELAYS.entries()) {
    await expect.poll(async () => (await store.backlog(key))[0]?.attempts).toBe(i + 1)
    // Between the two readings of the clock the product has read it, so that the limits are exact.
    const [waiting] = await store.query<{ sinceAttempt: number; fromNow: number }>(
      `select extract(epoch from next_at - now())::float as "fromNow", extract(epoch from next_at -
         (select max(sent_at) from webhook_attempts where endpoint_id = $1))::float as "sinceAttempt"
       from webhook_deliveries where endpoint_id = $1`,
      [key.endpointId],
    )
    expect(waiting?.sinceAttempt, `after attempt ${i + 1}`).toBeGreaterThanOrEqual(delay)
    expect(waiting?.fromNow, `after attempt ${i + 1}`).toBeLessThanOrEqual(delay * 1.1)
    expect(receiver.received).toHaveLength(i + 1)
    await store.advanceTime(key, delay * 1.1 + 1)
  }
  await expect.poll(() => store.backlog(key)).toMatchObject([{ attempts: 10, next: null }])
  expect(receiver.received).toHaveLength(10)
  expect(await store.readEndpoint(key)).toMatchObject({ failing: true, disabled_reason: null })
})

test('the delays have a random part, so that events that failed together are not retried together', () => {
  expect(backOffAfter(1, () => 0)).toBe(5)
  expect(backOffAfter(1, () => 1)).toBe(5.5)
  expect(backOffAfter(9, () => 0.5)).toBe(86_400 * 1.05)
  expect(backOffAfter(10)).toBeNull()
})

test('every status other than 2xx is retried', async () => {
  for (const status of [300, 304, 400, 401, 404, 418, 429, 500, 502, 503, 504, 599]) {
    const storeId = await store.createStore()
    const receiver = await startReceiver((response) => response.writeHead(status).end())
    const { key } = await store.addEndpoint(storeId, receiver.url)
    await store.recordEvent(storeId)
    const worker = store.startWorker()
    await expect.poll(async () => (await store.backlog(key))[0]?.attempts, { message: String(status) }).toBe(1)
    await worker.stop()
    expect(
      await store.query('select status, error from webhook_attempts where endpoint_id = $1', [key.endpointId]),
    ).toEqual([{ status, error: null }])
  }
})

test('a response with the status 099 is recorded as an error and retried', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver((response) =>
    response.socket?.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'),
  )
  const { key } = await store.addEndpoint(storeId, receiver.url)
  await store.recordEvent(storeId)
  const worker = store.startWorker()
  await expect.poll(async () => (await store.backlog(key))[0]?.attempts).toBe(1)
  await worker.stop()
  expect(
    await store.query('select status, error from webhook_attempts where endpoint_id = $1', [key.endpointId]),
  ).toEqual([{ status: null, error: '99 is not an HTTP status' }])
})

test('Retry-After pauses all events of the endpoint, for at most one hour', async () => {
  const storeId = await store.createStore()
  const retryAfter = ['600', '999999999']
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { 'retry-after': retryAfter[receiver.received.length - 1] }).end(),
  )
  const { key } = await store.addEndpoint(storeId, receiver.url)
  await store.recordEvent(storeId)
  store.startWorker()
  await expect.poll(async () => (await store.backlog(key))[0]?.attempts).toBe(1)
  expect((await store.backlog(key))[0]?.next).toBeGreaterThan(300)
  expect(await store.readEndpoint(key)).toMatchObject({ paused: true })

  await store.recordEvent(storeId)
  await store.advanceTime(key, 300)
  expect(await store.readEndpoint(key)).toMatchObject({ paused: true })
  expect(receiver.received).toHaveLength(1)
  await store.advanceTime(key, 301)
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect.poll(async () => (await store.readEndpoint(key))?.paused).toBe(true)
  for (const { next } of await store.backlog(key)) expect(next).toBeLessThan(3_601)
})

test('Retry-After is read as seconds or as a date, and an invalid value is ignored', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(parseRetryAfter('30', now)).toBe(30)
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60)
  expect(parseRetryAfter('86400', now)).toBe(3_600)
  for (const invalid of [undefined, '', 'soon', '-5', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT', '5; rm']) {
    expect(parseRetryAfter(invalid, now), invalid).toBe(0)
  }
})

test('a failing endpoint is paused, and its whole backlog is sent when it works again', async () => {
  const storeId = await store.createStore()
  const state = { works: false }
  const receiver = await startReceiver((response) => response.writeHead(state.works ? 204 : 500).end())
  const { key } = await store.addEndpoint(storeId, receiver.url)
  for (let i = 0; i < 30; i++) await store.recordEvent(storeId)
  await store.query("update webhook_endpoints set failing_since = now() - interval '1 hour' where id = $1", [
    key.endpointId,
  ])
  store.startWorker()
  await expect.poll(async () => (await store.readEndpoint(key))?.paused).toBe(true)
  expect(receiver.received).toHaveLength(1)
  state.works = true
  await store.advanceTime(key, 61)
  await expect.poll(() => store.backlog(key)).toEqual([])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(30)
  expect(await store.readEndpoint(key)).toEqual({ failing: false, disabled_reason: null, paused: false })
})

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

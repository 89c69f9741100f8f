import { expect, test } from 'vitest'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { enableEndpoint } from '../../src/webhooks/endpoints/enable-endpoint.ts'
import { listAttempts } from '../../src/webhooks/endpoints/list-attempts.ts'
import { listEndpoints } from '../../src/webhooks/endpoints/list-endpoints.ts'
import { deleteEndpoint } from '../../src/webhooks/endpoints/delete-endpoint.ts'
import { resendEvent, resendFailedEvents } from '../../src/webhooks/endpoints/resend-events.ts'
import { testEndpoint } from '../../src/webhooks/endpoints/test-endpoint.ts'
import { type EventId, formatId, newId } from '../../src/ids.ts'
import { only } from '../store-records.ts'
import { type Receiver, startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()
const { app } = store.database
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

const receivedTypes = (receiver: Receiver) =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

async function setUp(status = 204) {
  const storeId = await store.createStore()
  const response = { status }
  const receiver = await startReceiver((serverResponse) => serverResponse.writeHead(response.status).end())
  return { storeId, response, receiver, ...(await store.addEndpoint(storeId, receiver.url)) }
}

test('an endpoint that responds with 410 is disabled at once, and the other endpoints of its store get an event', async () => {
  const { storeId, key, receiver } = await setUp(410)
  const other = await startReceiver()
  const foreign = await setUp()
  await store.addEndpoint(storeId, other.url)
  const event = await store.recordEvent(storeId)
  const { logLines } = store.startWorker()
  await expect.poll(async () => (await store.readEndpoint(key))?.disabled_reason).toBe('gone')
  await expect.poll(() => receivedTypes(other)).toEqual(['checkout.paid', 'endpoint.disabled'])
  expect(JSON.parse(other.received[1]?.body ?? '')).toMatchObject({
    data: {
      storeId: formatId('sto', storeId),
      endpointId: formatId('whe', key.endpointId),
      url: receiver.url,
      reason: 'gone',
    },
  })
  expect(logLines.filter((line) => line.includes('410'))).toHaveLength(1)
  expect(await store.backlog(key)).toMatchObject([{ event, next: null }])
  expect(receivedTypes(receiver)).toEqual(['checkout.paid'])
  expect(foreign.receiver.received).toEqual([])
})

test('an endpoint is disabled after all its attempts failed for five days, and not earlier', async () => {
  const { storeId, key, receiver } = await setUp(500)
  const other = await startReceiver()
  await store.addEndpoint(storeId, other.url, ['endpoint.disabled'])
  await store.recordEvent(storeId)
  await store.recordEvent(storeId)
  const { logLines } = store.startWorker()
  await expect.poll(async () => (await store.backlog(key)).every(({ attempts }) => attempts === 1)).toBe(true)
  await store.advanceTime(key, 5 * 86_400 - 60)
  await expect.poll(async () => (await store.backlog(key)).some(({ attempts }) => attempts === 2)).toBe(true)
  expect(await store.readEndpoint(key)).toMatchObject({ disabled_reason: null })
  await store.advanceTime(key, 120)
  await expect.poll(async () => (await store.readEndpoint(key))?.disabled_reason).toBe('failing')
  await expect.poll(() => receivedTypes(other)).toEqual(['endpoint.disabled'])
  await expect.poll(async () => (await store.backlog(key)).map(({ next }) => next)).toEqual([null, null])
  expect(logLines.filter((line) => line.includes('five days'))).toHaveLength(1)
  const count = receiver.received.length
  const newer = await startReceiver()
  await store.addEndpoint(storeId, newer.url)
  await expectReceived(newer, [await store.recordEvent(storeId)])
  expect(receiver.received).toHaveLength(count)
})

test('one success within five days keeps an endpoint enabled', async () => {
  const { storeId, response, key } = await setUp(500)
  await store.recordEvent(storeId)
  store.startWorker()
  await expect.poll(async () => (await store.readEndpoint(key))?.failing).toBe(true)
  await store.query("update webhook_endpoints set failing_since = now() - interval '6 days' where id = $1", [
    key.endpointId,
  ])
  response.status = 200
  await store.advanceTime(key, 60)
  await expect.poll(() => store.readEndpoint(key)).toEqual({ failing: false, disabled_reason: null, paused: false })
})

test('events that an endpoint missed while it failed or was disabled can be resent from a given time on', async () => {
  const { storeId, response, key, receiver } = await setUp(500)
  const events = [await store.recordEvent(storeId), await store.recordEvent(storeId), await store.recordEvent(storeId)]
  const early = events[0] as EventId
  await store.query("update webhook_deliveries set created_at = created_at - interval '1 day' where event_id = $1", [
    early,
  ])
  const worker = store.startWorker()
  await expect.poll(async () => (await store.backlog(key)).every(({ attempts }) => attempts > 0)).toBe(true)
  await disableEndpoint(app, key)
  await disableEndpoint(app, key)
  expect((await store.backlog(key)).map(({ next }) => next)).toEqual([null, null, null])
  await expect(resendFailedEvents(app, { ...key, since: LONG_AGO })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(testEndpoint(app, key)).rejects.toMatchObject({ code: 'invalid_request' })

  await enableEndpoint(app, key)
  response.status = 204
  receiver.received.length = 0
  const since = new Date(Date.now() - 3_600_000)
  expect(await resendFailedEvents(app, { ...key, since })).toBe(2)
  await expectReceived(receiver, events.slice(1))
  await expect.poll(() => store.backlog(key)).toMatchObject([{ event: early, next: null }])
  expect(await resendFailedEvents(app, { ...key, since })).toBe(0)
  expect(await resendFailedEvents(app, { ...key, since: LONG_AGO })).toBe(1)
  await expectReceived(receiver, events)
  await expect.poll(() => store.backlog(key)).toEqual([])
  await worker.stop()
})

test('a single event can be resent, and an unknown event or one of another store cannot', async () => {
  const { storeId, key, receiver } = await setUp()
  const foreign = await store.recordEvent(await store.createStore())
  const event = await store.recordEvent(storeId)
  store.startWorker()
  await expectReceived(receiver, [event])
  await expect.poll(() => store.backlog(key)).toEqual([])
  await resendEvent(app, { ...key, eventId: event })
  await expect
    .poll(() => receiver.received.map(({ id }) => id))
    .toEqual([formatId('evt', event), formatId('evt', event)])
  for (const eventId of [foreign, newId<EventId>()]) {
    await expect(resendEvent(app, { ...key, eventId })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await store.backlog(key)).toEqual([])
})

test('a test event goes to one endpoint, also if it does not subscribe to that type', async () => {
  const { storeId, receiver } = await setUp()
  const tested = await startReceiver()
  const { key } = await store.addEndpoint(storeId, tested.url, ['checkout.refunded'])
  store.startWorker()
  await expectReceived(tested, [await testEndpoint(app, key)])
  expect(JSON.parse(only(tested.received).body)).toMatchObject({
    type: 'endpoint.test',
    data: { storeId: formatId('sto', storeId), endpointId: formatId('whe', key.endpointId) },
  })
  expect(receiver.received).toEqual([])
})

test('the history has every attempt, newest first, and the list of endpoints has the size of the backlog', async () => {
  const { storeId, response, key } = await setUp(503)
  const event = await store.recordEvent(storeId)
  const worker = store.startWorker({ timeoutMs: 300 })
  await expect.poll(async () => (await listAttempts(app, { ...key, limit: 10 })).length).toBe(1)
  expect(await listEndpoints(app, storeId)).toMatchObject([
    { id: key.endpointId, pending_events: 1, abandoned_events: 0, event_types: [], disabled_at: null },
  ])
  response.status = 200
  await store.advanceTime(key, 60)
  await expect.poll(async () => (await listAttempts(app, { ...key, limit: 10 })).length).toBe(2)
  await worker.stop()
  expect(await listAttempts(app, { ...key, limit: 10 })).toMatchObject([
    { event_id: event, type: 'checkout.paid', status: 200, error: null },
    { event_id: event, type: 'checkout.paid', status: 503, error: null },
  ])
  expect(await listAttempts(app, { ...key, limit: 1, eventId: event })).toHaveLength(1)
  expect(await listAttempts(app, { ...key, limit: 1, eventId: newId<EventId>() })).toEqual([])
  expect(await listEndpoints(app, storeId)).toMatchObject([{ pending_events: 0, abandoned_events: 0 }])
})

test('an endpoint can be deleted while events are recorded, and the other endpoints get all events', async () => {
  const { storeId, key, receiver } = await setUp()
  const remaining = await startReceiver()
  await store.addEndpoint(storeId, remaining.url)
  store.startWorker()
  const events: EventId[] = []
  const recording = (async () => {
    for (let i = 0; i < 150; i++) events.push(await store.recordEvent(storeId))
  })()
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(10)
  await deleteEndpoint(app, key)
  await recording
  await expectReceived(remaining, events)
  expect(await listEndpoints(app, storeId)).toHaveLength(1)
  expect(await store.query('select from webhook_attempts where endpoint_id = $1', [key.endpointId])).toEqual([])
  await expect(deleteEndpoint(app, key)).rejects.toMatchObject({ code: 'not_found' })
})

test('an endpoint is rejected for an unknown store, for an unknown event type, and above the limit of 20', async () => {
  const { storeId } = await setUp()
  await expect(store.addEndpoint(newId(), 'https://shop.example')).rejects.toMatchObject({ code: 'not_found' })
  await expect(store.addEndpoint(storeId, 'https://shop.example', ['checkout.unknown'])).rejects.toMatchObject({
    code: 'invalid_request',
  })
  for (let i = 0; i < 19; i++) await store.addEndpoint(storeId, 'https://shop.example')
  await expect(store.addEndpoint(storeId, 'https://shop.example')).rejects.toMatchObject({ code: 'invalid_request' })
})

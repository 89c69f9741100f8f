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
import { type Receiver, startReceiver, startWorld, expectReceived } from './webhook-world.ts'

const world = await startWorld()
const { app } = world.database
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

const typesIn = (receiver: Receiver) => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

async function setUp(status = 204) {
  const storeId = await world.createStore()
  const answer = { status }
  const receiver = await startReceiver((response) => response.writeHead(answer.status).end())
  return { storeId, answer, receiver, ...(await world.addEndpoint(storeId, receiver.url)) }
}

test('an endpoint that answers 410 is disabled at once, and the others of its store hear of it', async () => {
  const { storeId, key, receiver } = await setUp(410)
  const other = await startReceiver()
  const foreign = await setUp()
  await world.addEndpoint(storeId, other.url)
  const event = await world.record(storeId)
  const { lines } = world.deliver()
  await expect.poll(async () => (await world.endpoint(key))?.disabled_reason).toBe('gone')
  await expect.poll(() => typesIn(other)).toEqual(['checkout.paid', 'endpoint.disabled'])
  expect(JSON.parse(other.received[1]?.body ?? '')).toMatchObject({
    data: {
      storeId: formatId('sto', storeId),
      endpointId: formatId('whe', key.endpointId),
      url: receiver.url,
      reason: 'gone',
    },
  })
  expect(lines.filter((line) => line.includes('410'))).toHaveLength(1)
  expect(await world.waiting(key)).toMatchObject([{ event, next: null }])
  expect(typesIn(receiver)).toEqual(['checkout.paid'])
  expect(foreign.receiver.received).toEqual([])
})

test('an endpoint whose every attempt failed for five days is disabled, and not a moment sooner', async () => {
  const { storeId, key, receiver } = await setUp(500)
  const other = await startReceiver()
  await world.addEndpoint(storeId, other.url, ['endpoint.disabled'])
  await world.record(storeId)
  await world.record(storeId)
  const { lines } = world.deliver()
  await expect.poll(async () => (await world.waiting(key)).every(({ attempts }) => attempts === 1)).toBe(true)
  await world.passTime(key, 5 * 86_400 - 60)
  await expect.poll(async () => (await world.waiting(key)).some(({ attempts }) => attempts === 2)).toBe(true)
  expect(await world.endpoint(key)).toMatchObject({ disabled_reason: null })
  await world.passTime(key, 120)
  await expect.poll(async () => (await world.endpoint(key))?.disabled_reason).toBe('failing')
  await expect.poll(() => typesIn(other)).toEqual(['endpoint.disabled'])
  await expect.poll(async () => (await world.waiting(key)).map(({ next }) => next)).toEqual([null, null])
  expect(lines.filter((line) => line.includes('five days'))).toHaveLength(1)
  const count = receiver.received.length
  const witness = await startReceiver()
  await world.addEndpoint(storeId, witness.url)
  await expectReceived(witness, [await world.record(storeId)])
  expect(receiver.received).toHaveLength(count)
})

test('one success in five days is enough to stay enabled', async () => {
  const { storeId, answer, key } = await setUp(500)
  await world.record(storeId)
  world.deliver()
  await expect.poll(async () => (await world.endpoint(key))?.failing).toBe(true)
  await world.query("update webhook_endpoints set failing_since = now() - interval '6 days' where id = $1", [
    key.endpointId,
  ])
  answer.status = 200
  await world.passTime(key, 60)
  await expect.poll(() => world.endpoint(key)).toEqual({ failing: false, disabled_reason: null, paused: false })
})

test('what an endpoint missed while it failed or was disabled can be sent again from a moment on', async () => {
  const { storeId, answer, key, receiver } = await setUp(500)
  const events = [await world.record(storeId), await world.record(storeId), await world.record(storeId)]
  const early = events[0] as EventId
  await world.query("update webhook_deliveries set created_at = created_at - interval '1 day' where event_id = $1", [
    early,
  ])
  const worker = world.deliver()
  await expect.poll(async () => (await world.waiting(key)).every(({ attempts }) => attempts > 0)).toBe(true)
  await disableEndpoint(app, key)
  await disableEndpoint(app, key)
  expect((await world.waiting(key)).map(({ next }) => next)).toEqual([null, null, null])
  await expect(resendFailedEvents(app, { ...key, since: LONG_AGO })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(testEndpoint(app, key)).rejects.toMatchObject({ code: 'invalid_request' })

  await enableEndpoint(app, key)
  answer.status = 204
  receiver.received.length = 0
  const since = new Date(Date.now() - 3_600_000)
  expect(await resendFailedEvents(app, { ...key, since })).toBe(2)
  await expectReceived(receiver, events.slice(1))
  await expect.poll(() => world.waiting(key)).toMatchObject([{ event: early, next: null }])
  expect(await resendFailedEvents(app, { ...key, since })).toBe(0)
  expect(await resendFailedEvents(app, { ...key, since: LONG_AGO })).toBe(1)
  await expectReceived(receiver, events)
  await expect.poll(() => world.waiting(key)).toEqual([])
  await worker.stop()
})

test('one event can be sent again, whether it arrived or not; what is unknown or not of the store cannot', async () => {
  const { storeId, key, receiver } = await setUp()
  const foreign = await world.record(await world.createStore())
  const event = await world.record(storeId)
  world.deliver()
  await expectReceived(receiver, [event])
  await expect.poll(() => world.waiting(key)).toEqual([])
  await resendEvent(app, { ...key, eventId: event })
  await expect
    .poll(() => receiver.received.map(({ id }) => id))
    .toEqual([formatId('evt', event), formatId('evt', event)])
  for (const eventId of [foreign, newId<EventId>()]) {
    await expect(resendEvent(app, { ...key, eventId })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await world.waiting(key)).toEqual([])
})

test('a test reaches one endpoint, whatever it listens to', async () => {
  const { storeId, receiver } = await setUp()
  const quiet = await startReceiver()
  const { key } = await world.addEndpoint(storeId, quiet.url, ['checkout.refunded'])
  world.deliver()
  await expectReceived(quiet, [await testEndpoint(app, key)])
  expect(JSON.parse(only(quiet.received).body)).toMatchObject({
    type: 'endpoint.test',
    data: { storeId: formatId('sto', storeId), endpointId: formatId('whe', key.endpointId) },
  })
  expect(receiver.received).toEqual([])
})

test('the history tells of every attempt, newest first, and the list of what is left', async () => {
  const { storeId, answer, key } = await setUp(503)
  const event = await world.record(storeId)
  const worker = world.deliver({ timeoutMs: 300 })
  await expect.poll(async () => (await listAttempts(app, { ...key, limit: 10 })).length).toBe(1)
  expect(await listEndpoints(app, storeId)).toMatchObject([
    { id: key.endpointId, pending_events: 1, abandoned_events: 0, event_types: [], disabled_at: null },
  ])
  answer.status = 200
  await world.passTime(key, 60)
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

test('an endpoint can be removed in full swing, and no sale suffers from it', async () => {
  const { storeId, key, receiver } = await setUp()
  const stays = await startReceiver()
  await world.addEndpoint(storeId, stays.url)
  world.deliver()
  const events: EventId[] = []
  const selling = (async () => {
    for (let i = 0; i < 150; i++) events.push(await world.record(storeId))
  })()
  await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(10)
  await deleteEndpoint(app, key)
  await selling
  await expectReceived(stays, events)
  expect(await listEndpoints(app, storeId)).toHaveLength(1)
  expect(await world.query('select from webhook_attempts where endpoint_id = $1', [key.endpointId])).toEqual([])
  await expect(deleteEndpoint(app, key)).rejects.toMatchObject({ code: 'not_found' })
})

test('an endpoint is not added to a store that does not exist, nor for an event that does not', async () => {
  const { storeId } = await setUp()
  await expect(world.addEndpoint(newId(), 'https://shop.example')).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.addEndpoint(storeId, 'https://shop.example', ['checkout.stolen'])).rejects.toMatchObject({
    code: 'invalid_request',
  })
  for (let i = 0; i < 19; i++) await world.addEndpoint(storeId, 'https://shop.example')
  await expect(world.addEndpoint(storeId, 'https://shop.example')).rejects.toMatchObject({ code: 'invalid_request' })
})

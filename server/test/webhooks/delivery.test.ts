import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { retryWhileUnavailable } from '../../src/db/retry-while-unavailable.ts'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { recordEvent } from '../../src/events/record-event.ts'
import { type EventId, formatId } from '../../src/ids.ts'
import { hasValidSignature, startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()

test('an event reaches an endpoint, with a signature that the reference library accepts', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  const { secret } = await store.addEndpoint(storeId, receiver.url)
  store.startWorker()
  await expectReceived(receiver, [await store.recordEvent(storeId)])
  for (let i = 0; i < 5; i++) {
    const id = formatId('evt', await store.recordEvent(storeId, 'checkout.paid', { name: 'Vale ⚔ "Store"', i }))
    await expect.poll(() => receiver.received.at(-1)?.id, { interval: 5 }).toBe(id)
  }
  for (const request of receiver.received) expect(hasValidSignature(request, secret)).toBe(true)
  const last = receiver.received.at(-1)
  expect(JSON.parse(last?.body ?? '')).toEqual({
    type: 'checkout.paid',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    data: { name: 'Vale ⚔ "Store"', i: 4 },
  })
  expect(last?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(last?.body ?? '')),
  })
})

test('an event exists if and only if its transaction was committed', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  await store.addEndpoint(storeId, receiver.url)
  store.startWorker()
  const record = { storeId, type: 'checkout.paid' as const, data: {} }
  await expect(
    inStore(store.database.app, storeId, async (tx) => {
      await recordEvent(tx, record)
      throw new Error('the sale failed')
    }),
  ).rejects.toThrow('the sale failed')
  const committed = await inStore(store.database.app, storeId, (tx) => recordEvent(tx, record))
  await expectReceived(receiver, [committed])
  expect(await store.query('select id from events where store_id = $1', [storeId])).toEqual([{ id: committed }])
})

test('an endpoint receives only events of its own store, and only of the types that it subscribes to', async () => {
  const [mine, theirs] = [await store.createStore(), await store.createStore()]
  const [all, refunds, foreign, disabled] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ]
  await store.addEndpoint(mine, all.url)
  await store.addEndpoint(mine, refunds.url, ['checkout.refunded', 'endpoint.disabled'])
  await store.addEndpoint(theirs, foreign.url)
  const { key } = await store.addEndpoint(mine, disabled.url)
  await disableEndpoint(store.database.app, key)
  const paid = await store.recordEvent(mine, 'checkout.paid')
  const refunded = await store.recordEvent(mine, 'checkout.refunded')
  const other = await store.recordEvent(theirs)
  store.startWorker()
  await Promise.all([
    expectReceived(all, [paid, refunded]),
    expectReceived(refunds, [refunded]),
    expectReceived(foreign, [other]),
  ])
  expect(disabled.received).toEqual([])
  await expect
    .poll(() => store.query('select from webhook_deliveries where store_id = any($1)', [[mine, theirs]]))
    .toEqual([])
})

test('every attempt sends the same body and id with a new signature', async () => {
  const storeId = await store.createStore()
  const statuses = [500, 301, 204]
  const receiver = await startReceiver((response) =>
    response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end(),
  )
  const { key, secret } = await store.addEndpoint(storeId, receiver.url)
  const event = await store.recordEvent(storeId, 'checkout.paid', { note: 'ação \u2028 \u0000 "x"' })
  store.startWorker()
  for (const attempts of [1, 2]) {
    await expect.poll(async () => (await store.backlog(key))[0]?.attempts).toBe(attempts)
    await store.advanceTime(key, 600)
  }
  await expect.poll(() => store.backlog(key)).toEqual([])
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([formatId('evt', event)]))
  for (const request of receiver.received) expect(hasValidSignature(request, secret)).toBe(true)
})

test('waiting events are sent oldest first', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  await store.addEndpoint(storeId, receiver.url)
  const events: EventId[] = []
  for (let i = 0; i < 60; i++) events.push(await store.recordEvent(storeId))
  store.startWorker()
  await expectReceived(receiver, events)
  expect(receiver.received).toHaveLength(60)
  const positions = receiver.received.map(({ id }) => events.map((event) => formatId('evt', event)).indexOf(id))
  // Four requests run at a time, so an event is only a few positions away from its place in the order.
  for (const [expected, actual] of positions.entries()) expect(Math.abs(expected - actual)).toBeLessThan(8)
})

test('a receiver with an endless response body counts as a success, and the connection is closed soon', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver((response) => {
    response.writeHead(200)
    const flood = setInterval(() => response.write('x'.repeat(32 * 1024)), 5)
    response.on('close', () => clearInterval(flood))
  })
  const { key } = await store.addEndpoint(storeId, receiver.url)
  store.startWorker()
  await expectReceived(receiver, [await store.recordEvent(storeId)])
  await expect.poll(() => store.backlog(key)).toEqual([])
  expect(
    await store.query('select status, error from webhook_attempts where endpoint_id = $1', [key.endpointId]),
  ).toEqual([{ status: 200, error: null }])
})

test('two concurrent workers send each event once', async () => {
  const storeId = await store.createStore()
  const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver()))
  for (const receiver of receivers) await store.addEndpoint(storeId, receiver.url)
  store.startWorker()
  store.startWorker()
  const events: EventId[] = []
  for (let i = 0; i < 100; i++) events.push(await store.recordEvent(storeId))
  await Promise.all(receivers.map((receiver) => expectReceived(receiver, events)))
  expect(receivers.map(({ received }) => received.length)).toEqual([100, 100, 100, 100, 100])
})

test('a worker continues after the database terminated its connections', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  await store.addEndpoint(storeId, receiver.url)
  store.startWorker()
  const events = [await store.recordEvent(storeId)]
  await expectReceived(receiver, events)
  for (let i = 0; i < 5; i++) {
    await store.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'quartermaster-%'",
    )
    events.push(...(await Promise.all(Array.from({ length: 20 }, () => retry(() => store.recordEvent(storeId))))))
    await expectReceived(receiver, events)
  }
})

/** The pool may return a terminated connection once. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  return retryWhileUnavailable(Date.now() + 5_000, work)
}

import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { retryWhileUnavailable } from '../../src/db/retry-while-unavailable.ts'
import { disableEndpoint } from '../../src/webhooks/endpoints/disable-endpoint.ts'
import { recordEvent } from '../../src/events/record-event.ts'
import { type EventId, formatId } from '../../src/ids.ts'
import { isBelieved, startReceiver, startWorld, expectReceived } from './webhook-world.ts'

const world = await startWorld()

test('an event reaches a listening endpoint in less than half a second, signed so that the official package believes it', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  const { secret } = await world.addEndpoint(storeId, receiver.url)
  world.deliver()
  await expectReceived(receiver, [await world.record(storeId)])
  for (let i = 0; i < 5; i++) {
    const before = Date.now()
    const id = formatId('evt', await world.record(storeId, 'checkout.paid', { name: 'Vale ⚔ "Store"', i }))
    await expect.poll(() => receiver.received.at(-1)?.id, { interval: 5 }).toBe(id)
    expect(Date.now() - before).toBeLessThan(500)
  }
  for (const got of receiver.received) expect(isBelieved(got, secret)).toBe(true)
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
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  await world.addEndpoint(storeId, receiver.url)
  world.deliver()
  const record = { storeId, type: 'checkout.paid' as const, data: {} }
  await expect(
    inStore(world.database.app, storeId, async (tx) => {
      await recordEvent(tx, record)
      throw new Error('the sale failed')
    }),
  ).rejects.toThrow('the sale failed')
  const kept = await inStore(world.database.app, storeId, (tx) => recordEvent(tx, record))
  await expectReceived(receiver, [kept])
  expect(await world.query('select id from events where store_id = $1', [storeId])).toEqual([{ id: kept }])
})

test('an endpoint hears of its own store, and only of what it listens to', async () => {
  const [mine, theirs] = [await world.createStore(), await world.createStore()]
  const [all, refunds, foreign, disabled] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ]
  await world.addEndpoint(mine, all.url)
  await world.addEndpoint(mine, refunds.url, ['checkout.refunded', 'endpoint.disabled'])
  await world.addEndpoint(theirs, foreign.url)
  const { key } = await world.addEndpoint(mine, disabled.url)
  await disableEndpoint(world.database.app, key)
  const paid = await world.record(mine, 'checkout.paid')
  const refunded = await world.record(mine, 'checkout.refunded')
  const other = await world.record(theirs)
  world.deliver()
  await Promise.all([
    expectReceived(all, [paid, refunded]),
    expectReceived(refunds, [refunded]),
    expectReceived(foreign, [other]),
  ])
  expect(disabled.received).toEqual([])
  await expect
    .poll(() => world.query('select from webhook_deliveries where store_id = any($1)', [[mine, theirs]]))
    .toEqual([])
})

test('every attempt sends the same bytes under the same id, signed anew', async () => {
  const storeId = await world.createStore()
  const answers = [500, 301, 204]
  const receiver = await startReceiver((response) =>
    response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end(),
  )
  const { key, secret } = await world.addEndpoint(storeId, receiver.url)
  const event = await world.record(storeId, 'checkout.paid', { note: 'ação \u2028 \u0000 "x"' })
  world.deliver()
  for (const attempts of [1, 2]) {
    await expect.poll(async () => (await world.waiting(key))[0]?.attempts).toBe(attempts)
    await world.passTime(key, 600)
  }
  await expect.poll(() => world.waiting(key)).toEqual([])
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([formatId('evt', event)]))
  for (const got of receiver.received) expect(isBelieved(got, secret)).toBe(true)
})

test('what waits goes out oldest first', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  await world.addEndpoint(storeId, receiver.url)
  const events: EventId[] = []
  for (let i = 0; i < 60; i++) events.push(await world.record(storeId))
  world.deliver()
  await expectReceived(receiver, events)
  expect(receiver.received).toHaveLength(60)
  const places = receiver.received.map(({ id }) => events.map((event) => formatId('evt', event)).indexOf(id))
  // Four are under way at a time, so none is further from its place than that.
  for (const [place, of] of places.entries()) expect(Math.abs(place - of)).toBeLessThan(8)
})

test('a receiver that answers without end is a success, and is not listened to for long', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver((response) => {
    response.writeHead(200)
    const flood = setInterval(() => response.write('x'.repeat(32 * 1024)), 5)
    response.on('close', () => clearInterval(flood))
  })
  const { key } = await world.addEndpoint(storeId, receiver.url)
  world.deliver()
  await expectReceived(receiver, [await world.record(storeId)])
  await expect.poll(() => world.waiting(key)).toEqual([])
  expect(
    await world.query('select status, error from webhook_attempts where endpoint_id = $1', [key.endpointId]),
  ).toEqual([{ status: 200, error: null }])
})

test('two workers at once send each event once', async () => {
  const storeId = await world.createStore()
  const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver()))
  for (const receiver of receivers) await world.addEndpoint(storeId, receiver.url)
  world.deliver()
  world.deliver()
  const events: EventId[] = []
  for (let i = 0; i < 100; i++) events.push(await world.record(storeId))
  await Promise.all(receivers.map((receiver) => expectReceived(receiver, events)))
  expect(receivers.map(({ received }) => received.length)).toEqual([100, 100, 100, 100, 100])
})

test('a worker whose sessions the database ended goes on by itself', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  await world.addEndpoint(storeId, receiver.url)
  world.deliver()
  const events = [await world.record(storeId)]
  await expectReceived(receiver, events)
  for (let i = 0; i < 5; i++) {
    await world.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'quartermaster-%'",
    )
    events.push(...(await Promise.all(Array.from({ length: 20 }, () => retried(() => world.record(storeId))))))
    await expectReceived(receiver, events)
  }
})

/** A pool hands out a connection that was ended under its feet once. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  return retryWhileUnavailable(Date.now() + 5_000, work)
}

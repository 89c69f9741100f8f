import { expect, test } from 'vitest'
import { backOffAfter, parseRetryAfter } from '../../src/webhooks/sending/retry-schedule.ts'
import { startReceiver, startWorld } from './webhook-world.ts'

const world = await startWorld()

const MINUTE = 60
const HOUR = 3_600
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

test('an event that fails is tried ten times over three days, and then stays to be sent again', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  const { key } = await world.addEndpoint(storeId, receiver.url)
  await world.record(storeId)
  world.deliver()
  for (const [i, pause] of PAUSES.entries()) {
    await expect.poll(async () => (await world.waiting(key))[0]?.attempts).toBe(i + 1)
    const [waiting] = await world.waiting(key)
    expect(waiting?.next, `after attempt ${i + 1}`).toBeGreaterThan(pause - 1)
    expect(waiting?.next, `after attempt ${i + 1}`).toBeLessThan(pause * 1.1 + 0.001)
    expect(receiver.received).toHaveLength(i + 1)
    await world.passTime(key, pause * 1.1 + 1)
  }
  await expect.poll(() => world.waiting(key)).toMatchObject([{ attempts: 10, next: null }])
  expect(receiver.received).toHaveLength(10)
  expect(await world.endpoint(key)).toMatchObject({ failing: true, disabled_reason: null })
})

test('the pauses are spread, so that what failed together does not come back together', () => {
  expect(backOffAfter(1, () => 0)).toBe(5)
  expect(backOffAfter(1, () => 1)).toBe(5.5)
  expect(backOffAfter(9, () => 0.5)).toBe(86_400 * 1.05)
  expect(backOffAfter(10)).toBeNull()
})

test('whatever is not a 2xx is tried again', async () => {
  for (const status of [300, 304, 400, 401, 404, 418, 429, 500, 502, 503, 504, 599]) {
    const storeId = await world.createStore()
    const receiver = await startReceiver((response) => response.writeHead(status).end())
    const { key } = await world.addEndpoint(storeId, receiver.url)
    await world.record(storeId)
    const worker = world.deliver()
    await expect.poll(async () => (await world.waiting(key))[0]?.attempts, { message: String(status) }).toBe(1)
    await worker.stop()
    expect(
      await world.query('select status, error from webhook_attempts where endpoint_id = $1', [key.endpointId]),
    ).toEqual([{ status, error: null }])
  }
})

test('a receiver that asks for rest gets it, for everything and within bounds', async () => {
  const storeId = await world.createStore()
  const asked = ['600', '999999999']
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { 'retry-after': asked[receiver.received.length - 1] }).end(),
  )
  const { key } = await world.addEndpoint(storeId, receiver.url)
  await world.record(storeId)
  world.deliver()
  await expect.poll(async () => (await world.waiting(key))[0]?.attempts).toBe(1)
  expect((await world.waiting(key))[0]?.next).toBeGreaterThan(590)
  expect(await world.endpoint(key)).toMatchObject({ paused: true })

  await world.record(storeId)
  await world.passTime(key, 590)
  expect(await world.endpoint(key)).toMatchObject({ paused: true })
  expect(receiver.received).toHaveLength(1)
  await world.passTime(key, 11)
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect.poll(async () => (await world.endpoint(key))?.paused).toBe(true)
  for (const { next } of await world.waiting(key)) expect(next).toBeLessThan(3_601)
})

test('a rest is asked for in seconds or as a moment, and nonsense asks for none', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(parseRetryAfter('30', now)).toBe(30)
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60)
  expect(parseRetryAfter('86400', now)).toBe(3_600)
  for (const nothing of [undefined, '', 'soon', '-5', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT', '5; rm']) {
    expect(parseRetryAfter(nothing, now), nothing).toBe(0)
  }
})

test('an endpoint that fails is left alone more and more, and all that waited goes out when it works again', async () => {
  const storeId = await world.createStore()
  const state = { works: false }
  const receiver = await startReceiver((response) => response.writeHead(state.works ? 204 : 500).end())
  const { key } = await world.addEndpoint(storeId, receiver.url)
  for (let i = 0; i < 30; i++) await world.record(storeId)
  await world.query("update webhook_endpoints set failing_since = now() - interval '1 hour' where id = $1", [
    key.endpointId,
  ])
  world.deliver()
  await expect.poll(async () => (await world.endpoint(key))?.paused).toBe(true)
  expect(receiver.received).toHaveLength(1)
  state.works = true
  await world.passTime(key, 61)
  await expect.poll(() => world.waiting(key), { timeout: 5_000 }).toEqual([])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(30)
  expect(await world.endpoint(key)).toEqual({ failing: false, disabled_reason: null, paused: false })
})

import { afterAll, expect, test, vi } from 'vitest'
import { formatId, newId, type CheckoutId, type StoreId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { openShop } from './open-shop.ts'

// Time stands still, because a slow machine would allow more calls.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const store = await startStore({ env: { TRUST_PROXY: 'loopback' } })
const shop = await openShop(store)

test('callbacks for unknown stores are limited by network', async () => {
  const sendUnknown = (i: number) => sendForged(newId<StoreId>(), `2001:db8:1:2::${i}`)
  expect(await repeat(400, sendUnknown)).toEqual(new Set([404, 429]))
  expect(await sendForged(newId<StoreId>(), '2001:db8:9::1')).toBe(404)
})

test('callbacks with a wrong signature are limited by network, and genuine callbacks are not', async () => {
  const checkoutId = await shop.open()
  expect((await shop.pay(checkoutId)).status).toBe(200)
  expect(await repeat(400, () => sendForged(shop.storeId, '127.0.0.1'))).toEqual(new Set([401, 429]))
  for (let i = 0; i < 20; i++) expect((await shop.pay(checkoutId)).status).toBe(200)
})

test('payment pages are limited by network', async () => {
  const open = async (i: number) => (await openPage(`2001:db8:2:3::${i}`)).status
  expect(await repeat(300, open)).toEqual(new Set([404, 429]))
  expect((await openPage('2001:db8:9::1')).status).toBe(404)
})

test('a flood of requests for unknown things from many networks is limited together, and a new network is served', async () => {
  const sendUnknown = (i: number) => sendForged(newId<StoreId>(), `2001:db8:a${i % 50}::1`)
  expect(await repeat(600, sendUnknown)).toEqual(new Set([404, 429]))
  expect(await sendForged(newId<StoreId>(), '2001:db8:b::1')).toBe(404)
  const open = async (i: number) => (await openPage(`2001:db8:a${i % 50}::1`)).status
  expect(await repeat(600, open)).toEqual(new Set([404, 429]))
  expect((await openPage('2001:db8:b::1')).status).toBe(404)
})

test('callbacks and payment pages use other connections than owners, workers and game servers', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = async (pool: 'app' | 'callbacks', connections: number) => {
    const taken = Array.from({ length: connections }, () => Promise.withResolvers<void>())
    const held = taken.map(({ resolve }) =>
      store.database[pool].connection().execute(async () => {
        resolve()
        await released
      }),
    )
    await Promise.all(taken.map(({ promise }) => promise))
    return held
  }
  const owners = await hold('app', 5)
  expect((await openPage('192.0.2.1')).status).toBe(404)
  const callbacks = await hold('callbacks', 3)
  expect(await store.poll(shop.key)).toBeInstanceOf(Array)
  release()
  await Promise.all([...owners, ...callbacks])
})

/** Returns the different statuses. */
async function repeat(times: number, send: (i: number) => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let i = 0; i < times; i += 20) {
    for (const status of await Promise.all(Array.from({ length: 20 }, (_, j) => send(i + j)))) statuses.add(status)
  }
  return statuses
}

async function sendForged(storeId: StoreId, from: string): Promise<number> {
  const response = await fetch(`${store.baseUrl}/api/payments/1.0/sandbox/${formatId('sto', storeId)}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, 'webhook-id': 'evt', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' },
    body: '{}',
  })
  return response.status
}

async function openPage(from: string): Promise<Response> {
  const path = `/pay/${formatId('sto', shop.storeId)}/${formatId('chk', newId<CheckoutId>())}`
  return fetch(store.baseUrl + path, { headers: { 'x-forwarded-for': from } })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { startServer } from '../src/main.ts'
import { startStore } from './start-store.ts'

const store = await startStore()

async function serve(): Promise<{ stop: () => Promise<void> }> {
  const config = readConfig({ DATABASE_URL: store.databaseUrl, PORT: '0', METRICS_PORT: '0' })
  return startServer(config, pino({ level: 'silent' }))
}

/** Waits until the EXPIRE deliveries are enqueued. Returns their delay in seconds, by the clock of the database. */
async function readExpiryDelays(expected: number): Promise<number[]> {
  for (;;) {
    const rows = await store.query<{ delay: number }>(
      `select extract(epoch from d.created_at - e.until)::float as delay from pending_deliveries d
       join grants g on g.store_id = d.store_id and g.checkout_id = d.checkout_id
       join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
       where d.delivery_type = 'EXPIRE'`,
    )
    if (rows.length >= expected) return rows.map((row) => row.delay)
    await sleep(100)
  }
}

test('two running servers expire every product once and never early', async () => {
  const servers = [await serve(), await serve()]
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 1 })
  for (let i = 0; i < 20; i++) await store.sell(storeId, `player-${i}`, [product])

  const delays = await readExpiryDelays(20)
  expect(delays).toHaveLength(20)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
})

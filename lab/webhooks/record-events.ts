import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestStore, type Owner } from '../../e2e/kit/test-store.ts'
import type { Endpoint } from './receivers.ts'

/** A store with one webhook endpoint. */
export type Sender = Endpoint & {
  storeId: string
  /** The ids of the events that were confirmed under kills. */
  confirmed: Set<string>
}

export async function createSender(owner: Owner, endpoint: Endpoint): Promise<Sender> {
  const { storeId, manage } = await createTestStore(owner, { servers: 0 })
  const { secret } = await manage.createWebhook({ storeId, url: endpoint.url })
  return Object.assign(endpoint, { storeId, secret, confirmed: new Set<string>() })
}

/** An outage of the database is shorter than this. */
const RETRY_MS = 60_000
const RETRY_INTERVAL_MS = 50

export function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  // Kills of the database end idle connections.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Records events in one transaction, and repeats that while the database is unavailable. Returns the ids that were
 * confirmed. An attempt whose confirmation was lost may have recorded more.
 */
export async function recordEvents(pool: pg.Pool, { storeId }: Sender, count: number): Promise<string[]> {
  const deadline = Date.now() + RETRY_MS
  for (;;) {
    try {
      const ids = Array.from({ length: count }, () => randomUUIDv7())
      const data = ids.map((_, i) => JSON.stringify({ storeId, i }))
      const { rows } = await pool.query<{ ids: string[] }>(
        `select record_events((select id from stores where type_id('sto', id) = $1), 'checkout.paid', $2::uuid[], $3::text[], null),
           array(select type_id('evt', id) from unnest($2::uuid[]) id) as ids`,
        [storeId, ids, data],
      )
      return rows[0]?.ids ?? []
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(RETRY_INTERVAL_MS)
    }
  }
}

/** The ids of the events of a store, or of those that still wait for its endpoint. */
export async function readEvents(
  pool: pg.Pool,
  { storeId }: Sender,
  from: 'recorded' | 'waiting' = 'recorded',
): Promise<Set<string>> {
  const [column, table] = from === 'recorded' ? ['id', 'events'] : ['event_id', 'webhook_deliveries']
  const { rows } = await pool.query<{ id: string }>(
    `select type_id('evt', ${column}) as id from ${table} where type_id('sto', store_id) = $1`,
    [storeId],
  )
  return new Set(rows.map(({ id }) => id))
}

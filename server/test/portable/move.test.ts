import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { requeueRetries } from '../../src/delivery/queue/requeue-retries.ts'
import { AppError } from '../../src/errors.ts'
import type { StoreId } from '../../src/ids.ts'
import { resumeAbandonedMoves } from '../../src/portable/move/move-row.ts'
import { moveStore, type Step } from '../../src/portable/move/move-store.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { insertStoreRows } from '../insert-store-rows.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'
import { expectNoViolations, type TestStore } from '../store-records.ts'
import { sealPlantedSecrets } from './seal-planted-secrets.ts'

const c1 = await startStore()
const c2 = await startStore()
const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
let storeId: StoreId

beforeAll(async () => {
  await insertStoreRows(c2)
  storeId = await insertStoreRows(c1)
  await sealPlantedSecrets(c1, { storeId, sealer })
})

const endOf = (store: TestStore) => ({
  cell: store === c1 ? 'c1' : 'c2',
  databaseUrl: store.databaseUrl,
  sealer,
  publicUrl: 'https://new.example',
})

function move(from: TestStore, to: TestStore, onStep?: (step: Step) => Promise<void>) {
  return moveStore({ storeId, from: endOf(from), to: endOf(to), settleMs: 0, ...(onStep && { onStep }) })
}

/** The cells in which the store can be read and written. */
async function cellsThatServe(): Promise<string[]> {
  const cells: string[] = []
  for (const [name, { database }] of Object.entries({ c1, c2 })) {
    const found = await inStore(database.app, storeId, (tx) =>
      tx.selectFrom('stores').select('id').where('id', '=', storeId).execute(),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') return []
      throw error
    })
    if (found.length > 0) cells.push(name)
  }
  return cells
}

const count = async (store: TestStore, table: string) =>
  (await store.query(`select from ${table} where store_id = $1`, [storeId])).length

test('everything that happens while a store is copied arrives, and its old cell refuses writes', async () => {
  const { key, serverId } = await c1.createServer(storeId)
  const product = await c1.createProduct(storeId, { serverIds: [serverId] })
  await c1.sell(storeId, '7', [product], { reference: 'before' })
  await c1.query(
    `insert into store_hosts (store_id, host, kind, proved_at, changed_at)
     values ($1, 'shop.moves.example', 'domain', now(), now() - interval '1 day')`,
    [storeId],
  )
  await c2.hosts.readChanges()
  const before = await count(c1, 'checkouts')
  const refused: unknown[] = []
  const moved = await move(c1, c2, async (step) => {
    if (step === 'copied') {
      const [delivery] = await c1.poll(key)
      await c1.report(key, delivery?.id ?? '')
      await c1.sell(storeId, '8', [product], { reference: 'meanwhile' })
      await c1.query('delete from storefront_pages where store_id = $1', [storeId])
    }
    if (step === 'stopped') {
      await c1.sell(storeId, '9', [product], { reference: 'too late' }).catch((error: unknown) => refused.push(error))
      const moves = c1.database.gateway
        .updateTable('pending_deliveries')
        .set({ attempts: 1 })
        .where('store_id', '=', storeId)
        .execute()
      await moves.catch((error: unknown) => refused.push(error))
    }
  })
  expect(refused).toHaveLength(2)
  expect(refused[0]).toBeInstanceOf(AppError)
  expect(String(refused[1])).toContain('row-level security policy "serving"')
  expect(moved.changedRows).toBeGreaterThan(0)
  expect(await cellsThatServe()).toEqual(['c2'])
  expect(await count(c2, 'checkouts')).toBe(before + 1)
  expect(await count(c2, 'storefront_pages')).toBe(0)
  expect(await count(c2, 'baskets')).toBe(1)
  expect(await count(c1, 'delivery_ledger')).toBe(0)
  expect(await c1.query('select from stores where id = $1', [storeId])).toHaveLength(0)
  expect((await c2.poll(key)).map(({ id }) => id)).not.toEqual([])
  await c2.sell(storeId, '10', [product], { reference: 'after' })
  await c2.hosts.readChanges()
  expect(c2.hosts.findStoreByHost('shop.moves.example'), 'processes that run learn of the hosts').toBe(storeId)
  await expectNoViolations(c1)
  await expectNoViolations(c2)
})

test('a store moves back', async () => {
  await move(c2, c1)
  expect(await cellsThatServe()).toEqual(['c1'])
  await expectNoViolations(c1)
})

test('a store that has arrived and is not open yet delays no retries of other stores', async () => {
  const stores: StoreId[] = []
  for (const player of ['1', '2']) {
    const { storeId: id, serverId } = await c2.createServer(await c2.createStore())
    await c2.sell(id, player, [await c2.createProduct(id, { serverIds: [serverId] })])
    stores.push(id)
  }
  await c2.query("update pending_deliveries set retry_at = now() - interval '1 s' where store_id = any ($1)", [stores])
  const arriving = "insert into store_moves (id, state, cell, token) values ($1, 'arriving', 'c1', $2)"
  await c2.query(arriving, [stores[0], Buffer.alloc(32, 1)])
  expect(await requeueRetries(c2.database.gateway)).toBe(1)
  await c2.query('delete from store_moves where id = $1', [stores[0]])
  expect(await requeueRetries(c2.database.gateway)).toBe(1)
})

const CRASHES: [Step, string][] = [
  ['copied', 'c1'],
  ['stopped', 'c1'],
  ['arrived', 'c1'],
  ['switched', 'c2'],
  ['opened', 'c2'],
]

test.each(CRASHES)(
  'after a crash when it has %s, the store is in %s, and the command completes the move',
  async (at, cell) => {
    const rows = await count(c1, 'checkouts')
    const crash = async (step: Step) => {
      if (step !== at) return
      for (const end of [c1, c2])
        await end.query(
          "select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'quartermaster-copy' and datname = current_database()",
        )
      throw new Error('killed')
    }
    await expect(move(c1, c2, crash)).rejects.toThrow(/killed|terminat|connection/i)
    for (const { database } of [c1, c2]) await resumeAbandonedMoves(database.gateway)
    const expected = cell === 'c1' ? ['c1'] : at === 'switched' ? [] : ['c2']
    expect(await cellsThatServe()).toEqual(expected)
    await move(c1, c2)
    expect(await cellsThatServe()).toEqual(['c2'])
    expect(await count(c2, 'checkouts')).toBe(rows)
    await move(c2, c1)
    await expectNoViolations(c1)
  },
)

// Otherwise it may check foreign keys with an index that reads all rows of the store, for each row: 100,000 checkouts were not copied after 16 minutes.
test('while a store is copied, the database learns the size of tables that it remembers as empty', async () => {
  await c1.query(
    `insert into checkouts (store_id, id, game_user_id, currency, state)
     select $1, gen_random_uuid(), 'many', 'EUR', 'open' from generate_series(1, 1200)`,
    [storeId],
  )
  await c2.query("update pg_class set relpages = 1000, reltuples = 0 where relname = 'checkouts'")
  let learned = 0
  await move(c1, c2, async (step) => {
    if (step !== 'copied') return
    const [row] = await c2.query<{ rows: number }>("select reltuples as rows from pg_class where relname = 'checkouts'")
    learned = row?.rows ?? 0
  })
  expect(learned).toBeGreaterThanOrEqual(1_000)
})

import { createQueryId, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { startStore, type TestServer } from '../../test/start-store.ts'
import { only } from '../../test/store-records.ts'
import { formatId } from '../ids.ts'
import type { ReaderDb } from '../db/database.ts'
import { readInstallation } from './read-installation.ts'

const store = await startStore()
const { reader } = store.database
const read = () => readInstallation(reader, { sendsMails: true })

async function openServer({ seen = 'now()' } = {}): Promise<TestServer> {
  const server = await store.createServer(await store.createStore())
  await store.query(`update game_servers set last_seen_at = ${seen} where id = $1`, [server.serverId])
  return server
}

async function sellTo({ storeId }: TestServer, player: string, { age = '0', requiresOnline = false } = {}) {
  const { deliveryIds } = await store.sell(storeId, player, [await store.createProduct(storeId)])
  const id = only(deliveryIds)
  await store.query(
    'update pending_deliveries set created_at = now() - $2::interval, requires_online = $3 where id = $1',
    [id, age, requiresOnline],
  )
  return id
}

test('the oldest waiting delivery is one that its game server could run now', async () => {
  const server = await openServer()
  const silent = await openServer({ seen: "now() - interval '11 minutes'" })
  await sellTo(silent, '1', { age: '9 hours' })
  await sellTo(server, '2', { age: '8 hours', requiresOnline: true })
  await sellTo(server, '2', { age: '7 hours' })
  const retried = await sellTo(server, '3', { age: '6 hours' })
  await store.query("update pending_deliveries set retry_at = now() + interval '1 hour' where id = $1", [retried])
  await sellTo(server, '3', { age: '5 hours' })
  expect((await read()).oldestDeliverySeconds).toBe(0)
  await sellTo(server, '4', { age: '20 minutes' })
  await sellTo(server, '5', { age: '10 minutes' })
  expect(Math.round((await read()).oldestDeliverySeconds / 60)).toBe(20)
})

test('servers, dead letters, e-mails and late work are counted, of all stores together', async () => {
  await store.query('delete from pending_deliveries')
  const server = await openServer()
  const silent = await openServer({ seen: "now() - interval '11 minutes'" })
  await openServer({ seen: 'null' })
  const abandoned = await openServer({ seen: "now() - interval '8 days'" })
  await sellTo(silent, '1')
  await sellTo(abandoned, '1')
  const held = await sellTo(server, '2')
  await store.query(
    `update pending_deliveries set hold_reason = 'uncertain', attempts = 1, dispatched_at = now() where id = $1`,
    [held],
  )
  const late = await sellTo(server, '3')
  await store.poll(server.key)
  await store.report(server.key, formatId('cmd', late))
  await store.query('update delivery_ledger set late_report_at = now() where id = $1', [late])
  await store.query(
    `insert into mails (id, kind, recipient, sealed, key_id, created_at, next_at)
     values (gen_random_uuid(), 'test', 'a@vale.example', '', 't1', now() - interval '1 hour', now() + interval '1 hour'),
       (gen_random_uuid(), 'test', 'a@vale.example', null, 't1', now() - interval '2 hours', null)`,
  )
  const { storeId } = server
  await store.sell(storeId, '4', [await store.createProduct(storeId, { durationSeconds: 1_000 })])
  await store.query("update entitlements set until = now() - interval '5 minutes' where game_user_id = '4'")
  const { gameServers, deadLetters, silentWithDeliveries, mails, workLags } = await read()
  expect(gameServers).toEqual({ seen: 2, silent: 3, never: 1 })
  expect(silentWithDeliveries).toBe(1)
  expect(deadLetters).toEqual({ failed: 0, uncertain: 1, withdrawn: 0, reported_late: 1 })
  expect(mails?.count).toBe(1)
  expect(Math.round((mails?.oldestSeconds ?? 0) / 60)).toBe(60)
  expect(Math.round(workLags.expiries / 60)).toBe(5)
  expect(await readInstallation(reader, { sendsMails: false })).toMatchObject({
    mails: undefined,
    workLags: { webhooks: 0 },
  })
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] } & Partial<
  Record<'Rows Removed by Filter' | 'Rows Removed by Index Recheck', number>
>

test('a long history and long queues do not make the statements read more', async () => {
  const server = await openServer()
  await store.query(`
    set session_replication_role = replica;
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
      select '${server.storeId}', gen_random_uuid(), '${server.serverId}', gen_random_uuid(), 'p' || i, 'APPROVE', '{1}', '[]'
      from generate_series(1, 20000) i;
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit,
        products, created_at, state)
      select '${server.storeId}', gen_random_uuid(), '${server.serverId}', i, gen_random_uuid(), 'p', 'APPROVE', '{1}', 1, '[]',
        now(), 'processed' from generate_series(1, 20000) i;
    insert into mails (id, kind, recipient, key_id, sent_at)
      select gen_random_uuid(), 'test', 'a@vale.example', 't1', now() from generate_series(1, 20000);
    insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by)
      select '${server.storeId}', gen_random_uuid(), gen_random_uuid(), 'p', 'independent', gen_random_uuid(), now(), now(), 'expiry'
      from generate_series(1, 20000);
    set session_replication_role = default;
    analyze pending_deliveries, delivery_ledger, mails, entitlements`)
  const nodes: RootOperationNode[] = []
  const recorder = reader.withPlugin({
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: async ({ result }) => result,
  }) as ReaderDb
  await readInstallation(recorder, { sendsMails: true })
  expect(nodes.length).toBeGreaterThan(6)
  for (const node of nodes) {
    const { sql, parameters } = reader.getExecutor().compileQuery(node, createQueryId())
    const [row] = await store.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`, [
      ...parameters,
    ])
    expect(row && countRows(row['QUERY PLAN'][0].Plan), sql).toBeLessThan(200)
  }
})

/** Rows that the scans of tables read, also those that a filter removed. */
function countRows(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0)
  if (plan['Relation Name'] === undefined) return below
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return below + (plan['Actual Rows'] + removed) * plan['Actual Loops']
}

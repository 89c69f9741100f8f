import { expect, test, vi } from 'vitest'
import { formatId, newId, type RedeliveryId, type StoreId } from '../../src/ids.ts'
import { runInProcess } from '../run-in-process.ts'
import { startStore } from '../start-store.ts'
import { createRedeliveryClient } from './redelivery-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await startStore()

async function run(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runInProcess(['redelivery', ...args, '--json'], { DATABASE_URL: store.databaseUrl })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Record<string, unknown>
}

test('the command line previews, starts, shows and stops a redelivery', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  for (const player of ['42', '43']) await store.sell(client.storeId, player, [coins])
  await client.deliver()
  const inStore = ['--store', formatId('sto', client.storeId)]
  const selection = [
    '--product',
    formatId('prd', coins),
    '--server',
    formatId('srv', client.a.serverId),
    '--player',
    '42',
  ]
  expect(await run('start', ...inStore, ...selection, '--dry-run')).toMatchObject({
    deliveries: 1,
    entitlements: 1,
    players: 1,
  })
  const { id } = await run('start', ...inStore, ...selection, '--since', '2020-01-01')
  await client.run()
  const named = [...inStore, '--redelivery', String(id)]
  expect(await run('status', ...named)).toMatchObject({ id, state: 'done', counts: { deliveries: 1 } })
  expect(await run('stop', ...named)).toMatchObject({ id, state: 'done' })
  const log = await store.query('select action, actor_kind from audit_log where store_id = $1 order by at, id', [
    client.storeId,
  ])
  const actions = ['previewRedelivery', 'startRedelivery', 'stopRedelivery']
  expect(log).toEqual(actions.map((action) => ({ action, actor_kind: 'command_line' })))
})

test('a store and a redelivery that do not exist are not found', async () => {
  const nowhere = ['--store', formatId('sto', newId<StoreId>())]
  const unknown = formatId('rdl', newId<RedeliveryId>())
  const answers = await Promise.all([run('start', ...nowhere), run('stop', ...nowhere, '--redelivery', unknown)])
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'not_found' } })
})

import { expect, test, vi } from 'vitest'
import { formatId, newId, type RedeliveryId, type StoreId } from '../../src/ids.ts'
import { runInProcess } from '../run-in-process.ts'
import { startStore } from '../start-store.ts'
import { openDesk } from './redelivery-desk.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await startStore()

async function run(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runInProcess(['redelivery', ...args, '--json'], { DATABASE_URL: store.databaseUrl })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Record<string, unknown>
}

test('a redelivery is counted, started, watched and stopped on the command line', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  for (const player of ['42', '43']) await store.sell(desk.storeId, player, [coins])
  await desk.deliver()
  const inStore = ['--store', formatId('sto', desk.storeId)]
  const choice = ['--product', formatId('prd', coins), '--server', formatId('srv', desk.a.serverId), '--player', '42']
  expect(await run('start', ...inStore, ...choice, '--dry-run')).toMatchObject({
    deliveries: 1,
    entitlements: 1,
    players: 1,
  })
  const { id } = await run('start', ...inStore, ...choice, '--since', '2020-01-01')
  await desk.run()
  const named = [...inStore, '--redelivery', String(id)]
  expect(await run('status', ...named)).toMatchObject({ id, state: 'done', counts: { deliveries: 1 } })
  expect(await run('stop', ...named)).toMatchObject({ id, state: 'done' })
  const log = await store.query('select action, actor_kind from audit_log where store_id = $1 order by at, id', [
    desk.storeId,
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

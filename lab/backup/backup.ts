import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { sellSteadily } from '../../e2e/kit/load/sell-steadily.ts'
import { startClients } from '../../e2e/kit/load/load-worker.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { runCommand } from '../../e2e/kit/run-command.ts'
import { type Defer, runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { type Product, startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'
import { verify } from '../../e2e/kit/verify.ts'

const options = readOptions({
  script: 'lab backup',
  about: `Backs up a store while it sells and delivers, and restores each backup into a fresh cluster, in turn of the same
PostgreSQL and of a newer one. No confirmed sale may be missing, and \`verify\` must find nothing.`,
  options: {
    rounds: { type: 'number', help: 'backups, each with its restore', default: 20, short: 2 },
    servers: { type: 'number', help: 'game servers that poll and report', default: 5 },
  },
})

const SALE_INTERVAL_MS = 100
const MAJORS = [15, 18] as const

type Answer = { error?: { message: string }; ok?: boolean; rows?: number }

await runHarness(options, async (defer) => {
  const product = await startProduct(defer, { cluster: { major: MAJORS[0] } })
  const { server, databaseUrl, folder } = product
  const store = await createTestStore(await createOwner({ url: server.url, databaseUrl }), { servers: options.servers })
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  const sales = sellSteadily(SALE_INTERVAL_MS, (no) => store.sell({ gameUserId: String(no), items: [{ productId }] }))
  defer(() => sales.stop())
  const clients = store.servers.map(({ key }) => ({ key, kind: 'steady' as const }))
  const games = await startClients({ port: server.port, seed: options.seed, clients })
  defer(() => games.kill())

  const failures: string[] = []
  const restored = { 15: 0, 18: 0 }
  let lost = 0
  let rows = 0
  const progress = startProgress('backups', options.rounds)
  for (let round = 0; round < options.rounds; round++) {
    const major = MAJORS[round % MAJORS.length] ?? 15
    const file = join(folder, `round-${round}.backup`)
    const confirmed = [...sales.deliveryIds]
    const backup = await run(['backup', '--to', file], product, databaseUrl)
    if (backup.error) failures.push(`backup ${round}: ${backup.error.message}`)
    await withCleanUp(async (deferRound) => {
      const cluster = await startFreshCluster(deferRound, major)
      const url = await createDatabase(cluster)
      const restore = await run(['restore', '--from', file], product, url)
      if (restore.error) {
        failures.push(`restore ${round} into ${major}: ${restore.error.message}`)
        return
      }
      const missing = await countMissing(url, confirmed)
      lost += missing
      if (missing > 0) failures.push(`restore ${round} into ${major} lacks ${missing} deliveries of confirmed sales`)
      failures.push(...(await verify(url)).examples.map((example) => `restore ${round} into ${major}: ${example}`))
      rows = restore.rows ?? 0
      restored[major]++
    })
    await rm(file, { force: true })
    progress.add(1)
  }
  progress.done()
  await sales.stop()
  const { failures: failedCalls, examples } = await games.stop()
  failures.push(...sales.failures, ...(failedCalls > 0 ? examples : []))
  const figures = { restored, sold: sales.deliveryIds.size, rowsOfLast: rows, lost, errors: failures.length }
  return { figures, failures }
})

async function startFreshCluster(defer: Defer, major: 15 | 18): Promise<Cluster> {
  const cluster = await startCluster({ major, settings: { shared_buffers: '32MB' } })
  defer(() => cluster.stop())
  return cluster
}

/** With the programs of the PostgreSQL that is backed up. */
async function run(args: string[], { cluster }: Product, databaseUrl: string): Promise<Answer> {
  const env = { PATH: `${cluster.binDir}:${process.env['PATH'] ?? ''}` }
  return JSON.parse(await runCommand([...args, '--json'], { databaseUrl, env })) as Answer
}

async function countMissing(url: string, confirmed: string[]): Promise<number> {
  const found = await query<{ id: string }>(
    url,
    `select type_id('cmd', id) as id from pending_deliveries union all select type_id('cmd', id) from delivery_ledger`,
  )
  const ids = new Set(found.map(({ id }) => id))
  return confirmed.filter((id) => !ids.has(id)).length
}

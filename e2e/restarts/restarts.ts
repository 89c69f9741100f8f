import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientKind } from '../kit/load/game-client.ts'
import type { LoadReport } from '../kit/load/load-counts.ts'
import { startLoad } from '../kit/load/load-worker.ts'
import { sellSteadily } from '../kit/load/sell-steadily.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { query } from '../kit/query.ts'
import { createRandom } from '../kit/random.ts'
import { type Defer, type Result, runHarness } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import type { Server } from '../kit/start-server.ts'
import { createOwner, createTestStore } from '../kit/test-store.ts'
import { planRestarts, replaceProcesses } from './replace-processes.ts'
import { followProcesses } from './running-processes.ts'

const options = readOptions({
  script: 'restarts',
  about:
    'Restarts the processes of a server one at a time while game servers poll and report: no connection is refused,\n' +
    'none is reset, every request gets a response, and no report is lost.',
  options: {
    restarts: { type: 'number', help: 'restarts of a process', default: 200, short: 6 },
  },
})

const PROCESSES = 2
const SALE_INTERVAL_MS = 700
const CLIENTS: Record<ClientKind, number> = { steady: 30, waiting: 10, fresh: 10, idle: 10 }

await runHarness(options, async (defer) => {
  const { databaseUrl, server, logFile } = await startProduct(defer, { processes: PROCESSES })
  const load = await startClients(defer, server, databaseUrl)
  await sleep(1_000)
  const { restarts, failures } = await restartAll(server, logFile)
  const report = await load.stop()
  const death = server.died() ?? (await server.stop())
  if (death !== undefined) failures.push(death)
  return summarise(report, restarts, { lost: await findLost(databaseUrl, report.reported), failures })
})

/** Starts one client per game server, and sells a product that is delivered to all of them. */
async function startClients(defer: Defer, { url, port }: Server, databaseUrl: string) {
  const kinds = Object.entries(CLIENTS).flatMap(([kind, count]) => Array<ClientKind>(count).fill(kind as ClientKind))
  const store = await createTestStore(await createOwner({ url, databaseUrl }), { servers: kinds.length })
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  const sales = sellSteadily(store, { productId, intervalMs: SALE_INTERVAL_MS })
  defer(() => sales.stop())
  const clients = store.servers.map(({ key }, i) => ({ key, kind: kinds[i] ?? 'steady' }))
  const load = await startLoad({ port, seed: options.seed, clients })
  defer(() => load.kill())
  return {
    async stop(): Promise<LoadReport> {
      const report = await load.stop()
      await sales.stop()
      return report
    },
  }
}

async function restartAll(server: Server, logFile: string): Promise<{ restarts: number; failures: string[] }> {
  const random = createRandom(options.seed)
  const parts = { server, running: followProcesses(logFile), processes: PROCESSES, random }
  const progress = startProgress('restarts under load', options.restarts)
  let restarts = 0
  try {
    for (const restart of planRestarts(options.restarts, PROCESSES, random)) {
      const replaced = await replaceProcesses(restart, parts)
      restarts += replaced
      progress.add(replaced)
      await sleep(random.between(100, 1_000))
    }
    progress.done()
    return { restarts, failures: [] }
  } catch (error) {
    return { restarts, failures: [error instanceof Error ? error.message : String(error)] }
  }
}

/** Deliveries whose report succeeded, but which are missing in the ledger or still in the queue. */
async function findLost(databaseUrl: string, reported: string[]): Promise<string[]> {
  const readIds = async (from: string) => {
    const rows = await query<{ id: string }>(databaseUrl, `select type_id('cmd', id) as id from ${from}`)
    return new Set(rows.map(({ id }) => id))
  }
  const processed = await readIds(`delivery_ledger where state = 'processed'`)
  const pending = await readIds('pending_deliveries')
  return reported.filter((id) => !processed.has(id) || pending.has(id))
}

function summarise(
  load: LoadReport,
  restarts: number,
  { lost, failures }: { lost: string[]; failures: string[] },
): Result {
  const { failuresByKind, reported } = load
  return {
    figures: {
      restarts,
      requests: load.requests,
      reports: reported.length,
      refused: failuresByKind.refused ?? 0,
      resets: failuresByKind.reset ?? 0,
      idleRaces: failuresByKind.idleRace ?? 0,
      lostReports: lost.length,
      failures: load.failures + lost.length + failures.length,
      p50Ms: load.p50Ms,
      p99Ms: load.p99Ms,
      worstMs: load.maxMs,
      clientLagMs: load.lagMs,
    },
    failures: [
      ...failures,
      ...lost.map((id) => `the report of ${id} succeeded and is lost`),
      ...load.examples,
      ...(load.failures > 0 ? [`failures of the clients by kind: ${JSON.stringify(failuresByKind)}`] : []),
      ...(reported.length === 0 ? ['the clients reported nothing'] : []),
    ],
  }
}

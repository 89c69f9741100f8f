import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadReport } from '../../e2e/kit/load/load-counts.ts'
import { createLoad } from '../../e2e/kit/load/start-load.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { type Result, runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import type { Server } from '../../e2e/kit/start-server.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { planRestarts, replaceProcesses } from './replace-processes.ts'
import { followProcesses } from './running-processes.ts'

const options = readOptions({
  script: 'lab restarts',
  about:
    'Restarts the processes of a server one at a time while game servers poll and report: no connection is refused,\n' +
    'none is reset, every request gets a response, and no report is lost.',
  options: {
    restarts: { type: 'number', help: 'restarts of a process', default: 200, short: 6 },
  },
})

const PROCESSES = 2
const CLIENTS = { steady: 30, waiting: 10, fresh: 10, idle: 10 }

await runHarness(options, async (defer) => {
  const { databaseUrl, server, logFile } = await startProduct(defer, { processes: PROCESSES })
  const clients = await createLoad(await createOwner({ url: server.url, databaseUrl }), CLIENTS)
  const load = await clients.start(defer, { port: server.port, seed: options.seed })
  await sleep(1_000)
  const { restarts, failures } = await restartAll(server, logFile)
  const report = await load.stop()
  const death = server.died() ?? (await server.stop())
  if (death !== undefined) failures.push(death)
  const lost = await findLost(databaseUrl, report.reported)
  return summarise({ restarts, load: report, lost, failures })
})

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
  const kept = await query<{ id: string }>(
    databaseUrl,
    `select type_id('cmd', l.id) as id from delivery_ledger l
     where state = 'processed' and not exists (select from pending_deliveries p where p.id = l.id)`,
  )
  const ids = new Set(kept.map(({ id }) => id))
  return reported.filter((id) => !ids.has(id))
}

type Outcome = { restarts: number; load: LoadReport; lost: string[]; failures: string[] }

function summarise({ restarts, load, lost, failures }: Outcome): Result {
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

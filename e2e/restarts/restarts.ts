import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startProgress } from '../kit/progress.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createRandom } from '../kit/random.ts'
import type { ClientKind } from './client.ts'
import { type Ends, endAll } from './end-all.ts'
import { findLost } from './find-lost.ts'
import type { LoadOrder } from './load.ts'
import { startWorker } from '../kit/worker-process.ts'
import { followProcesses } from './process-log.ts'
import { planBlows, replaceProcesses } from './replace-processes.ts'
import { startServer } from '../kit/start-server.ts'
import type { LoadReport } from './tally.ts'
import { openTrade, startSelling } from './trade.ts'

const HELP = `Restarts the processes of a server one at a time while game servers ask and report: no connection is refused, none is
reset, every request is answered, and no report is lost.

  npm run restarts -- [options]

  --short        the form for the check: 6 restarts (else 200)
  --restarts N
  --seed N       makes the same decisions again; when they take effect is up to the machine
  --json         ends with one JSON object on a line`

const PROCESSES = 2
const SALE_EVERY_MS = 700
const KINDS: Record<ClientKind, number> = { steady: 30, waiting: 10, fresh: 10, idle: 10 }
const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url))

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    restarts: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const wanted = Number(options.restarts ?? (options.short ? 6 : 200))
  const seed = Number(options.seed ?? randomInt(2 ** 31))
  const begun = Date.now()
  console.log(`${wanted} restarts; seed ${seed}`)

  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-restarts-'))
  const cluster = await startCluster()
  const ends: Ends = [() => cluster.stop()]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const outcome = await run({ wanted, seed }, { databaseUrl, runDir, ends })
    const ok = conclude(outcome, { seed, seconds: Math.round((Date.now() - begun) / 1_000) })
    if (ok) await rm(runDir, { recursive: true })
    else console.error(`The server's log is in ${runDir}.`)
    return ok ? 0 : 1
  } finally {
    await endAll(ends)
  }
}

type Outcome = { load: LoadReport; restarts: number; lost: string[]; faults: string[] }

async function run(
  { wanted, seed }: { wanted: number; seed: number },
  { databaseUrl, runDir, ends }: { databaseUrl: string; runDir: string; ends: Ends },
): Promise<Outcome> {
  const database = openDatabase({ url: databaseUrl, poolSize: 4 })
  ends.unshift(() => database.close())
  const kinds = Object.entries(KINDS).flatMap(([kind, count]) => Array<ClientKind>(count).fill(kind as ClientKind))
  const trade = await openTrade(database, { servers: kinds.length })
  const logFile = join(runDir, 'server.log')
  const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl }, processes: PROCESSES })
  const log = followProcesses(logFile)
  ends.unshift(() => server.stop())
  const selling = startSelling(trade, SALE_EVERY_MS)
  ends.unshift(() => selling.stop())
  const clients = trade.keys.map((key, i) => ({ key, kind: kinds[i] ?? 'steady' }))
  const load = await startWorker<LoadOrder, LoadReport>(LOAD, { port: server.port, seed, clients })
  ends.unshift(() => load.kill())

  const random = createRandom(seed)
  const faults: string[] = []
  const progress = startProgress('restarts under load', wanted)
  await sleep(1_000)
  let restarts = 0
  try {
    for (const blow of planBlows(wanted, PROCESSES, random)) {
      const replaced = await replaceProcesses(blow, { server, log, processes: PROCESSES, random })
      restarts += replaced
      progress.add(replaced)
      await sleep(random.between(100, 1_000))
    }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  progress.done()
  const report = await load.stop()
  await selling.stop()
  const death = server.died() ?? (await server.stop())
  if (death !== undefined) faults.push(death)
  return { load: report, restarts, lost: await findLost(databaseUrl, report.reported), faults }
}

function conclude({ load, restarts, lost, faults }: Outcome, about: { seed: number; seconds: number }): boolean {
  const { byFault } = load
  const figures = {
    restarts,
    requests: load.requests,
    reports: load.reported.length,
    refused: byFault.refused ?? 0,
    resets: byFault.reset ?? 0,
    idleRaces: byFault.idleRace ?? 0,
    lostReports: lost.length,
    failures: load.failures + lost.length + faults.length,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    worstMs: load.worstMs,
    clientLagMs: load.lagMs,
    ...about,
  }
  const broken = [
    ...faults,
    ...lost.map((id) => `a report was answered with success and is lost: ${id}`),
    ...load.examples,
    ...(load.reported.length === 0 ? ['nothing was reported'] : []),
  ]
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(12)} ${value}`)
  for (const fault of broken.slice(0, 15)) console.error(`FAILED: ${fault}`)
  if (load.failures > 0) console.error(`FAILED: by kind ${JSON.stringify(byFault)}`)
  if (options.json) console.log(JSON.stringify(figures))
  return broken.length === 0
}

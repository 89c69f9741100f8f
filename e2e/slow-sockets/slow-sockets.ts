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
import { type Ends, endAll } from '../restarts/end-all.ts'
import type { LoadOrder } from '../restarts/load.ts'
import { countOpenSockets, residentMiB } from '../kit/process-usage.ts'
import { startWorker } from '../kit/worker-process.ts'
import { startServer } from '../kit/start-server.ts'
import type { LoadReport } from '../restarts/tally.ts'
import { openTrade, startSelling } from '../restarts/trade.ts'
import type { AttackOrder, AttackReport } from './attack.ts'
import { makeLongQueues } from './long-queues.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'
import { SPARE_SOCKETS, socketsAfterwards, watchMemory } from './watch-server.ts'

const HELP = `Thousands of slow callers against one server process: a third sends headers byte by byte, a third bodies, a third asks for
large answers and does not read them. Good clients must not notice, and the server's memory must not grow with them.

  npm run slow-sockets -- [options]

  --short       the form for the check: 500 sockets for 15 s (else 5,000 for 90 s)
  --sockets N --seconds N
  --seed N      makes the same decisions again; when they take effect is up to the machine
  --json        ends with one JSON object on a line`

/** The promises. */
const MOST_P99_MS = 200
const MOST_GROWTH_MIB = 200
/** Headers get 10 s to begin and 10 s more from their first byte on, a request 15 s; the rest is for a busy machine. */
const MOST_PATIENCE_MS = { headers: 24_000, body: 19_000 }

const GOOD_CLIENTS = 50
const SALE_EVERY_MS = 700
const LOAD = fileURLToPath(new URL('../restarts/load.ts', import.meta.url))
const ATTACK = fileURLToPath(new URL('./attack.ts', import.meta.url))

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    sockets: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await main()

type Size = { sockets: number; seconds: number; warmUp: number; longQueues: number; seed: number }

async function main(): Promise<number> {
  const usual = options.short
    ? { sockets: 500, seconds: 15, warmUp: 3, longQueues: 10 }
    : { sockets: 5_000, seconds: 90, warmUp: 10, longQueues: 50 }
  const size: Size = {
    ...usual,
    sockets: Number(options.sockets ?? usual.sockets),
    seconds: Number(options.seconds ?? usual.seconds),
    seed: Number(options.seed ?? randomInt(2 ** 31)),
  }
  console.log(`${size.sockets} slow sockets for ${size.seconds} s; seed ${size.seed}`)

  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-slow-'))
  const cluster = await startCluster()
  const ends: Ends = [() => cluster.stop()]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const outcome = await run(size, { databaseUrl, runDir, ends })
    const ok = conclude(size, outcome)
    if (ok) await rm(runDir, { recursive: true })
    else console.error(`The server's log is in ${runDir}.`)
    return ok ? 0 : 1
  } finally {
    await endAll(ends)
  }
}

type Outcome = {
  calm: LoadReport
  good: LoadReport
  afterwards: LoadReport
  attack: AttackReport
  memory: { baseline: number; peak: number; after: number }
  socketsOpen: { before: number; during: number; after: number }
  slowLine: SlowLine
  died: string | undefined
}

async function run(
  { sockets, seconds, warmUp, longQueues, seed }: Size,
  { databaseUrl, runDir, ends }: { databaseUrl: string; runDir: string; ends: Ends },
): Promise<Outcome> {
  const database = openDatabase({ url: databaseUrl, poolSize: 4 })
  ends.unshift(() => database.close())
  const [own, ...queues] = await makeLongQueues(database, {
    servers: longQueues + 1,
    databaseUrl,
    logFile: join(runDir, 'queues.log'),
  })
  if (!own) throw new Error('there is no long queue')
  const trade = await openTrade(database, { servers: GOOD_CLIENTS })
  const server = await startServer(join(runDir, 'server.log'), { settings: { DATABASE_URL: databaseUrl } })
  ends.unshift(() => server.stop())
  const selling = startSelling(trade, SALE_EVERY_MS)
  ends.unshift(() => selling.stop())
  const clients = trade.keys.map((key) => ({ key, kind: 'steady' as const }))
  const load = await startWorker<LoadOrder, LoadReport>(LOAD, { port: server.port, seed, clients })
  ends.unshift(() => load.kill())

  const progress = startProgress('good clients, slow sockets', warmUp + seconds)
  const watch = watchMemory(server.pid)
  ends.unshift(() => watch.stop())
  await pass(warmUp, progress)
  const calm = await load.report()
  const before = await countOpenSockets(server.pid)
  const baseline = watch.begin()

  const order = { port: server.port, seed: seed + 1, sockets, rampMs: Math.min(10, seconds / 5) * 1_000, queues }
  const attackers = await startWorker<AttackOrder, AttackReport>(ATTACK, order)
  ends.unshift(() => attackers.kill())
  const line = startSlowLine(server.port, own)
  ends.unshift(() => line.stop())
  await pass(seconds, progress)
  progress.done()
  line.stop()
  const during = await countOpenSockets(server.pid)
  const good = await load.report()
  const attack = await attackers.stop()
  const peak = watch.peak()

  const after = await socketsAfterwards(server.pid, before)
  const afterwards = await load.stop()
  return {
    calm,
    good,
    afterwards,
    attack,
    memory: { baseline, peak, after: await residentMiB(server.pid) },
    socketsOpen: { before, during, after },
    slowLine: line.report(),
    died: server.died(),
  }
}

async function pass(seconds: number, progress: { add: (amount: number) => void }): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    progress.add(1)
  }
}

function conclude(
  { sockets, seed }: Size,
  { calm, good, afterwards, attack, memory, socketsOpen, slowLine, died }: Outcome,
): boolean {
  const failures = calm.failures + good.failures + afterwards.failures
  const growthMiB = Math.round(memory.peak - memory.baseline)
  // The short form runs among other things: what was slow before the attack may stay so.
  const mostP99Ms = options.short ? Math.max(MOST_P99_MS, calm.p99Ms * 3) : MOST_P99_MS
  const figures = {
    sockets,
    mostOpen: attack.mostOpen,
    goodRequests: good.requests,
    failures,
    calmP99Ms: calm.p99Ms,
    p50Ms: good.p50Ms,
    p99Ms: good.p99Ms,
    worstMs: good.worstMs,
    clientLagMs: good.lagMs,
    baselineMiB: Math.round(memory.baseline),
    peakMiB: Math.round(memory.peak),
    growthMiB,
    afterMiB: Math.round(memory.after),
    thrownOut: attack.thrownOut,
    withoutAWord: attack.silently,
    notConnected: attack.notConnected,
    attackLagMs: attack.lagMs,
    longestHeadersMs: Math.round(attack.longest.headers),
    longestBodyMs: Math.round(attack.longest.body),
    badAnswers: attack.faults.length,
    slowLineWhole: slowLine.whole,
    slowLineLost: slowLine.lost,
    socketsBefore: socketsOpen.before,
    socketsDuring: socketsOpen.during,
    socketsAfter: socketsOpen.after,
    seed,
  }
  const broken = [
    ...[...calm.examples, ...good.examples, ...afterwards.examples].map(
      (example) => `a good client failed: ${example}`,
    ),
    ...(good.p99Ms < mostP99Ms ? [] : [`the p99 of good clients is ${good.p99Ms} ms; ${mostP99Ms} is allowed`]),
    ...(growthMiB < MOST_GROWTH_MIB ? [] : [`the server's memory grew by ${growthMiB} MiB`]),
    ...attack.faults.map((fault) => `a slow socket got a broken answer: ${fault}`),
    ...(socketsOpen.after > socketsOpen.before + SPARE_SOCKETS ? [`${socketsOpen.after} sockets stay open`] : []),
    ...(attack.mostOpen < sockets * 0.8 ? [`no more than ${attack.mostOpen} slow sockets were open at a time`] : []),
    ...(['headers', 'body'] as const)
      .filter((part) => attack.longest[part] > MOST_PATIENCE_MS[part])
      .map((part) => `the server waited ${Math.round(attack.longest[part])} ms for ${part} that came byte by byte`),
    ...(died === undefined ? [] : [died]),
  ]
  console.log(`slow sockets were answered with ${JSON.stringify(attack.statuses)}`)
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(17)} ${value}`)
  for (const fault of broken.slice(0, 15)) console.error(`FAILED: ${fault}`)
  if (options.json) console.log(JSON.stringify(figures))
  return broken.length === 0
}

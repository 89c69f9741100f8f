import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { findKeysInLogs } from '../../server/test/find-keys-in-logs.ts'
import { requireServing } from './require-serving.ts'
import { gamesRequests, type World } from './requests.ts'
import { runRequests, type Tally } from './run-requests.ts'
import { alarmsIn, startServerProcess } from './server-process.ts'
import { stockStores } from './stocked-store.ts'

/** A profile is a surface: what to send to it. */
const PROFILES = { games: (world: World) => gamesRequests(world) }

const MOST_RATE_LIMITED = 0.5
const SHOWN_FAULTS = 10

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'games' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(`Sends generated requests, right, wrong and hostile, to a real server through real sockets.

  npm run fuzz                     200,000 messages
  npm run fuzz -- --short          4,000
  --requests N --seed N            another number; the same messages again
  --profile ${Object.keys(PROFILES).join('|')}                  which surface
  --json                           the last line is one JSON object`)
} else {
  process.exitCode = await main()
}

async function main(): Promise<number> {
  const started = Date.now()
  if (!(values.profile in PROFILES)) throw new Error(`There is no profile ${values.profile}`)
  const profile = PROFILES[values.profile as keyof typeof PROFILES]
  const requests = Number(values.requests ?? (values.short ? 4_000 : 200_000))
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  console.log(`seed ${seed}`)

  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-fuzz-'))
  await mkdir(join(runDir, 'logs'))
  await mkdir(join(runDir, 'keys'))
  const logFile = join(runDir, 'logs', 'server.log')
  const cluster = await startCluster()
  try {
    const { databaseUrl, database, world, purchase } = await stockStores(
      cluster,
      Math.min(1_600, Math.max(160, requests / 100)),
    )
    const server = await startServerProcess(databaseUrl, logFile)
    const tally = await runRequests(profile(world), { requests, seed, server })
    if (server.died() === undefined) tally.faults.push(...(await requireServing(server.port, await purchase())))
    const rssMiB = await server.residentMiB()
    await server.stop()
    await database.close()

    const everyKey = [...world.keys, ...world.revokedKeys, world.busyKey, ...world.stocked.map(({ key }) => key)]
    await writeFile(join(runDir, 'keys', 'keys.txt'), everyKey.join('\n'))
    tally.faults.push(...(await alarmsIn(logFile)).map((line) => `the server logged: ${line}`))
    tally.faults.push(
      ...(await findKeysInLogs(runDir)).leaks.map((where) => `a server key stands in the log: ${where}`),
    )
    const ok = report(tally, { requests, seed, rssMiB, seconds: Math.round((Date.now() - started) / 1000) })
    if (ok) await rm(runDir, { recursive: true })
    else console.error(`The server's log is in ${runDir}.`)
    return ok ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

function report(tally: Tally, run: { requests: number; seed: number; rssMiB: number; seconds: number }): boolean {
  const { faults, statuses, rssBeforeMiB, ...counts } = tally
  const rateLimitedShare = Number(((statuses['429'] ?? 0) / Math.max(1, counts.answered)).toFixed(3))
  if (rateLimitedShare > MOST_RATE_LIMITED)
    faults.push(`${rateLimitedShare} of the answers are 429: too few got through`)
  const figures = {
    requests: run.requests,
    ...counts,
    statuses,
    rateLimitedShare,
    rssBeforeMiB,
    rssMiB: run.rssMiB,
    faults: faults.length,
    seconds: run.seconds,
    seed: run.seed,
  }
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${JSON.stringify(value)}`)
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.error(`FAILED: ${fault}`)
  if (faults.length > 0) console.error(`Again: npm run fuzz -- --seed ${run.seed} --requests ${run.requests}`)
  if (values.json) console.log(JSON.stringify(figures))
  return faults.length === 0
}

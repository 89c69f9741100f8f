import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startProgress } from '../kit/progress.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { audit, untilReported } from './audit.ts'
import { type Blow, type Outage, planBlows, strike } from './blows.ts'
import { conclude } from './conclude.ts'
import { judgeFailures } from './judge-failures.ts'
import { keepSelling } from './keep-selling.ts'
import { openShops } from './open-shops.ts'
import { startGames } from './start-games.ts'
import { startServer } from '../kit/start-server.ts'

const HELP = `Takes the database away again and again while game servers poll, report and start anew. None of them may notice:
no report, poll or init fails, and nothing runs twice in a client that remembers nothing.

  npm run blink -- [options]

  --kills N      how often the database goes away (100)
  --servers N    game servers, in fives (1000); every fifth one sends waiting polls
  --processes N  processes of the server (1)
  --hold N       keeps the database away for up to N seconds more, at most 3 (0: it comes back as fast as it can)
  --short        the form for the check: 3 kills, 250 servers
  --seed N       makes the same decisions again; when they take effect is up to the machine
  --json         ends with one JSON object on a line`

/** Until sales have become reports: the games were a few seconds on their way when this begins. */
const WARM_UP_MS = 1_000
/** Between two blows. Short enough that some come while the server is still picking itself up. */
const CALM_MS = { least: 300, most: 2_500 }
/** Two long outages in a row must not add up to more than the server's patience. */
const CALM_AFTER_HOLD_MS = { least: 3_000, most: 5_000 }
const MOST_HOLD = 3

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string' },
    servers: { type: 'string' },
    processes: { type: 'string' },
    hold: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

// What was started is ended by handlers of the exit, which a signal alone would pass by.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (options.help) console.log(HELP)
else process.exitCode = await blink()

async function blink(): Promise<number> {
  const seed = number('--seed', options.seed, randomInt(2 ** 31))
  const kills = number('--kills', options.kills, options.short ? 3 : 100)
  const servers = number('--servers', options.servers, options.short ? 250 : 1_000)
  const processes = number('--processes', options.processes, 1)
  const hold = number('--hold', options.hold, 0, MOST_HOLD)
  const begun = Date.now()
  const random = createRandom(seed)
  console.log(`${kills} kills, ${servers} game servers, ${processes} processes of the server; seed ${seed}`)

  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-blink-'))
  const logFile = join(folder, 'server.log')
  const cluster = await startCluster()
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop()]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const database = openDatabase({ url: databaseUrl, poolSize: 4 })
    ends.unshift(() => database.close())
    const shops = await openShops(database.app, servers)
    const product = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl }, processes })
    ends.unshift(() => product.stop())
    const seller = keepSelling(database.app, shops, random.fork())
    ends.unshift(() => seller.close())
    const games = await startGames({ port: product.port, seed: random.integer(0, 2 ** 31), shops })
    ends.unshift(() => games.end())

    await sleep(WARM_UP_MS)
    const outages = await strikeAll(cluster, planBlows(kills, random.fork()), { random: random.fork(), hold })
    await seller.close()
    await untilReported(databaseUrl)
    const played = await games.stop()
    const judged = judgeFailures(played, outages)
    const faults = await audit({ databaseUrl, seller, played, mostRuns: judged.mostRuns })
    const end = product.died() ?? (await product.stop())
    if (end !== undefined) faults.push(end)
    const seconds = (Date.now() - begun) / 1_000
    const broken = conclude(
      { outages, played, judged, seller, faults, processes, seed, seconds },
      { json: options.json },
    )
    if (broken) console.error(`what the server wrote is in ${logFile}`)
    else await rm(folder, { recursive: true })
    return broken ? 1 : 0
  } finally {
    for (const end of ends) await end()
  }
}

async function strikeAll(
  cluster: Cluster,
  blows: Blow[],
  { random, hold }: { random: Random; hold: number },
): Promise<readonly Outage[]> {
  const calm = hold > 0 ? CALM_AFTER_HOLD_MS : CALM_MS
  const outages: Outage[] = []
  const progress = startProgress('kills of the database', blows.length)
  for (const blow of blows) {
    await sleep(random.between(calm.least, calm.most))
    outages.push(await strike(cluster, { blow, holdMs: random.between(0, hold * 1_000) }))
    progress.add(1)
  }
  progress.done()
  return outages
}

function number(name: string, text: string | undefined, fallback: number, most = 2 ** 31): number {
  if (text === undefined) return fallback
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) {
    throw new Error(`${name} is "${text}"; it must be a whole number of at most ${most}`)
  }
  return Number(text)
}

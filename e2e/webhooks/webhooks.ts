import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startProgress } from '../kit/progress.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { createRandom } from '../kit/random.ts'
import { audit, type Audit } from './audit.ts'
import { type Lags, measureLags } from './measure-lags.ts'
import { startReceivers } from './receivers.ts'
import { openShop, recordSome, type Shop } from './shops.ts'
import { storm } from './storm.ts'
import { startWorkerHost } from './worker-host.ts'

const HELP = `Records events while the servers that deliver them and their database are killed, and one endpoint hangs. Every
healthy endpoint must receive exactly what was recorded, and none may be delayed by the one that hangs.

  npm run webhooks -- [options]

  --short    the form for the check: 2,000 events, 20 endpoints, 4 kills (else 100,000, 100, 50)
  --seed N   makes the same decisions again; when they take effect is up to the machine
  --json     ends with one JSON object on a line`

const HANGING = 0
const WORKERS = 2
const MOST_DELAY_MS = 1_000
const MOST_TAKE_OVER_MS = 3_000
const DATABASE_TIMEOUT_MS = 60_000

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await webhooks()

async function webhooks(): Promise<number> {
  const seed = number('--seed', options.seed, randomInt(2 ** 31))
  const size = options.short
    ? { events: 2_000, endpoints: 20, kills: 3, dbKills: 1, seconds: 1.5, backlog: 100 }
    : { events: 100_000, endpoints: 100, kills: 40, dbKills: 10, seconds: 10, backlog: 1_000 }
  const begun = Date.now()
  console.log(`${size.events} events, ${size.endpoints} endpoints, ${size.kills + size.dbKills} kills; seed ${seed}`)

  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-webhooks-'))
  const cluster = await startCluster()
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop(), () => rm(cacheDir, { recursive: true, force: true })]
  try {
    const databaseUrl = await createDatabase(cluster)
    await migrate(databaseUrl)
    const secretKeys = `k1:${randomBytes(32).toString('base64')}`
    const sealer = createSealer(parseSealingKeys(secretKeys) ?? [])
    const database = openDatabase({ url: databaseUrl, poolSize: 8 })
    ends.unshift(() => database.close())
    const shops: Shop[] = []
    const receivers = await startReceivers(size.endpoints, (endpoint) => shops[endpoint]?.secret ?? '')
    ends.unshift(() => receivers.close())
    for (let i = 0; i < size.endpoints; i++) shops.push(await openShop(database, receivers.url(i), sealer))
    const env = {
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: secretKeys,
      WEBHOOK_ALLOW: '127.0.0.0/8',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: cacheDir,
    }
    const hosts = Array.from({ length: WORKERS }, () => startWorkerHost(env))
    ends.unshift(() => Promise.all(hosts.map((host) => host.stop())))
    await Promise.all(hosts.map((host) => host.up()))

    const world = { database, shops, receivers }
    const healthy = shops.map((_, i) => i).filter((i) => i !== HANGING)
    const pace = { healthy, seconds: size.seconds, perSecond: 50 }
    await measureLags(world, { ...pace, seconds: 0.5 }) // whoever has just started is slow
    const calm = await measureLags(world, pace)
    showLags('none hangs', calm)
    receivers.hang(HANGING)
    await recordSome(database, shops[HANGING] as Shop, size.backlog)
    const beside = await measureLags(world, pace)
    showLags(`one hangs with ${size.backlog} waiting`, beside)
    const killing = sleep((size.seconds * 1_000) / 3).then(() => hosts[0]?.kill())
    const takeOver = await measureLags(world, pace)
    await killing
    showLags('one server is killed, another lives', takeOver)

    const progress = startProgress('recorded under kills', size.events)
    const random = createRandom(seed)
    const confirmed = await storm(size, { cluster, hosts, random, onRecorded: progress.add, ...world })
    progress.done()
    const found = await audit({ ...world, confirmed, hanging: HANGING, patienceMs: DATABASE_TIMEOUT_MS })
    const deaths = hosts.flatMap((host) => host.deaths)
    return conclude({ found, calm, beside, takeOver, deaths, size, seed, seconds: (Date.now() - begun) / 1_000 })
  } finally {
    for (const end of ends) await end()
  }
}

type Outcome = {
  found: Audit
  calm: Lags
  beside: Lags
  takeOver: Lags
  deaths: string[]
  size: { endpoints: number; kills: number; dbKills: number }
  seed: number
  seconds: number
}

function conclude({ found, calm, beside, takeOver, deaths, size, seed, seconds }: Outcome): number {
  const { events, missing, doubled, faults } = found
  const hangingDelayMs = Math.max(beside.worst - calm.worst, 0)
  const figures = {
    events,
    endpoints: size.endpoints,
    kills: size.kills + size.dbKills,
    missing,
    doubled,
    hangingDelayMs,
    takeOverMs: takeOver.worst,
    seed,
    seconds: Math.round(seconds),
  }
  const broken = [
    ...faults,
    ...deaths.map((log) => `a server ended without being killed:\n${log}`),
    ...(hangingDelayMs > MOST_DELAY_MS ? [`the endpoint that hangs delayed others by ${hangingDelayMs} ms`] : []),
    ...(takeOver.worst > calm.worst + MOST_TAKE_OVER_MS ? [`after a kill events waited for ${takeOver.worst} ms`] : []),
  ]
  for (const fault of broken.slice(0, 10)) console.log(`✗ ${fault}`)
  console.log(
    `\n${events} events at ${size.endpoints} endpoints, ${figures.kills} kills: ${missing} missing, ${doubled} sent more than once; ` +
      `the one that hangs delayed others by ${hangingDelayMs} ms; ${figures.seconds} s, seed ${seed}`,
  )
  if (options.json) console.log(JSON.stringify(figures))
  return broken.length === 0 ? 0 : 1
}

function showLags(label: string, { events, middle, most99, worst }: Lags): void {
  console.log(
    `${label.padEnd(36)} ${events} events: half within ${middle} ms, 99 % within ${most99} ms, all within ${worst} ms`,
  )
}

function number(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is "${text}"; it must be a whole number`)
  return Number(text)
}

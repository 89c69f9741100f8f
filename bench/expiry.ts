import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/setup/migrate.ts'
import { verify } from '../server/src/verify/verify.ts'
import { audit, type Audit } from './expiry-audit.ts'
import { buildPlatform, type Platform } from './expiry-platform.ts'
import { startScheduler } from './expiry-scheduler.ts'
import { startTheClock } from './expiry-start.ts'
import { startProgress } from '../e2e/kit/progress.ts'

const MOST_SECONDS = 60
const GIVE_UP_SECONDS = 600
const SCHEDULERS = 2
const LOOK_EVERY_MS = 250
/** When so much is done, one of the schedulers is killed and another one started in its place. */
const KILL_AT = 0.4

const { values } = parseArgs({
  options: {
    due: { type: 'string' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log(`Shows that what an outage of a week left is expired within a minute, each once and nothing early.

  npm run bench:expiry                 100,000 due entitlements in 20,101 stores, two servers, one killed on the way
  npm run bench:expiry -- --short      5,000 in 1,011 stores
  --due N                              another number
  --seed N                             another mix of the same (1)
  --json                               the last line is one JSON object`)
} else {
  process.exitCode = await main(chosenPlatform())
}

async function main(platform: Platform): Promise<number> {
  const cluster = await startCluster({ settings: { max_wal_size: '4GB' } })
  try {
    const url = await createDatabase(cluster, { name: 'expiry' })
    await migrate(url)
    await buildPlatform(url, platform)
    const { kills, ...found } = await run(url, platform)
    const broken = await brokenPromises(url)
    const figures = {
      due: platform.due,
      expired: found.expired,
      left: found.left,
      missing: found.missing,
      doubled: found.doubled,
      early: found.early,
      seconds: rounded(found.seconds),
      perSecond: Math.round(found.expired / found.seconds),
      mostLateSeconds: rounded(found.mostLateSeconds),
      stores: 1 + platform.middleStores + platform.smallStores,
      bait: platform.bait,
      schedulers: SCHEDULERS,
      kills,
      seed: platform.seed,
    }
    const faults = [...faultsOf(found, platform), ...broken]
    for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(15)} ${value}`)
    for (const fault of faults) console.error(`FAILED: ${fault}`)
    if (values.json) console.log(JSON.stringify(figures))
    return faults.length === 0 ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

function chosenPlatform(): Platform {
  const due = Number(values.due ?? (values.short ? 5_000 : 100_000))
  const seed = Number(values.seed)
  if (!Number.isInteger(due) || due < 1_000 || !Number.isInteger(seed)) {
    throw new Error('Give a whole number of at least 1000 as --due, and a whole number as --seed')
  }
  return {
    due,
    soon: Math.floor(due / 100),
    soonSeconds: values.short ? 2 : 10,
    bait: Math.floor(due / 5),
    middleStores: Math.max(10, Math.floor(due / 1_000)),
    smallStores: Math.floor(due / 5),
    seed,
  }
}

/** Two servers start into the backlog; when a part of it is done, one of them dies and is started again. */
async function run(url: string, { due }: Platform): Promise<Audit & { kills: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const start = await startTheClock(client)
    const schedulers = Array.from({ length: SCHEDULERS }, () => startScheduler(url))
    const progress = startProgress('expiring', due)
    let kills = 0
    let done = 0
    while (done < due && Date.now() < start.getTime() + GIVE_UP_SECONDS * 1000) {
      const { rows } = await client.query<{ done: number }>(
        `select count(*)::integer as done from entitlements where ended_by = 'expiry'`,
      )
      progress.add((rows[0]?.done ?? 0) - done)
      done = rows[0]?.done ?? 0
      if (kills === 0 && done >= due * KILL_AT) {
        await schedulers[0]?.kill()
        schedulers[0] = startScheduler(url)
        kills++
      }
      await sleep(LOOK_EVERY_MS)
    }
    progress.done()
    // Whoever would expire something twice, or bait, gets the time for it.
    await sleep(1_500)
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
    // The checks join whole tables with each other, and the planner takes them for small.
    await client.query('alter database expiry set enable_nestloop = off; alter database expiry set jit = off')
    return { ...(await audit(client, start)), kills }
  } finally {
    await client.end()
  }
}

async function brokenPromises(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    return (await verify(database.reader)).examples
  } finally {
    await database.close()
  }
}

function faultsOf({ expired, left, missing, doubled, early, seconds }: Audit, { due }: Platform): string[] {
  const faults: string[] = []
  if (left > 0 || expired !== due) faults.push(`${expired} of ${due} were expired, ${left} were left`)
  if (missing > 0) faults.push(`${missing} elements are missing`)
  if (doubled > 0) faults.push(`${doubled} elements are there twice, or should not be there`)
  if (early > 0) faults.push(`${early} came early, or took bait`)
  if (!(seconds <= MOST_SECONDS)) faults.push(`the last one was expired after ${seconds} s, not within ${MOST_SECONDS}`)
  return faults
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

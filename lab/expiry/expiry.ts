import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { withClient } from '../../e2e/kit/query.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { round } from '../figures.ts'
import { type Audit, auditExpiry } from './audit-expiry.ts'
import { buildPlatform, planPlatform } from './build-platform.ts'

const MAX_SECONDS = 60
const TIMEOUT_MS = 600_000
const MIN_DUE = 1_000
const SERVERS = 2
const POLL_INTERVAL_MS = 250
/** When this share has expired, one of the servers is killed and a new one is started. */
const KILL_AT = 0.4

const { due, short, ...options } = readOptions({
  script: 'lab expiry',
  about: `Starts two servers after an outage of a week and kills one of them on the way. Everything that is due expires within
${MAX_SECONDS} s, each once, and nothing expires early.`,
  options: { due: { type: 'number', help: 'entitlements that are due', default: 100_000, short: 5_000 } },
})
if (due < MIN_DUE) throw new Error(`--due must be at least ${MIN_DUE}`)

await runHarness(options, async (defer) => {
  const size = planPlatform({ due, short, seed: options.seed })
  const environment = await startEnvironment(defer, { settings: { max_wal_size: '4GB' } })
  const url = await environment.createDatabase('expiry')
  await buildPlatform(url, size)
  const { audit, kills, serverFailures } = await withClient(url, (client) => expireAll(client, url, environment))
  const { examples } = await verify(url)
  return {
    figures: {
      due,
      ...audit,
      seconds: round(audit.seconds, 2),
      mostLateSeconds: round(audit.mostLateSeconds, 2),
      perSecond: Math.round(audit.expired / audit.seconds),
      stores: 1 + size.mediumStores + size.smallStores,
      notDue: size.notDue,
      servers: SERVERS,
      kills,
    },
    failures: [...checkAudit(audit), ...serverFailures, ...examples],
    missed:
      audit.seconds <= MAX_SECONDS ? [] : [`the last one expired after ${audit.seconds} s, not within ${MAX_SECONDS}`],
  }
})

async function expireAll(client: pg.Client, url: string, { startServer }: Environment) {
  const start = await startClock(client)
  const startQuietServer = () => startServer(url, { settings: { LOG_LEVEL: 'warn' } })
  const servers = await Promise.all(Array.from({ length: SERVERS }, startQuietServer))
  const progress = startProgress('expiring', due)
  let kills = 0
  let expired = 0
  async function areAllExpired(): Promise<boolean> {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from entitlements where ended_by = 'expiry'`,
    )
    const count = rows[0]?.count ?? 0
    progress.add(count - expired)
    expired = count
    if (kills === 0 && expired >= due * KILL_AT) {
      servers[0]?.signal('SIGKILL')
      await servers[0]?.stop()
      servers[0] = await startQuietServer()
      kills++
    }
    return expired >= due
  }
  await waitUntil(areAllExpired, { timeoutMs: TIMEOUT_MS, intervalMs: POLL_INTERVAL_MS })
  progress.done()
  // A faulty server needs time to expire something twice, or something that is not due.
  await sleep(1_500)
  const ends = await Promise.all(servers.map((server) => server.stop()))
  // The audit joins whole tables, and the planner takes them for small ones.
  await client.query('set enable_nestloop = off; set jit = off')
  return {
    audit: await auditExpiry(client, start),
    kills,
    serverFailures: ends.filter((failure) => failure !== undefined),
  }
}

/**
 * Moves the entitlements that become due during the run to the next seconds, with their purchases. They were created a
 * day ahead, because the time to build the database is not known. Returns the start, by the clock of the database.
 */
async function startClock(client: pg.Client): Promise<Date> {
  await client.query(`
    set session_replication_role = replica;
    create temporary table shift as
      select clock_timestamp() + interval '1 second' - min(until) as by from bench.owned where is_due_later;
    update bench.owned set until = until + shift.by from shift where is_due_later;
    update grants g set granted_at = granted_at + shift.by from shift, bench.owned o
      where o.is_due_later and g.store_id = o.store_id and g.entitlement_id = o.id;
    update entitlements e set until = o.until from bench.owned o
      where o.is_due_later and e.store_id = o.store_id and e.id = o.id`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  if (!rows[0]) throw new Error('The database did not return its time')
  return rows[0].now
}

function checkAudit({ expired, left, missing, doubled, early }: Audit): string[] {
  const failures: string[] = []
  if (left > 0 || expired !== due) failures.push(`${expired} of ${due} have expired, ${left} are left`)
  if (missing > 0) failures.push(`${missing} deliveries are missing`)
  if (doubled > 0) failures.push(`${doubled} deliveries exist twice, or should not exist`)
  if (early > 0) failures.push(`${early} entitlements expired early, or were not due`)
  return failures
}

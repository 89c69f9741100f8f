import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { round } from '../figures.ts'
import { readUsage } from './server-usage.ts'

export type IdleLoad = {
  seconds: number
  statementsPerSecond: number
  commitsPerSecond: number
  cpuPercent: number
  /** The most frequent statements. */
  most: string[]
}

type Counts = { statements: Map<string, number>; commits: number; cpuSeconds: number; at: number }

/** Counts the statements of the server while all waiters wait and nothing is sold. */
export async function measureIdleLoad(
  admin: pg.Client,
  { database, pid, seconds }: { database: string; pid: number; seconds: number },
): Promise<IdleLoad> {
  const before = await readCounts(admin, database, pid)
  await sleep(seconds * 1_000)
  const after = await readCounts(admin, database, pid)

  const elapsed = (after.at - before.at) / 1_000
  const perSecond = (count: number) => round(count / elapsed, 1)
  const statements = [...after.statements]
    .map(([query, calls]) => ({ query, calls: calls - (before.statements.get(query) ?? 0) }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls)
  return {
    seconds: Math.round(elapsed),
    statementsPerSecond: perSecond(statements.reduce((sum, { calls }) => sum + calls, 0)),
    commitsPerSecond: perSecond(after.commits - before.commits),
    cpuPercent: Math.round(((after.cpuSeconds - before.cpuSeconds) / elapsed) * 100),
    most: statements.slice(0, 8).map(({ query, calls }) => `${perSecond(calls)} per second: ${query}`),
  }
}

/** `admin` is connected to another database, so its own statements are not counted. */
async function readCounts(admin: pg.Client, database: string, pid: number): Promise<Counts> {
  const { rows } = await admin.query<{ query: string; calls: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query, sum(calls)::float8 as calls
     from pg_stat_statements where dbid = (select oid from pg_database where datname = $1) group by 1`,
    [database],
  )
  const { rows: commits } = await admin.query<{ commits: number }>(
    'select xact_commit::float8 as commits from pg_stat_database where datname = $1',
    [database],
  )
  return {
    statements: new Map(rows.map(({ query, calls }) => [query, calls])),
    commits: commits[0]?.commits ?? 0,
    cpuSeconds: (await readUsage(pid)).cpuSeconds,
    at: performance.now(),
  }
}

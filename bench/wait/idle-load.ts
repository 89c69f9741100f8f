import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Product } from './product.ts'

export type IdleLoad = {
  seconds: number
  statementsPerSecond: number
  commitsPerSecond: number
  cpuPercent: number
  /** The statements that were run most, with their number a second. */
  most: string[]
}

type Counts = { statements: Map<string, number>; commits: number; cpuSeconds: number; at: number }

/** What the product asks of the database while everybody waits and nothing is sold. Nobody else may use that database meanwhile. */
export async function measureIdleLoad(
  admin: pg.Client,
  { database, product, seconds }: { database: string; product: Product; seconds: number },
): Promise<IdleLoad> {
  const before = await count(admin, database, product)
  await sleep(seconds * 1_000)
  const after = await count(admin, database, product)

  const passed = (after.at - before.at) / 1_000
  const perSecond = (number: number) => Number((number / passed).toFixed(1))
  const calls = [...after.statements]
    .map(([query, number]) => ({ query, number: number - (before.statements.get(query) ?? 0) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => b.number - a.number)
  return {
    seconds: Math.round(passed),
    statementsPerSecond: perSecond(calls.reduce((sum, { number }) => sum + number, 0)),
    commitsPerSecond: perSecond(after.commits - before.commits),
    cpuPercent: Math.round(((after.cpuSeconds - before.cpuSeconds) / passed) * 100),
    most: calls.slice(0, 8).map(({ query, number }) => `${perSecond(number)} a second: ${query}`),
  }
}

/** From a connection to another database, so that the counting is not counted. */
async function count(admin: pg.Client, database: string, product: Product): Promise<Counts> {
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
    cpuSeconds: (await product.usage()).cpuSeconds,
    at: performance.now(),
  }
}

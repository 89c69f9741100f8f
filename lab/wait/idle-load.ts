import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../e2e/kit/query.ts'
import { round } from '../figures.ts'
import { readCpuSeconds } from './server-usage.ts'

const MAX_STATEMENTS_SHOWN = 8

/**
 * Counts the statements of the server while all waiters wait and nothing is sold. `url` is another database of the
 * cluster, so that the statements of this function are not counted.
 */
export async function measureIdleLoad(
  url: string,
  { database, pid, seconds }: { database: string; pid: number; seconds: number },
) {
  return withClient(url, async (admin) => {
    async function readCounts() {
      const { rows } = await admin.query<{ commits: number }>(
        'select xact_commit::float8 as commits from pg_stat_database where datname = $1',
        [database],
      )
      return { commits: rows[0]?.commits ?? 0, cpuSeconds: await readCpuSeconds(pid), at: performance.now() }
    }
    await admin.query('create extension if not exists pg_stat_statements')
    await admin.query('select pg_stat_statements_reset()')
    const before = await readCounts()
    await sleep(seconds * 1_000)
    const { rows: statements } = await admin.query<{ query: string; calls: number }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query, sum(calls)::float8 as calls
       from pg_stat_statements where dbid = (select oid from pg_database where datname = $1) group by 1 order by 2 desc`,
      [database],
    )
    const after = await readCounts()

    const elapsed = (after.at - before.at) / 1_000
    const perSecond = (count: number) => round(count / elapsed, 1)
    const mostFrequent = statements.slice(0, MAX_STATEMENTS_SHOWN)
    return {
      idleSeconds: Math.round(elapsed),
      idleQueriesPerSecond: perSecond(statements.reduce((sum, { calls }) => sum + calls, 0)),
      idleCommitsPerSecond: perSecond(after.commits - before.commits),
      idleCpuPercent: Math.round(((after.cpuSeconds - before.cpuSeconds) / elapsed) * 100),
      mostFrequent: mostFrequent.map(({ query, calls }) => `${perSecond(calls)} per second: ${query}`),
    }
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../e2e/kit/query.ts'

const INTERVAL_MS = 10

/** A moment at which someone waited for a lock, and for how long already. */
type Wait = { at: number; ms: number }

/** Samples who waits for a lock, until it is stopped. */
export function watchLocks(databaseUrl: string) {
  const waits: Wait[] = []
  const state = { isStopped: false }
  const running = withClient(databaseUrl, async (client) => {
    while (!state.isStopped) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float8 as ms
         from pg_locks where not granted and locktype in ('relation', 'transactionid', 'tuple', 'virtualxid')`,
      )
      const ms = rows[0]?.ms ?? 0
      if (ms > 0) waits.push({ at: Date.now(), ms })
      await sleep(INTERVAL_MS)
    }
  })
  return {
    /** The longest wait between two moments. */
    longest: (from: number, until: number) =>
      Math.round(Math.max(0, ...waits.filter(({ at }) => at >= from && at <= until + INTERVAL_MS).map(({ ms }) => ms))),
    async stop(): Promise<void> {
      state.isStopped = true
      await running
    },
  }
}

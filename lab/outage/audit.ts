import { mayHaveFailed, type Span } from '../../e2e/kit/kills/database-outages.ts'
import type { Call } from '../../e2e/kit/load/game-calls.ts'
import type { Sales } from '../../e2e/kit/load/sell-steadily.ts'
import { query } from '../../e2e/kit/query.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { waitWhileChanging } from '../../e2e/kit/wait-until.ts'
import type { GamesReport } from './run-games.ts'

const NO_PROGRESS_MS = 30_000
/** The server stops retrying when its next attempt would be too late, which can be a little before eight seconds. */
const MIN_RETRY_MS = 7_000

/** Waits until the queue is empty, or until nothing has left it for a long time. The audit shows what is left then. */
export async function waitForEmptyQueue(databaseUrl: string): Promise<void> {
  await waitWhileChanging(
    () => query<{ count: number }>(databaseUrl, 'select count(*)::integer from pending_deliveries'),
    {
      isDone: ([row]) => row?.count === 0,
      timeoutMs: NO_PROGRESS_MS,
    },
  )
}

type Parts = { databaseUrl: string; sales: Sales; games: GamesReport; outages: readonly Span[] }

export type Audit = Awaited<ReturnType<typeof audit>>

/** Compares by id what was sold, what the games ran and what the ledger has, and runs `quartermaster verify`. */
export async function audit({ databaseUrl, sales, games, outages }: Parts) {
  const isAllowed = (call: Call) => call.end - call.start >= MIN_RETRY_MS && mayHaveFailed(call, outages)
  const allowed = games.failures.filter(isAllowed)
  const allowedById = Map.groupBy(allowed, ({ deliveryId }) => deliveryId)
  // A report that was allowed to fail lets its delivery run again.
  const maxRuns = (id: string) => 1 + (allowedById.get(id)?.length ?? 0)
  /** Runs beyond what a delivery may have. */
  let secondRuns = 0
  for (const [id, count] of games.runs) secondRuns += Math.max(count - maxRuns(id), 0)

  const ledger = await query<{ id: string; states: string }>(
    databaseUrl,
    `select type_id('cmd', id) as id, string_agg(state::text, ',') as states from delivery_ledger group by id`,
  )
  const states = new Map(ledger.map((row) => [row.id, row.states]))
  const sold = sales.deliveryIds
  const failures: string[] = []
  for (const id of sold) {
    if (states.get(id) !== 'processed') failures.push(`${id} is in the ledger as [${states.get(id) ?? ''}]`)
    const count = games.runs.get(id) ?? 0
    if (count < 1 || count > maxRuns(id)) failures.push(`${id} ran ${count} times`)
  }
  for (const id of states.keys()) if (!sold.has(id)) failures.push(`${id} is in the ledger and was never sold`)
  for (const id of games.runs.keys()) if (!sold.has(id)) failures.push(`${id} ran and was never sold`)
  const { ok, examples } = await verify(databaseUrl)
  if (!ok) failures.push(...examples.map((example) => `verify: ${example}`))
  /** Calls that failed although the server could have retried them successfully. */
  const broken = games.failures.filter((call) => !isAllowed(call))
  return { broken, allowedFailures: allowed.length, secondRuns, failures }
}

import { query } from '../kit/query.ts'
import { runCommand } from '../kit/run-command.ts'
import { waitUntil } from '../kit/wait-until.ts'
import type { GamesReport } from './run-games.ts'
import type { Sales } from './sell-repeatedly.ts'

const NO_PROGRESS_MS = 30_000

/** Waits until the queue is empty, or until nothing has left it for a long time. The audit shows what is left then. */
export async function waitForEmptyQueue(databaseUrl: string): Promise<void> {
  let last = Infinity
  for (;;) {
    const pending = await countPending()
    if (pending === 0 || pending >= last) return
    last = pending
    const hasChanged = async () => (await countPending()) < pending
    await waitUntil(hasChanged, { timeoutMs: NO_PROGRESS_MS, intervalMs: 100 })
  }

  async function countPending(): Promise<number> {
    const [row] = await query<{ count: number }>(databaseUrl, 'select count(*)::integer from pending_deliveries')
    return row?.count ?? 0
  }
}

type Parts = {
  databaseUrl: string
  sales: Sales
  games: GamesReport
  /** How often a delivery may have run. */
  maxRuns: (deliveryId: string) => number
}

/** Compares by id what was sold, what the games ran and what the ledger has, and runs `quartermaster verify`. */
export async function audit({ databaseUrl, sales, games: { runs }, maxRuns }: Parts): Promise<string[]> {
  const rows = await query<{ id: string; states: string[] }>(
    databaseUrl,
    `select type_id('cmd', id) as id, array_agg(state::text) as states from delivery_ledger group by id`,
  )
  const ledger = new Map(rows.map(({ id, states }) => [id, states]))
  const sold = sales.deliveryIds
  const failures = [...sales.failures]
  for (const id of sold) {
    const states = ledger.get(id) ?? []
    if (states.join() !== 'processed') failures.push(`${id} is in the ledger as [${states.join()}]`)
    const count = runs.get(id) ?? 0
    if (count < 1 || count > maxRuns(id)) failures.push(`${id} ran ${count} times`)
  }
  for (const id of ledger.keys()) if (!sold.has(id)) failures.push(`${id} is in the ledger and was never sold`)
  for (const id of runs.keys()) if (!sold.has(id)) failures.push(`${id} ran and was never sold`)
  const verified = JSON.parse(await runCommand(['verify', '--json'], { databaseUrl })) as {
    ok: boolean
    examples: string[]
  }
  if (!verified.ok) failures.push(...verified.examples.map((example) => `verify: ${example}`))
  return failures
}

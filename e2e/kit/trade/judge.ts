import { query } from '../query.ts'
import { verify } from '../verify.ts'
import { waitWhileChanging } from '../wait-until.ts'
import type { WorkerProcess } from '../worker-process.ts'
import type { GamesReport } from './run-games.ts'
import type { Acknowledged, Selling } from './sell.ts'

const NO_PROGRESS_MS = 30_000

type Trade = {
  databaseUrl: string
  selling: Pick<Selling, 'acknowledged' | 'chains' | 'counts'>
  games: WorkerProcess<GamesReport>
  webhooks: ReadonlyMap<string, number>
  root: string
}

/** Ends a trade in which nothing is sold any more: waits until everything has arrived, stops the games, and judges. */
export async function endTrade({ databaseUrl, selling, games, webhooks, root }: Trade) {
  const { acknowledged } = selling
  await waitUntilDone(databaseUrl, () => soldCheckouts(acknowledged).every((id) => webhooks.has(id)))
  const report = await games.stop()
  return {
    ...(await judge({ databaseUrl, acknowledged, games: report, webhooks, root })),
    chains: [...selling.chains, ...report.chains],
    counts: { ...selling.counts, ...report.counts, webhooks: webhooks.size },
  }
}

function soldCheckouts({ paid, sales }: Acknowledged): string[] {
  return [...paid, ...[...sales.values()].map(({ checkoutId }) => checkoutId)]
}

/** Waits until the queue is empty and all webhooks are sent, or until nothing has changed for a long time. */
async function waitUntilDone(databaseUrl: string, isNotified: () => boolean): Promise<void> {
  const sql = `select (select count(*) from pending_deliveries)::integer as pending,
    (select count(*) from redeliveries where state = 'running')::integer as running`
  await waitWhileChanging(() => query<{ pending: number; running: number }>(databaseUrl, sql), {
    isDone: ([row]) => row?.pending === 0 && row.running === 0 && isNotified(),
    timeoutMs: NO_PROGRESS_MS,
  })
}

type Parts = {
  databaseUrl: string
  acknowledged: Acknowledged
  games: GamesReport
  webhooks: ReadonlyMap<string, number>
  root: string
}

export type Verdict = {
  lost: string[]
  doubled: string[]
  undelivered: number
  verifyFaults: number
  examples: string[]
}

/** Compares what clients were told with what the database has that serves them at the end. */
async function judge({ databaseUrl, acknowledged, games, webhooks, root }: Parts): Promise<Verdict> {
  const lost: string[] = []
  const doubled: string[] = []
  const ledger = await query<{ id: string; states: string }>(
    databaseUrl,
    `select type_id('cmd', id) as id, string_agg(state::text, ',') as states from delivery_ledger group by id`,
  )
  const states = new Map(ledger.map((row) => [row.id, row.states]))
  const queued = await query<{ id: string }>(databaseUrl, `select type_id('cmd', id) as id from pending_deliveries`)
  const pending = new Set(queued.map(({ id }) => id))
  const checkouts = await query<{ id: string; reference: string | null; state: string }>(
    databaseUrl,
    `select type_id('chk', id) as id, reference, state from checkouts`,
  )
  const paid = new Set(checkouts.filter(({ state }) => state === 'paid').map(({ id }) => id))
  const byReference = Map.groupBy(checkouts, ({ reference }) => reference)

  for (const [reference, { checkoutId, deliveryIds }] of acknowledged.sales) {
    if (!paid.has(checkoutId)) lost.push(`${reference}: the checkout ${checkoutId} is missing`)
    for (const id of deliveryIds) {
      if (!states.has(id) && !pending.has(id)) lost.push(`${reference}: the delivery ${id} is missing`)
    }
  }
  for (const id of acknowledged.paid) if (!paid.has(id)) lost.push(`the payment of ${id} is missing`)
  for (const id of games.reported) if (states.get(id) !== 'processed') lost.push(`the report of ${id} is missing`)
  for (const id of soldCheckouts(acknowledged)) if (!webhooks.has(id)) lost.push(`no webhook of ${id}`)

  for (const id of games.dispatchedAgain) doubled.push(`${id} was dispatched after its report`)
  for (const [id, text] of states) if (text.includes(',')) doubled.push(`${id} is in the ledger as ${text}`)
  for (const [reference, found] of byReference) {
    if (reference !== null && found.length > 1) doubled.push(`${reference} is ${found.length} checkouts`)
  }
  for (const [id, count] of acknowledged.applied)
    if (count > 1) doubled.push(`the payment of ${id} counted ${count} times`)

  const { invariants, examples } = await verify(databaseUrl, root)
  const verifyFaults = invariants.reduce((sum, { violations }) => sum + violations, 0)
  return { lost, doubled, undelivered: pending.size, verifyFaults, examples }
}

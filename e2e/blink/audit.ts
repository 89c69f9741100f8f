import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import type { Verification } from '../../server/src/verify/verify.ts'
import { runCommand } from '../kit/run-command.ts'
import type { Seller } from './keep-selling.ts'
import type { Played } from './play-games.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATABASE_TIMEOUT_MS = 30_000

/** Until the queue is empty, or nothing has left it for a long time; what is still there then shows in the audit. */
export async function untilReported(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    let last = Infinity
    let deadline = 0
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(
        'select count(*)::integer as waiting from pending_deliveries',
      )
      const waiting = rows[0]?.waiting ?? 0
      if (waiting < last) deadline = Date.now() + DATABASE_TIMEOUT_MS
      if (waiting === 0 || Date.now() > deadline) return
      last = waiting
      await sleep(100)
    }
  })
}

type Parts = {
  databaseUrl: string
  seller: Seller
  played: Played
  /** How often an element may have been run, by its id. */
  mostRuns: (id: string) => number
}

/** Compares by id what was sold, what the games ran and what the ledger holds, and asks the product's own checker. */
export async function audit({ databaseUrl, seller, played: { runs }, mostRuns }: Parts): Promise<string[]> {
  const { sold } = seller
  const ledger = await readLedger(databaseUrl)
  const faults = [...seller.faults]
  for (const id of sold) {
    const states = ledger.get(id) ?? []
    if (states.join() !== 'processed') faults.push(`${id} is in the ledger as [${states.join()}]`)
    const times = runs.get(id) ?? 0
    if (times < 1 || times > mostRuns(id)) faults.push(`${id} was run ${times} times`)
  }
  for (const id of ledger.keys()) if (!sold.has(id)) faults.push(`${id} is in the ledger and was never sold`)
  for (const id of runs.keys()) if (!sold.has(id)) faults.push(`${id} was run and never sold`)
  const { ok, examples } = JSON.parse(
    await runCommand(['verify', '--json'], { databaseUrl, root: ROOT }),
  ) as Verification
  if (!ok) faults.push(...examples.map((example) => `verify: ${example}`))
  return faults
}

/** By the id of an element, the states of all its rows. */
async function readLedger(databaseUrl: string): Promise<Map<string, string[]>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: DeliveryId; states: string[] }>(
      'select id, array_agg(state::text) as states from delivery_ledger group by id',
    )
    return new Map(rows.map(({ id, states }) => [formatId('cmd', id), states]))
  })
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

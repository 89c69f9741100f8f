import { sql } from 'kysely'
import type { ReaderDb, Tx } from '../db/database.ts'
import type { Kind } from './invariant.ts'
import { INVARIANTS } from './invariants.ts'

const MAX_EXAMPLES = 20

export type Verification = {
  ok: boolean
  invariants: { name: string; kind: Kind; violations: number }[]
  examples: string[]
} & Record<Kind, number>

/** Checks all invariants in one snapshot of the database. All test harnesses use it. */
export async function verify(db: ReaderDb): Promise<Verification> {
  return db.transaction().setIsolationLevel('repeatable read').execute(verifyIn)
}

/** Checks what the role of an open transaction can see. */
export async function verifyIn(tx: Tx): Promise<Verification> {
  const result: Verification = { ok: true, invariants: [], examples: [], lost: 0, doubled: 0, wrong: 0, late: 0 }
  // The planner underestimates the number of deliveries, and nested loops over a whole history would never finish.
  await sql`
    select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`.execute(
    tx,
  )
  for (const { name, kind, query } of INVARIANTS) {
    const { rows } = await sql<{ violations: number; examples: object[] | null }>`
      with found as (${sql.raw(query)})
      select (select count(*)::integer from found) as violations,
        (select json_agg(f) from (select * from found limit 3) f) as examples`.execute(tx)
    const { violations = 0, examples } = rows[0] ?? {}
    result.invariants.push({ name, kind, violations })
    result[kind] += violations
    result.ok &&= violations === 0
    for (const example of examples ?? []) {
      if (result.examples.length < MAX_EXAMPLES) result.examples.push(`${name}: ${JSON.stringify(example)}`)
    }
  }
  return result
}

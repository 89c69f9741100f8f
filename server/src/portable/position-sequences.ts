import { sql } from 'kysely'
import type { StoreId } from '../ids.ts'
import type { CopySession } from './copy-session.ts'
import { refused } from './manifest.ts'

/** Far more deliveries than an installation has. Each import moves the sequence of positions ahead by at most this. */
const MAX_POSITION = 100_000_000_000n
const POSITION_MARGIN = 1_000_000

type Offsets = Record<string, bigint>

/** Where the positions of this database continue. */
export async function readOffsets(tx: CopySession): Promise<Offsets> {
  const { rows } = await sql<{ pending_deliveries: string; webhook_deliveries: string }>`
    select nextval(pg_get_serial_sequence('pending_deliveries', 'position'))::text as pending_deliveries,
      nextval(pg_get_serial_sequence('webhook_deliveries', 'position'))::text as webhook_deliveries`.execute(tx)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([sequence, last]) => [sequence, BigInt(last)]))
}

/** Later deliveries of the store come after the copied ones. Sequences only go up. Without `offsets`, positions are trusted. */
export async function continueSequences(tx: CopySession, storeId: StoreId, offsets?: Offsets): Promise<void> {
  const { rows } = await sql<{ pending_deliveries: string; webhook_deliveries: string; lowest: string }>`
    with found as (
      select 'd' as kind, position from pending_deliveries where store_id = ${storeId}
      union all select 'd', position from delivery_ledger where store_id = ${storeId}
      union all select 'w', position from webhook_deliveries where store_id = ${storeId})
    select coalesce(max(position) filter (where kind = 'd'), 0)::text as pending_deliveries,
      coalesce(max(position) filter (where kind = 'w'), 0)::text as webhook_deliveries,
      coalesce(min(position), 1)::text as lowest
    from found`.execute(tx)
  const { lowest = '1', ...highest } = rows[0] ?? {}
  if (BigInt(lowest) < 0n) throw refused('A position in the archive is negative')
  for (const [table, text] of Object.entries(highest)) {
    const last = BigInt(text)
    if (offsets && last > (offsets[table] ?? 0n) + MAX_POSITION) throw refused(`A position in ${table} is too high`)
    // Other stores use the sequence meanwhile, so it must not go back by the few positions that they take between two calls. A store that
    // moves gets some more rows after this.
    await sql`
      select setval(s, ${text}::bigint + ${POSITION_MARGIN}) from pg_get_serial_sequence(${table}, 'position') as s
      where nextval(s) < ${text}::bigint + ${POSITION_MARGIN / 2}`.execute(tx)
  }
}

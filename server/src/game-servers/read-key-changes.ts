import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId } from '../ids.ts'

/** Longer than any transaction of ours may take from its beginning, which is the moment it writes down, to its end. */
const OVERLAP_SECONDS = 120

/** Where a first look begins. */
export const FIRST_READ = 'now'

export type KeyChanges = { changes: { id: ServerKeyId; at: string }[]; until: string }

/** The keys that were revoked, or stand for something else now, since an earlier look that gave `until`. By the database's clock. */
export async function readKeyChanges(db: GatewayDb, since: string): Promise<KeyChanges> {
  const { rows } = await sql<{ until: string; ids: ServerKeyId[]; times: string[] }>`
    select now()::text as until, coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(changed_at::text), '{}') as times
    from server_keys
    where changed_at >= ${since}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS})`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the database did not answer')
  return { changes: row.ids.map((id, i) => ({ id, at: row.times[i] ?? '' })), until: row.until }
}

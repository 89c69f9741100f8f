import { sql } from 'kysely'
import { CHANGE_OVERLAP_SECONDS } from '../db/change-overlap.ts'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId } from '../ids.ts'

/** The `since` of a first read. */
export const FIRST_READ = 'now'

export type KeyChanges = { changes: { id: ServerKeyId; at: string }[]; until: string }

/** The keys that were revoked or changed since an earlier read, which returned `until`. Uses the database clock. */
export async function readKeyChanges(db: GatewayDb, since: string): Promise<KeyChanges> {
  const { rows } = await sql<{ until: string; ids: ServerKeyId[]; times: string[] }>`
    select now()::text as until, coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(changed_at::text), '{}') as times
    from server_keys
    where changed_at >= ${since}::timestamptz - make_interval(secs => ${CHANGE_OVERLAP_SECONDS})`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the database returned no row')
  return { changes: row.ids.map((id, i) => ({ id, at: row.times[i] ?? '' })), until: row.until }
}

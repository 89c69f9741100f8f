import { sql } from 'kysely'
import { CHANGE_OVERLAP_SECONDS } from '../../db/change-overlap.ts'
import type { GatewayDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

/** The `since` of a first read, which returns all hosts. */
export const ALL_HOSTS = '-infinity'

export type HostChanges = { changes: { host: string; storeId: StoreId | null }[]; until: string }

/** The present store of each host that changed since an earlier read, which returned `until`. Uses the database clock. */
export async function readHostChanges(db: GatewayDb, since: string): Promise<HostChanges> {
  // mutant: served-hosts
  const { rows } = await sql<{ until: string; hosts: string[]; stores: (StoreId | null)[] }>`
    select now()::text as until, coalesce(array_agg(c.host), '{}') as hosts, coalesce(array_agg(s.store_id), '{}') as stores
    from (select distinct host from store_hosts
      where changed_at >= ${since}::timestamptz - make_interval(secs => ${CHANGE_OVERLAP_SECONDS})) c
    left join store_hosts s on s.host = c.host and s.proved_at is not null and s.removed_at is null`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the database returned no row')
  return { changes: row.hosts.map((host, i) => ({ host, storeId: row.stores[i] ?? null })), until: row.until }
}

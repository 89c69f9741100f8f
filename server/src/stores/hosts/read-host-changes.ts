import { sql } from 'kysely'
import { CHANGE_OVERLAP_SECONDS } from '../../db/change-overlap.ts'
import type { GatewayDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

/** The `since` of a first read, which returns all hosts. */
export const ALL_HOSTS = '-infinity'

export type HostChanges = {
  changes: { host: string; storeId: StoreId | null }[]
  /** The revisions of storefronts that changed. */
  revisions: { storeId: StoreId; revision: number }[]
  until: string
}

/**
 * The present store of each host that changed since an earlier read, which returned `until`, and the revision of each storefront that
 * did. One statement for both, because every process runs it once a second. Uses the database clock.
 */
export async function readHostChanges(db: GatewayDb, since: string): Promise<HostChanges> {
  const { rows } = await sql<Row>`
    with changed as (
      select store_id, revision::integer as revision from storefronts
      where changed_at >= ${since}::timestamptz - make_interval(secs => ${CHANGE_OVERLAP_SECONDS}))
    select now()::text as until, coalesce(array_agg(c.host), '{}') as hosts, coalesce(array_agg(s.store_id), '{}') as stores,
      array(select store_id from changed order by store_id) as changed,
      array(select revision from changed order by store_id) as revisions
    from (select distinct host from store_hosts
      where changed_at >= ${since}::timestamptz - make_interval(secs => ${CHANGE_OVERLAP_SECONDS})) c
    left join store_hosts s on s.host = c.host and s.proved_at is not null and s.removed_at is null`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the database returned no row')
  return {
    changes: row.hosts.map((host, i) => ({ host, storeId: row.stores[i] ?? null })),
    revisions: row.changed.map((storeId, i) => ({ storeId, revision: row.revisions[i] ?? 0 })),
    until: row.until,
  }
}

type Row = { until: string; hosts: string[]; stores: (StoreId | null)[]; changed: StoreId[]; revisions: number[] }

import { sql } from 'kysely'
import { CHANGE_OVERLAP_SECONDS } from '../../db/change-overlap.ts'
import type { GatewayDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

export type StorefrontRevisions = {
  /** A page that was rendered for the same revision is still right. From memory. Undefined: not known yet. */
  revisionOf: (storeId: StoreId) => number | undefined
  /** Reads which storefronts changed. The first call reads all of them. */
  readChanges: () => Promise<void>
}

/** Remembers the revision of every storefront, so that a cached page needs no query. */
export function createStorefrontRevisions(db: GatewayDb): StorefrontRevisions {
  const revisions = new Map<StoreId, number>()
  let since = '-infinity'

  return {
    revisionOf: (storeId) => revisions.get(storeId),
    async readChanges() {
      const { rows } = await sql<{ until: string; ids: StoreId[]; revisions: number[] }>`
        select now()::text as until, coalesce(array_agg(store_id), '{}') as ids,
          coalesce(array_agg(revision::integer), '{}') as revisions
        from storefronts
        where changed_at >= ${since}::timestamptz - make_interval(secs => ${CHANGE_OVERLAP_SECONDS})`.execute(db)
      const [row] = rows
      if (!row) throw new Error('the database returned no row')
      for (const [i, id] of row.ids.entries()) revisions.set(id, row.revisions[i] ?? 0)
      since = row.until
    },
  }
}

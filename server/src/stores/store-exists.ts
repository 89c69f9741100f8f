import { sql } from 'kysely'
import { coalesce } from '../db/coalesce.ts'
import type { GatewayDb } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

export type StoreCheck = (storeId: StoreId) => Promise<boolean>

/**
 * Whether a store exists, for requests without a credential. Much cheaper than a transaction in that store, and concurrent
 * requests share one query, so a flood with random ids takes little from game servers.
 */
export function createStoreCheck(gateway: GatewayDb): StoreCheck {
  return coalesce(
    async (ids: StoreId[]) => {
      const { rows } = await sql<{ id: StoreId }>`select id from stores where id = any(${ids}::uuid[])`.execute(gateway)
      const known = new Set(rows.map(({ id }) => id))
      return ids.map((id) => known.has(id))
    },
    () => '',
  )
}

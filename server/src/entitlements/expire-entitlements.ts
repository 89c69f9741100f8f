import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

export type EntitlementKey = { storeId: StoreId; id: EntitlementId }

/** Expires the given entitlements, except those that are not due or are locked. See expire-entitlements.sql. */
export async function expireEntitlements(db: Db | Tx, keys: EntitlementKey[]): Promise<number> {
  const expire = sql`
    select id from expire_entitlements(
      ${keys.map(({ storeId }) => storeId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`
  const { rows } = await expire.execute(db)
  return rows.length
}

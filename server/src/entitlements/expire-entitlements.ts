import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

export type Ending = { storeId: StoreId; id: EntitlementId }

/**
 * Ends those of some entitlements, of any stores, that are due and that nobody else has locked, and queues what takes
 * them away: all in one statement, which asks the database's clock. See expire-entitlements.sql.
 */
export async function expireEntitlements(db: Db | Tx, endings: Ending[]): Promise<number> {
  const expire = sql`
    select id from expire_entitlements(
      ${endings.map(({ storeId }) => storeId)}::uuid[], ${endings.map(({ id }) => id)}::uuid[])`
  const { rows } = await expire.execute(db)
  return rows.length
}

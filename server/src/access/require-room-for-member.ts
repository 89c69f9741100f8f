import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireBelowLimit } from '../stores/limits.ts'

/** Call it before a new member is added. */
export async function requireRoomForMember(tx: Tx, storeId: StoreId): Promise<void> {
  await requireBelowLimit(tx, { storeId, name: 'members', count: () => countMembers(tx, storeId) })
}

async function countMembers(tx: Tx, storeId: StoreId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from store_members where store_id = ${storeId}`.execute(tx)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireVersion } from '../require-version.ts'

/** Locks a store for an edit. Sales are not blocked, because they lock only the key of the store. */
export async function lockStore(
  tx: Tx,
  { storeId, expectVersion }: { storeId: StoreId; expectVersion: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from stores where id = ${storeId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'store', expectVersion })
}

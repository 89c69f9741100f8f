import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireVersion } from '../require-version.ts'

/** Holds a store for an edit. Sales go on meanwhile: they hold no more than its key. */
export async function lockStore(
  tx: Tx,
  { storeId, expectVersion }: { storeId: StoreId; expectVersion: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from stores where id = ${storeId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'store', expectVersion })
}

import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CategoryId, StoreId } from '../../ids.ts'
import { requireVersion } from '../../require-version.ts'

/** Locks a category for an edit, also against products that are being added to it. */
export async function lockCategory(
  tx: Tx,
  {
    storeId,
    categoryId,
    expectVersion,
  }: { storeId: StoreId; categoryId: CategoryId; expectVersion?: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from categories where store_id = ${storeId} and id = ${categoryId} for update`.execute(tx)
  requireVersion(rows[0], { what: 'category', expectVersion })
}

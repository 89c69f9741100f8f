import { SALE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

/** Ends the sales of a store that take off more than a sale can, and returns their names. Sold lines still name them. */
export async function endLargeSales(tx: Tx, storeId: StoreId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update sales set removed_at = now(), version = version + 1
    where store_id = ${storeId} and basis_points > ${SALE_PERCENT.max} and removed_at is null
    returning name`.execute(tx)
  return rows.map(({ name }) => name).toSorted()
}

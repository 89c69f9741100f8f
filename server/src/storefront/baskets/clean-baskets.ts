import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

const MAX_STORES = 1_000

/** Deletes expired baskets of all stores, with their lines. */
export async function cleanBaskets(app: Db, reader: ReaderDb): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ storeId: StoreId }>`
      select distinct store_id as "storeId" from (
        select store_id from baskets where expires_at <= now() order by expires_at limit ${MAX_STORES}) expired`.execute(
      reader,
    )
    for (const { storeId } of rows) {
      await inStore(app, storeId, (tx) =>
        sql`delete from baskets where store_id = ${storeId} and expires_at <= now()`.execute(tx),
      )
    }
    if (rows.length === 0) return
  }
}

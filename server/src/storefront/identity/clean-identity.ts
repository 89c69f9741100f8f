import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

const MAX_STORES = 1_000

/** Deletes expired sessions of players, their codes, and used answers of OpenID providers, of all stores. */
export async function cleanIdentity(app: Db, reader: ReaderDb): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ storeId: StoreId }>`
      select distinct store_id as "storeId" from (
        (select store_id from player_sessions where expires_at <= now() limit ${MAX_STORES}) union all
        (select store_id from player_codes where expires_at <= now() limit ${MAX_STORES}) union all
        (select store_id from openid_nonces where expires_at <= now() limit ${MAX_STORES})) expired`.execute(reader)
    for (const { storeId } of rows) {
      await inStore(app, storeId, async (tx) => {
        await sql`delete from player_sessions where store_id = ${storeId} and expires_at <= now()`.execute(tx)
        await sql`delete from player_codes where store_id = ${storeId} and expires_at <= now()`.execute(tx)
        await sql`delete from openid_nonces where store_id = ${storeId} and expires_at <= now()`.execute(tx)
      })
    }
    if (rows.length === 0) return
  }
}

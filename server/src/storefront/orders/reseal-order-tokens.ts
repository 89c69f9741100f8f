import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { orderTokenLabel } from './order-token.ts'

type Row = { storeId: StoreId; checkoutId: CheckoutId; keyId: string }

/** Seals the tokens of orders whose receipt is not queued yet with the newest key. Safe to repeat. */
export async function resealOrderTokens(
  app: Db,
  reader: ReaderDb,
  sealer: Sealer,
): Promise<{ resealed: number; current: number }> {
  const { rows } = await sql<Row>`
    select store_id as "storeId", checkout_id as "checkoutId", key_id as "keyId" from checkout_buyers
    where key_id is not null`.execute(reader)
  const old = rows.filter(({ keyId }) => keyId !== sealer.keyId)
  for (const { storeId, checkoutId } of old) {
    await inStore(app, storeId, async (tx) => {
      const { rows: found } = await sql<{ sealed: Buffer; keyId: string }>`
        select token_sealed as sealed, key_id as "keyId" from checkout_buyers
        where store_id = ${storeId} and checkout_id = ${checkoutId} and token_sealed is not null and key_id is not null
        for update`.execute(tx)
      if (!found[0]) return
      const label = orderTokenLabel(storeId, checkoutId)
      const { keyId, sealed } = sealer.seal(sealer.open(found[0], label), label)
      await sql`
        update checkout_buyers set token_sealed = ${sealed}, key_id = ${keyId}
        where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
    })
  }
  return { resealed: old.length, current: rows.length - old.length }
}

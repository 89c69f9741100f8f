import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { connectionLabel, findIdentityConnection } from './connections.ts'

type Row = { storeId: StoreId; provider: 'discord'; keyId: string }

/** Seals the secrets of identity providers with the newest key. Safe to repeat. */
export async function resealConnections(
  app: Db,
  reader: ReaderDb,
  sealer: Sealer,
): Promise<{ resealed: number; current: number }> {
  const { rows } = await sql<Row>`
    select store_id as "storeId", provider, key_id as "keyId" from identity_connections`.execute(reader)
  const old = rows.filter(({ keyId }) => keyId !== sealer.keyId)
  for (const { storeId, provider } of old) {
    await inStore(app, storeId, async (tx) => {
      const found = await findIdentityConnection(tx, { storeId, provider })
      if (!found) return
      const label = connectionLabel({ storeId, provider })
      const { keyId, sealed } = sealer.seal(sealer.open(found, label), label)
      await sql`
        update identity_connections set key_id = ${keyId}, sealed = ${sealed}
        where store_id = ${storeId} and provider = ${provider} and sealed = ${found.sealed}`.execute(tx)
    })
  }
  return { resealed: old.length, current: rows.length - old.length }
}

import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { requireLabel } from './require-label.ts'
import { findHost, requireRoomForHost, type StoreHost } from './store-host.ts'

/** Replaces the label of a store. The old one is no longer served, and only this store can choose it again. */
export async function chooseLabel(tx: Tx, { storeId, label }: { storeId: StoreId; label: string }): Promise<StoreHost> {
  const host = requireLabel(label)
  await requireRoomForHost(tx, { storeId, host })
  await sql`
    update store_hosts set removed_at = now()
    where store_id = ${storeId} and kind = 'label' and removed_at is null and host <> ${host}`.execute(tx)
  await sql`
    update store_hosts set removed_at = null
    where store_id = ${storeId} and host = ${host} and removed_at is not null`.execute(tx)
  await sql`
    insert into store_hosts (store_id, host, kind, proved_at) select ${storeId}, ${host}, 'label', now()
    where not exists (select from moved_names where kind = 'label' and name = ${host} and id <> ${storeId})
    on conflict do nothing`.execute(tx)
  const chosen = await findHost(tx, { storeId, host })
  if (!chosen) throw new AppError('conflict', `Another store has the label "${host}". Choose another one.`)
  return chosen
}

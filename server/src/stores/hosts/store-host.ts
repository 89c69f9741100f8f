import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { requireBelowLimit } from '../limits.ts'

/** A label is a name below `STOREFRONT_DOMAIN`, a domain is the owner's own. */
export type HostKind = 'label' | 'domain'

export type StoreHost = { host: string; kind: HostKind; createdAt: Date; provedAt: Date | null }

export async function listHosts(tx: Tx, storeId: StoreId): Promise<StoreHost[]> {
  return tx
    .selectFrom('store_hosts')
    .select(['host', 'kind', 'created_at as createdAt', 'proved_at as provedAt'])
    .where('store_id', '=', storeId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('host')
    .execute()
}

export type HostKey = { storeId: StoreId; host: string }

export async function findHost(tx: Tx, { storeId, host }: HostKey): Promise<StoreHost | undefined> {
  return (await listHosts(tx, storeId)).find((found) => found.host === host)
}

export async function requireHost(tx: Tx, key: HostKey): Promise<StoreHost> {
  const found = await findHost(tx, key)
  if (!found) throw new AppError('not_found', 'No such host')
  return found
}

/** Locks the store, so that concurrent requests can't exceed the limit. Removed labels count, because they stay reserved. */
export async function requireRoomForHost(tx: Tx, { storeId, host }: HostKey): Promise<void> {
  await requireBelowLimit(tx, {
    storeId,
    name: 'hosts',
    count: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from store_hosts
        where store_id = ${storeId} and host <> ${host} and (removed_at is null or kind = 'label')`.execute(tx)
      return rows[0]?.count ?? 0
    },
  })
}

/** The TXT record that proves that a domain belongs to a store. It names the store, so it is no secret. */
export function proofOf({ storeId, host }: HostKey): { name: string; value: string } {
  return { name: `_quartermaster.${host}`, value: `store=${formatId('sto', storeId)}` }
}

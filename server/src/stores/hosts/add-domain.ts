import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { requireDomain } from './require-domain.ts'
import { requireHost, requireRoomForHost, type StoreHost } from './store-host.ts'

/** Adds a domain that is not served until a TXT record proves it. Other stores may have added the same domain. */
export async function addDomain(tx: Tx, { storeId, domain }: { storeId: StoreId; domain: string }): Promise<StoreHost> {
  const host = requireDomain(domain)
  await requireRoomForHost(tx, { storeId, host })
  await sql`
    insert into store_hosts (store_id, host, kind) values (${storeId}, ${host}, 'domain')
    on conflict (store_id, host) do update set removed_at = null`.execute(tx)
  return requireHost(tx, { storeId, host })
}

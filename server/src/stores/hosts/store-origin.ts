import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { HostKind } from './store-host.ts'

/** The addresses of an installation. */
export type Addresses = { publicUrl: string; apiUrl: string; storefrontDomain: string | undefined }

/** The address of a store's pages: its own domain before its label. Without both, buyers see our pages at `apiUrl`. */
export async function findStoreOrigin(
  tx: Tx,
  { storeId, ...addresses }: Addresses & { storeId: StoreId },
): Promise<string> {
  const { rows } = await sql<{ host: string; kind: HostKind }>`
    select host, kind from store_hosts
    where store_id = ${storeId} and proved_at is not null and removed_at is null
      and (kind = 'domain' or ${addresses.storefrontDomain !== undefined}::boolean)
    order by kind, proved_at limit 1`.execute(tx)
  return rows[0] ? originOf(rows[0], addresses) : addresses.apiUrl
}

/** Stores are served with the protocol and at the port of `publicUrl`. */
export function originOf(
  { host, kind }: { host: string; kind: HostKind },
  { publicUrl, storefrontDomain }: Pick<Addresses, 'publicUrl'> & Partial<Addresses>,
): string {
  const url = new URL(publicUrl)
  url.hostname = kind === 'domain' ? host : `${host}.${storefrontDomain}`
  return url.origin
}

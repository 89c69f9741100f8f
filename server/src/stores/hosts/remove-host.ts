import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type HostKey, requireHost } from './store-host.ts'

/** Stops serving a host. A domain can be proved by another store afterwards; a label stays reserved for this store. */
export async function removeHost(tx: Tx, { storeId, host }: HostKey): Promise<void> {
  await requireHost(tx, { storeId, host })
  await sql`
    update store_hosts set removed_at = now(), proved_at = case when kind = 'label' then proved_at end
    where store_id = ${storeId} and host = ${host} and removed_at is null`.execute(tx)
}

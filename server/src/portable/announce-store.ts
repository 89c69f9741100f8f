import { sql } from 'kysely'
import type { StoreId } from '../ids.ts'
import type { CopySession } from './copy-session.ts'

/**
 * Processes that run remember keys, hosts and revisions, and read only what has changed. For them, everything in a store that arrives has
 * changed. The last statement of an arrival, because its transaction can have begun long ago.
 */
export async function announceStore(tx: CopySession, storeId: StoreId): Promise<void> {
  await sql`update server_keys set changed_at = clock_timestamp() where store_id = ${storeId}`.execute(tx)
  await sql`update store_hosts set changed_at = clock_timestamp() where store_id = ${storeId}`.execute(tx)
  await sql`update storefronts set changed_at = clock_timestamp() where store_id = ${storeId}`.execute(tx)
}

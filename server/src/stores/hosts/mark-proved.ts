import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type HostKey, requireHost, type StoreHost } from './store-host.ts'

const UNIQUE_VIOLATION = '23505'

/** Serves a domain from now on. One store of the installation can have it. */
export async function markProved(tx: Tx, { storeId, host }: HostKey): Promise<StoreHost> {
  await sql`
    update store_hosts set proved_at = coalesce(proved_at, now())
    where store_id = ${storeId} and host = ${host} and removed_at is null`
    .execute(tx)
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
      throw new AppError('conflict', `Another store of this platform uses ${host}. Remove it there first.`)
    })
  return requireHost(tx, { storeId, host })
}

import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../db/database.ts'
import type { AccountId, StoreId } from '../ids.ts'
import type { StoreMode } from '../stores/store.ts'
import type { Role } from './permissions.ts'

export type MyStore = {
  id: StoreId
  name: string
  url: string
  plan: string
  expiresAt: Date | null
  currency: string
  mode: StoreMode
  role: Role | null
}

const COLUMNS = sql`s.id, s.name, s.url, s.plan, s.expires_at as "expiresAt", s.currency, s.mode`

/** The stores of which an account is a member, oldest first. */
export async function listMyStores(
  db: AccountsDb | AccountsTx,
  { accountId, limit, after }: { accountId: AccountId; limit: number; after?: StoreId },
): Promise<MyStore[]> {
  const { rows } = await sql<MyStore>`
    select ${COLUMNS}, m.role from store_members m join stores s on s.id = m.store_id
    where m.account_id = ${accountId} and (${after ?? null}::uuid is null or m.store_id > ${after ?? null})
    order by m.store_id limit ${limit}`.execute(db)
  return rows
}

/** All stores of the platform, oldest first. */
export async function listAllStores(
  db: AccountsDb,
  { limit, after }: { limit: number; after?: StoreId },
): Promise<MyStore[]> {
  const { rows } = await sql<MyStore>`
    select ${COLUMNS}, null as role from stores s
    where ${after ?? null}::uuid is null or s.id > ${after ?? null}
    order by s.id limit ${limit}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { AccountId, StoreId } from '../ids.ts'
import type { Role } from './permissions.ts'

export type Member = { accountId: AccountId; email: string | null; name: string; role: Role; joinedAt: Date }

/** Sorted by account id. */
export async function listMembers(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: AccountId },
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select m.account_id as "accountId", p.email, p.name, m.role, m.created_at as "joinedAt"
    from store_members m join accounts p on p.id = m.account_id
    where m.store_id = ${storeId} and (${after ?? null}::uuid is null or m.account_id > ${after ?? null})
    order by m.account_id limit ${limit}`.execute(tx)
  return rows
}

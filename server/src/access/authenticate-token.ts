import { sql } from 'kysely'
import type { AccountsDb } from '../db/database.ts'
import type { ApiTokenId, StoreId } from '../ids.ts'
import { hashSecretToken, isSecretToken } from '../secret-token.ts'
import type { Principal } from './enter-store.ts'
import { API_TOKEN_PREFIX } from './create-token.ts'
import { type Permission, permissionsOf, type Role } from './permissions.ts'

type Found = {
  store_id: StoreId
  id: ApiTokenId
  name: string
  scopes: Permission[]
  /** Of who made it. */
  role: Role | null
  by_hand: boolean
  stale: boolean
}

/**
 * Who a token stands for; undefined when it is unknown, revoked or over. It can never do more than whoever made it
 * may do now: a member who leaves takes his tokens along.
 */
export async function authenticateToken(
  db: AccountsDb,
  { token, address }: { token: string; address: string },
): Promise<Principal | undefined> {
  if (!isSecretToken(API_TOKEN_PREFIX, token)) return undefined
  const { rows } = await sql<Found>`
    select t.store_id, t.id, t.name, t.scopes, m.role, t.created_by is null as by_hand,
      coalesce(t.last_used_at < now() - interval '1 minute' or t.last_used_from is distinct from ${address}, true) as stale
    from api_tokens t left join store_members m on m.store_id = t.store_id and m.account_id = t.created_by
    where t.token_hash = ${hashSecretToken(token)} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`.execute(
    db,
  )
  const [found] = rows
  if (!found || (found.role === null && !found.by_hand)) return undefined
  if (found.stale) {
    await sql`
      update api_tokens set last_used_at = now(), last_used_from = ${address}
      where store_id = ${found.store_id} and id = ${found.id}`.execute(db)
  }
  const { store_id: storeId, id: tokenId, name, scopes, role } = found
  const permissions = role === null ? scopes : scopes.filter((scope) => permissionsOf(role).includes(scope))
  return { kind: 'token', tokenId, storeId, name, permissions }
}

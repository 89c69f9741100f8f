import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { ApiTokenId, StoreId } from '../../ids.ts'
import { hashSecretToken, isSecretToken } from '../../secret-token.ts'
import type { Principal } from '../enter-store.ts'
import { API_TOKEN_PREFIX } from './create-token.ts'
import { type Permission, permissionsOf, type Role } from '../permissions.ts'

type TokenRow = {
  store_id: StoreId
  id: ApiTokenId
  name: string
  scopes: Permission[]
  /** The role of the member who created the token. */
  role: Role | null
  /** Created on the command line, not by a member. */
  has_no_creator: boolean
  is_usage_stale: boolean
}

/**
 * The principal of an API token; undefined if the token is unknown, revoked or expired. A token never has more
 * permissions than its creator has now, and none if the creator has left the store.
 */
export async function authenticateToken(
  db: AccountsDb,
  { token, address }: { token: string; address: string },
): Promise<Principal | undefined> {
  if (!isSecretToken(API_TOKEN_PREFIX, token)) return undefined
  const { rows } = await sql<TokenRow>`
    select t.store_id, t.id, t.name, t.scopes, m.role, t.created_by is null as has_no_creator,
      coalesce(t.last_used_at < now() - interval '1 minute' or t.last_used_from is distinct from ${address}, true) as is_usage_stale
    from api_tokens t left join store_members m on m.store_id = t.store_id and m.account_id = t.created_by
    where t.token_hash = ${hashSecretToken(token)} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`.execute(
    db,
  )
  const [row] = rows
  if (!row || (row.role === null && !row.has_no_creator)) return undefined
  if (row.is_usage_stale) {
    await sql`
      update api_tokens set last_used_at = now(), last_used_from = ${address}
      where store_id = ${row.store_id} and id = ${row.id}`.execute(db)
  }
  const { store_id: storeId, id: tokenId, name, scopes, role } = row
  const permissions = role === null ? scopes : scopes.filter((scope) => permissionsOf(role).includes(scope))
  return { kind: 'token', tokenId, storeId, name, permissions }
}

import { sql } from 'kysely'
import type { Principal } from '../access/enter-store.ts'
import { type Permission, permissionsOf, type Role } from '../access/permissions.ts'
import type { AccountsDb } from '../db/database.ts'
import type { SessionId, StoreId } from '../ids.ts'

/** Who watches the feed of which store. */
export type Watching = {
  storeId: StoreId
  principal: Exclude<Principal, { kind: 'command_line' }> & { sessionId?: SessionId }
}

const FEED_PERMISSION: Permission = 'checkouts:read'

type Row = {
  index: number
  is_active: boolean
  role: Role | null
  is_operator: boolean
  has_second_factor: boolean
  scopes: Permission[] | null
  has_creator: boolean
}

/** The watchers whose session or token is still valid and whose role still has the permission. One statement for all of them. */
export async function findWatchersWithAccess<Watcher extends Watching>(
  db: AccountsDb,
  watchers: Watcher[],
): Promise<Set<Watcher>> {
  const sessions = watchers.map(({ principal }) =>
    principal.kind === 'account' ? (principal.sessionId ?? null) : null,
  )
  const tokens = watchers.map(({ principal }) => (principal.kind === 'token' ? principal.tokenId : null))
  const { rows } = await sql<Row>`
    select w.index::integer, m.role, coalesce(a.is_operator, false) as is_operator,
      a.totp_confirmed_at is not null as has_second_factor, t.scopes,
      coalesce(t.created_by is not null, false) as has_creator, a.id is not null or t.id is not null as is_active
    from unnest(${watchers.map(({ storeId }) => storeId)}::uuid[], ${sessions}::uuid[], ${tokens}::uuid[])
      with ordinality as w (store_id, session_id, token_id, index)
    left join account_sessions e on e.id = w.session_id and e.ended_at is null and e.expires_at > now()
    left join accounts a on a.id = e.account_id and a.closed_at is null
    left join api_tokens t on t.store_id = w.store_id and t.id = w.token_id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > now())
    left join store_members m on m.store_id = w.store_id and m.account_id = coalesce(a.id, t.created_by)`.execute(db)
  const allowed = rows.filter(mayWatch).map(({ index }) => watchers[index - 1])
  return new Set(allowed.filter((watcher) => watcher !== undefined))
}

function mayWatch(row: Row): boolean {
  if (!row.is_active) return false
  const ofRole = row.role !== null && permissionsOf(row.role).includes(FEED_PERMISSION)
  if (row.scopes) return row.scopes.includes(FEED_PERMISSION) && (ofRole || !row.has_creator)
  return ofRole || (row.is_operator && row.has_second_factor)
}

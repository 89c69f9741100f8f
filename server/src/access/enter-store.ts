import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, ApiTokenId, StoreId } from '../ids.ts'
import type { Actor } from './member.ts'
import { type Permission, PERMISSIONS, permissionsOf, type Role } from './permissions.ts'

/** Who calls, before it is known which store he means. */
export type Principal =
  | { kind: 'account'; accountId: AccountId; email: string; isOperator: boolean }
  | { kind: 'token'; tokenId: ApiTokenId; storeId: StoreId; name: string; permissions: readonly Permission[] }

type Wish = { storeId: StoreId; principal: Principal; permission: Permission }

/**
 * What a caller is in a store, if he may do what he wants there. Whoever is nothing there learns nothing of it: a store
 * of others and a store that does not exist are refused alike.
 */
export async function enterStore(tx: Tx, { storeId, principal, permission }: Wish): Promise<Actor> {
  if (principal.kind === 'token') {
    if (principal.storeId !== storeId) throw noSuchStore()
    const { tokenId: id, name, permissions } = principal
    return requirePermission({ kind: 'token', id, name, permissions }, permission)
  }
  const { accountId: id, email: name, isOperator } = principal
  const { rows } = await sql<{ role: Role | null }>`
    select m.role from stores s
    left join store_members m on m.store_id = s.id and m.account_id = ${id}
    where s.id = ${storeId}`.execute(tx)
  const role = rows[0]?.role ?? null
  if (!rows[0] || (role === null && !isOperator)) throw noSuchStore()
  // Who is both acts as a member wherever that is enough.
  if (role === null || (isOperator && !permissionsOf(role).includes(permission))) {
    return { kind: 'operator', id, name, permissions: PERMISSIONS }
  }
  return requirePermission({ kind: 'member', id, name, role, permissions: permissionsOf(role) }, permission)
}

function requirePermission(actor: Actor, permission: Permission): Actor {
  if (actor.permissions.includes(permission)) return actor
  const who = actor.kind === 'token' ? 'This token' : 'Your role in this store'
  throw new AppError('forbidden', `${who} does not have "${permission}"`)
}

function noSuchStore(): AppError {
  return new AppError('not_found', 'No such store')
}

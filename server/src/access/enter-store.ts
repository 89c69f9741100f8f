import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, ApiTokenId, StoreId } from '../ids.ts'
import type { Actor, COMMAND_LINE } from './member.ts'
import { type Permission, PERMISSIONS, permissionsOf, type Role } from './permissions.ts'

/** An authenticated caller, independent of a store. */
export type Principal =
  | { kind: 'account'; accountId: AccountId; email: string; isOperator: boolean; hasSecondFactor: boolean }
  | { kind: 'token'; tokenId: ApiTokenId; storeId: StoreId; name: string; permissions: readonly Permission[] }
  | typeof COMMAND_LINE

type Entry = { storeId: StoreId; principal: Principal; permission: Permission }

/**
 * The actor that a caller is in a store, if the actor has the permission. A caller without access gets the same error
 * for a store of others as for one that does not exist.
 */
export async function enterStore(tx: Tx, { storeId, principal, permission }: Entry): Promise<Actor> {
  if (principal.kind === 'token') {
    if (principal.storeId !== storeId) throw noSuchStore()
    const { tokenId: id, name, permissions } = principal
    return requirePermission({ kind: 'token', id, name, permissions }, permission)
  }
  if (principal.kind === 'command_line') {
    const { rows } = await sql`select id from stores where id = ${storeId}`.execute(tx)
    if (!rows[0]) throw noSuchStore()
    return principal
  }
  const { accountId: id, email: name, isOperator, hasSecondFactor } = principal
  const { rows } = await sql<{ role: Role | null; requires_second_factor: boolean }>`
    select m.role, s.requires_second_factor from stores s
    left join store_members m on m.store_id = s.id and m.account_id = ${id}
    where s.id = ${storeId}`.execute(tx)
  const role = rows[0]?.role ?? null
  if (!rows[0] || (role === null && !isOperator)) throw noSuchStore()
  // An operator who is also a member acts as a member wherever the role is sufficient.
  if (role === null || (isOperator && !permissionsOf(role).includes(permission))) {
    return { kind: 'operator', id, name, permissions: PERMISSIONS }
  }
  if (rows[0].requires_second_factor && !hasSecondFactor) {
    const message = 'This store requires a second factor of its staff. Set one up in your account, and try again.'
    throw new AppError('second_factor_required', message)
  }
  return requirePermission({ kind: 'member', id, name, role, permissions: permissionsOf(role) }, permission)
}

/** For operations that need a second permission, depending on the request. */
export function requirePermission(actor: Actor, permission: Permission): Actor {
  if (actor.permissions.includes(permission)) return actor
  const holder = actor.kind === 'token' ? 'This token' : 'Your role in this store'
  throw new AppError('forbidden', `${holder} does not have the permission "${permission}".`)
}

function noSuchStore(): AppError {
  return new AppError('not_found', 'No such store')
}

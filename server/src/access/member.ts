import type { Generated } from 'kysely'
import type { AccountId, ApiTokenId, AuditId, InvitationId, StoreId } from '../ids.ts'
import { type Permission, PERMISSIONS, type Role } from './permissions.ts'

declare module '../db/database.ts' {
  interface Tables {
    store_members: { store_id: StoreId; account_id: AccountId; role: Role; created_at: Generated<Date> }
    store_invitations: {
      store_id: StoreId
      id: InvitationId
      email: string
      role: Role
      token_hash: Buffer
      invited_by: AccountId | null
      created_at: Generated<Date>
      expires_at: Date
      accepted_at: Generated<Date | null>
      revoked_at: Generated<Date | null>
    }
    api_tokens: {
      store_id: StoreId
      id: ApiTokenId
      name: string
      token_hash: Buffer
      hint: string
      scopes: Permission[]
      created_by: AccountId | null
      created_at: Generated<Date>
      expires_at: Date | null
      last_used_at: Generated<Date | null>
      last_used_from: Generated<string | null>
      revoked_at: Generated<Date | null>
    }
    audit_log: {
      store_id: StoreId
      id: AuditId
      at: Generated<Date>
      actor_kind: Actor['kind']
      actor_id: AccountId | ApiTokenId | null
      actor_name: string
      action: string
      subject: string | null
      details: object
      address: string | null
      request_id: string | null
    }
  }
}

/** A caller in a store, with their permissions there. */
export type Actor =
  | { kind: 'member'; id: AccountId; name: string; role: Role; permissions: readonly Permission[] }
  | { kind: 'token'; id: ApiTokenId; name: string; permissions: readonly Permission[] }
  | { kind: 'operator'; id: AccountId; name: string; permissions: readonly Permission[] }
  | typeof COMMAND_LINE

/**
 * The command line on the machine of the database. It is a principal and an actor at once, and has every permission.
 * Only code can pass it on: no request can carry it.
 */
export const COMMAND_LINE = {
  kind: 'command_line',
  id: null,
  name: 'command line',
  permissions: PERMISSIONS,
} as const

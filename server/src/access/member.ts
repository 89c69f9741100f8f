import type { AccountId, ApiTokenId } from '../ids.ts'
import { type Permission, PERMISSIONS, type Role } from './permissions.ts'

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

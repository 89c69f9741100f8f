import type { AccountId, ApiTokenId } from '../ids.ts'
import type { Permission, Role } from './permissions.ts'

/** Who acts in a store, and what he may do there. */
export type Actor =
  | { kind: 'member'; id: AccountId; name: string; role: Role; permissions: readonly Permission[] }
  | { kind: 'token'; id: ApiTokenId; name: string; permissions: readonly Permission[] }
  | { kind: 'operator'; id: AccountId; name: string; permissions: readonly Permission[] }

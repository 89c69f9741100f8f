import { PERMISSIONS } from '@quartermaster/contract/permissions'

export { PERMISSIONS }
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'manager', 'support', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const VIEWER: readonly Permission[] = [
  'store:read',
  'servers:read',
  'catalog:read',
  'checkouts:read',
  'deliveries:read',
  'players:read',
  'statistics:read',
]
const SUPPORT: readonly Permission[] = [...VIEWER, 'deliveries:write', 'players:write']
const MANAGER: readonly Permission[] = [
  ...SUPPORT,
  'servers:write',
  'catalog:write',
  'commands:write',
  'checkouts:write',
  'redeliveries:write',
  'players:erase',
  'webhooks:read',
  'webhooks:write',
  'payments:read',
  'audit:read',
  'members:read',
]
/** Only operators can change the plan. */
const OWNER: readonly Permission[] = PERMISSIONS.filter((permission) => permission !== 'store:plan')

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  owner: OWNER,
  manager: MANAGER,
  support: SUPPORT,
  viewer: VIEWER,
}

export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSIONS_BY_ROLE[role]
}

/** The permissions that a token can have. Tokens can neither invite members nor create tokens. */
export const TOKEN_SCOPES: readonly Permission[] = OWNER.filter(
  (permission) => permission !== 'members:write' && permission !== 'tokens:read' && permission !== 'tokens:write',
)

export function isScope(text: string): text is Permission {
  return TOKEN_SCOPES.some((scope) => scope === text)
}

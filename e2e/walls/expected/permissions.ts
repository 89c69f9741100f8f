import type { CallerName } from '../callers.ts'

export type Allowed = readonly CallerName[] | 'anyone' | 'accounts and tokens' | 'accounts'

/** What a route declares in the document: its permission, and whether callers need no credential. */
export type Declaration = {
  id: string
  method: string
  path: string
  permission: string | undefined
  isPublic: boolean
}

const OPERATOR = ['operator'] as const
const OWNER_ACCOUNTS: readonly CallerName[] = ['owner', 'owner in a browser', 'page of another site', ...OPERATOR]
/** By role, and tokens with the scope. A token never has more permissions than its creator. */
const OWNERS: readonly CallerName[] = [...OWNER_ACCOUNTS, 'token', 'token of this scope']
const MANAGERS: readonly CallerName[] = ['manager', ...OWNERS]
const SUPPORTERS: readonly CallerName[] = ['support', ...MANAGERS]
const VIEWERS: readonly CallerName[] = ['viewer', 'token of a viewer', ...SUPPORTERS]

/** Who has a permission. Written by hand, because the product is compared with it. */
const CALLERS_BY_PERMISSION: Record<string, readonly CallerName[]> = {
  ...each('store:read servers:read catalog:read checkouts:read deliveries:read players:read statistics:read', VIEWERS),
  ...each('deliveries:write players:write', SUPPORTERS),
  ...each('servers:write catalog:write commands:write checkouts:write redeliveries:write players:erase', MANAGERS),
  ...each('webhooks:read webhooks:write payments:read audit:read members:read', MANAGERS),
  ...each('store:write payments:write', OWNERS),
  ...each('members:write tokens:read tokens:write', OWNER_ACCOUNTS),
  ...each('store:plan operator', OPERATOR),
}

/**
 * What each part of a store needs: `:read` to read it and `:write` to change it. Also written by hand, so that a route that declares
 * another permission is noticed.
 */
const AREAS: Record<string, string> = {
  ...Object.fromEntries(
    ['servers', 'statistics', 'webhooks', 'tokens', 'checkouts', 'deliveries', 'players'].map((name) => [name, name]),
  ),
  ...each('categories tier-groups products sales price-preview coupons creators storefront themes', 'catalog'),
  ...each('theme-errors pictures', 'catalog'),
  ...each('gift-cards subscriptions feed', 'checkouts'),
  ...each('dead-letters', 'deliveries'),
  ...each('entitlements bans', 'players'),
  ...each('payment-providers parked-payments', 'payments'),
  ...each('members invitations', 'members'),
  ...each('hosts clock export identity-providers', 'store'),
  ...each('imports', 'commands'),
  ...each('audit-log', 'audit'),
}

const EXCEPTIONS: Record<string, string> = {
  getStore: 'store:read',
  updateStore: 'store:write',
  setStorePlan: 'store:plan',
  listAllStores: 'operator',
  listPlans: 'operator',
  listIdentityProviders: 'catalog:read',
  // Commands run on the console of a game server.
  createProduct: 'commands:write',
  previewPrice: 'catalog:read',
  listCreatorEntries: 'checkouts:read',
  recordPayout: 'checkouts:write',
  previewRefund: 'checkouts:write',
  exportPlayer: 'players:write',
  erasePlayer: 'players:erase',
  ...each('previewRedelivery startRedelivery stopRedelivery', 'redeliveries:write'),
  ...each('listRedeliveries getRedelivery', 'deliveries:read'),
}

/** For callers who have not signed in. */
const PUBLIC = Object.keys({
  ...each('signUp confirmSignUp signIn verifySecondFactor requestPasswordReset resetPassword confirmEmailChange', true),
  ...each('approveEmailChange previewPasswordReset undoChange muteAlert startPasskeySignIn signInWithPasskey', true),
  ...each('listSignInProviders startProviderSignIn signInWithProvider', true),
})

/** The callers of a route by what it declares. Throws if the declaration is not the expected one. */
export function findAllowed(route: Declaration): { allowed: Allowed; scope: string | null } {
  const { id, permission, isPublic } = route
  const expected = expectedPermission(route)
  if (permission !== expected || isPublic !== PUBLIC.includes(id)) {
    const declared = isPublic ? 'that it is for anyone' : (permission ?? 'no permission')
    throw new Error(`${id} declares ${declared}, but e2e/walls/expected/permissions.ts expects ${expected ?? 'none'}`)
  }
  if (permission === undefined) return { allowed: isPublic ? 'anyone' : 'accounts', scope: null }
  const allowed = CALLERS_BY_PERMISSION[permission]
  if (!allowed) throw new Error(`No role has ${permission} in e2e/walls/expected/permissions.ts`)
  return { allowed, scope: permission === 'operator' ? null : permission }
}

function expectedPermission({ id, method, path }: Declaration): string | undefined {
  const [, part = ''] = /\/stores\/\{storeId\}\/([\w-]+)/.exec(path) ?? []
  const area = AREAS[part]
  return EXCEPTIONS[id] ?? (area && `${area}:${method === 'get' ? 'read' : 'write'}`)
}

function each<Value>(names: string, value: Value): Record<string, Value> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

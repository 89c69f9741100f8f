import { mutantsOf } from '../../kit/mutants/mutant.ts'

/** The checks that one place in the code makes for all requests. */
export const CHECK_MUTANTS = mutantsOf({
  'server/src/http/manage/guard.ts': {
    guard: [
      ['a cookie is accepted from any site', "if (from === 'cookie')", 'if (false)'],
      ['public routes accept a cookie from any site', "credential?.from === 'cookie'", 'false'],
    ],
    authenticate: [['an operator needs no second factor', ' && session.hasSecondFactor']],
    requireSameOrigin: [['every site counts as our own', 'origin === publicUrl', 'true']],
  },
  'server/src/access/enter-store.ts': {
    enterStore: [
      ['a token opens other stores', 'if (principal.storeId !== storeId) throw noSuchStore()'],
      ['an account without a role opens any store', ' || (role === null && !isOperator)'],
      ['a member becomes an operator where their role is not sufficient', 'isOperator && '],
    ],
    requirePermission: [['no permission is required', 'actor.permissions.includes(permission)', 'true']],
  },
  'server/src/http/manage/store-routes.ts': {
    storeRoutes: [['reads of operators are not in the audit log', " || actor.kind === 'operator'"]],
  },
  'server/src/http/manage/portable/export-store.ts': {
    requireOwner: [
      ['whoever may change a store downloads it', "actor.kind === 'member' && actor.role === 'owner'", 'true'],
    ],
  },
  'server/src/http/manage/account-routes.ts': {
    requireAccount: [
      ['a token can do what only accounts can do', "principal?.kind !== 'account'", 'false'],
      ['every account is an operator of the platform', '!principal.isOperator', 'false'],
    ],
  },
  'server/src/access/tokens/authenticate-token.ts': {
    authenticateToken: [
      ['a revoked token is accepted', 'and t.revoked_at is null'],
      ['an expired token is accepted', 'and (t.expires_at is null or t.expires_at > now())'],
      ['a token outlives the membership of its creator', ' || (row.role === null && !row.has_no_creator)'],
      ['a token has more permissions than its creator', 'role === null ?', 'true ?'],
    ],
  },
  'server/src/accounts/sessions/authenticate-session.ts': {
    authenticateSession: [
      ['an ended session is accepted', 'and s.ended_at is null'],
      ['an expired session is accepted', 'and s.expires_at > now()'],
      ['a closed account is accepted', 'and a.closed_at is null'],
    ],
  },
  'server/src/access/accept-invitation.ts': {
    acceptInvitation: [['an invitation is valid for any account', 'invitation.email !== email || ']],
  },
})

/** The rules that decide which host serves a route. */
export const HOST_MUTANTS = mutantsOf({
  'server/src/http/origins/route-hosts.ts': {
    createStorage: [['every host serves every route', '!== 0', '!== -1']],
    guardHosts: [['an unknown host is asked for its routes', '.hostName) === 0', '.hostName) === -1']],
  },
  'server/src/http/games-v1/fast-path.ts': { isOnApi: [['the fast path serves every host', '!== 0', '!== -1']] },
  'server/src/http/pay-pages/routes.ts': {
    payPages: [['a store shows orders of other stores', 'storeId !== undefined', 'storeId === null']],
  },
  'server/src/http/origins/host-kinds.ts': {
    decide: [
      ['an address serves the management', 'KINDS.api : 0', '7 : 0'],
      ['every name counts as local', 'isLocal(name)', 'true'],
      ['unknown labels count as loopback names', 'if (isBelowStorefront)', 'if (false)'],
      ['the hosts of stores are unknown', 'findStoreByHost(name) !== undefined', 'findStoreByHost(name) === null'],
    ],
  },
  'server/src/stores/hosts/read-host-changes.ts': {
    readHostChanges: [
      ['a domain without a proof is served', 's.proved_at is not null', 'true'],
      ['a removed host is served', 's.removed_at is null', 'true'],
    ],
  },
  'server/src/http/surfaces.ts': {
    registerSurfaces: [
      ['the management API is on the host of the APIs', "host: 'management'", "host: 'api'"],
      ['payment callbacks are on the hosts of stores', "app, ['api'], pay", "app, ['api', 'storefront'], pay"],
    ],
  },
})

const HOST_NAMES = new Set(HOST_MUTANTS.map(({ name }) => name))

export function isHostMutant({ name }: { name: string }): boolean {
  return HOST_NAMES.has(name)
}

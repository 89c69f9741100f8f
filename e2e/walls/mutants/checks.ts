import type { Mutant } from './mutant.ts'

type Check = { name: string; file: string; find: string; by: string; wall?: Mutant['wall'] }

/** The checks that stand once and guard everything. */
export const CHECKS: Check[] = [
  {
    name: 'a password alone makes an operator',
    file: 'http/manage/guard.ts',
    find: 'session.isOperator && session.hasSecondFactor',
    by: 'session.isOperator',
  },
  {
    name: 'a cookie is believed wherever it comes from',
    file: 'http/manage/guard.ts',
    find: "if (from === 'cookie') requireOwnPage",
    by: "if (from === 'header' && request.method === 'TRACE') requireOwnPage",
  },
  {
    name: 'a cookie is believed by public routes wherever it comes from',
    file: 'http/manage/guard.ts',
    find: "if (credential?.from === 'cookie') requireOwnPage",
    by: "if (credential?.from === 'header' && request.method === 'TRACE') requireOwnPage",
  },
  {
    name: 'every page is our own',
    file: 'http/manage/guard.ts',
    find: 'origin === publicUrl',
    by: 'origin !== publicUrl || origin === publicUrl',
  },
  {
    name: 'the token of one store opens another',
    file: 'access/enter-store.ts',
    find: 'if (principal.storeId !== storeId) throw noSuchStore()',
    by: '',
  },
  {
    name: 'whoever belongs to no store is an operator',
    file: 'access/enter-store.ts',
    find: '(role === null && !isOperator)',
    by: 'rows.length > 1',
  },
  {
    name: 'nobody is asked for a permission',
    file: 'access/enter-store.ts',
    find: 'if (actor.permissions.includes(permission)) return actor',
    by: 'if (actor.permissions.length >= 0) return actor',
  },
  {
    name: 'a member becomes an operator where his role ends',
    file: 'access/enter-store.ts',
    find: 'role === null || (isOperator && !permissionsOf(role).includes(permission))',
    by: 'role === null || !permissionsOf(role).includes(permission)',
  },
  {
    name: 'what an operator looks at is not written down',
    file: 'http/manage/store-routes.ts',
    find: "route.audited || actor.kind === 'operator'",
    by: 'route.audited',
  },
  {
    name: 'a token is a person',
    file: 'http/manage/account-routes.ts',
    find: "if (principal?.kind !== 'account') throw",
    by: 'if (principal === null) throw',
  },
  {
    name: 'everybody is an operator of the platform',
    file: 'http/manage/account-routes.ts',
    find: 'if (operator && !principal.isOperator) throw',
    by: 'if (operator && principal === null) throw',
  },
  {
    name: 'a revoked token goes on working',
    file: 'access/authenticate-token.ts',
    find: 'and t.revoked_at is null',
    by: '',
  },
  {
    name: 'a token never expires',
    file: 'access/authenticate-token.ts',
    find: 'and (t.expires_at is null or t.expires_at > now())',
    by: '',
  },
  {
    name: 'a token outlives its maker’s time in the store',
    file: 'access/authenticate-token.ts',
    find: 'if (!found || (found.role === null && !found.by_hand))',
    by: 'if (!found)',
  },
  {
    name: 'a token can do more than its maker',
    file: 'access/authenticate-token.ts',
    find: 'role === null ? scopes :',
    by: 'role === role ? scopes :',
  },
  {
    name: 'a session goes on after its end',
    file: 'accounts/sessions/authenticate-session.ts',
    find: 'and s.ended_at is null and s.expires_at > now()',
    by: 'and s.expires_at > now()',
  },
  {
    name: 'a session never expires',
    file: 'accounts/sessions/authenticate-session.ts',
    find: 'and s.ended_at is null and s.expires_at > now()',
    by: 'and s.ended_at is null',
  },
  {
    name: 'a closed account is open',
    file: 'accounts/sessions/authenticate-session.ts',
    find: 'and a.closed_at is null',
    by: '',
  },
  {
    name: 'an invitation is for whoever has it',
    file: 'access/accept-invitation.ts',
    find: 'invitation.email !== email || ',
    by: '',
  },
]

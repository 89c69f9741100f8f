import type { Mutant } from '../../kit/mutant.ts'

/** The checks that one place in the code makes for all requests. */
export const CHECK_MUTANTS: Mutant[] = [
  {
    name: 'an operator needs no second factor',
    edits: [
      {
        file: 'server/src/http/manage/guard.ts',
        marker: 'operator-second-factor',
        find: 'session.isOperator && session.hasSecondFactor',
        by: 'session.isOperator',
      },
    ],
  },
  {
    name: 'a cookie is accepted from any site',
    edits: [
      {
        file: 'server/src/http/manage/guard.ts',
        marker: 'cookie-origin',
        find: "from === 'cookie'",
        by: "from === 'header' && request.method === 'TRACE'",
      },
    ],
  },
  {
    name: 'public routes accept a cookie from any site',
    edits: [
      {
        file: 'server/src/http/manage/guard.ts',
        marker: 'public-cookie-origin',
        find: "credential?.from === 'cookie'",
        by: "credential?.from === 'header' && request.method === 'TRACE'",
      },
    ],
  },
  {
    name: 'every site counts as our own',
    edits: [
      {
        file: 'server/src/http/manage/guard.ts',
        marker: 'own-page',
        find: 'origin === publicUrl',
        by: 'origin !== publicUrl || origin === publicUrl',
      },
    ],
  },
  {
    name: 'a token opens other stores',
    edits: [
      {
        file: 'server/src/access/enter-store.ts',
        marker: 'token-store',
        find: 'if (principal.storeId !== storeId) throw noSuchStore()',
        by: '',
      },
    ],
  },
  {
    name: 'an account without a role opens any store',
    edits: [
      {
        file: 'server/src/access/enter-store.ts',
        marker: 'operator-only',
        find: '(role === null && !isOperator)',
        by: 'rows.length > 1',
      },
    ],
  },
  {
    name: 'no permission is required',
    edits: [
      {
        file: 'server/src/access/enter-store.ts',
        marker: 'permission',
        find: 'actor.permissions.includes(permission)',
        by: 'actor.permissions.length >= 0',
      },
    ],
  },
  {
    name: 'a member becomes an operator where their role is not sufficient',
    edits: [
      {
        file: 'server/src/access/enter-store.ts',
        marker: 'operator-role',
        find: '(isOperator && !permissionsOf(role).includes(permission))',
        by: '!permissionsOf(role).includes(permission)',
      },
    ],
  },
  {
    name: 'reads of operators are not in the audit log',
    edits: [
      {
        file: 'server/src/http/manage/store-routes.ts',
        marker: 'operator-audit',
        find: " || actor.kind === 'operator'",
        by: '',
      },
    ],
  },
  {
    name: 'a token can do what only accounts can do',
    edits: [
      {
        file: 'server/src/http/manage/account-routes.ts',
        marker: 'people-only',
        find: "principal?.kind !== 'account'",
        by: 'principal === null',
      },
    ],
  },
  {
    name: 'every account is an operator of the platform',
    edits: [
      {
        file: 'server/src/http/manage/account-routes.ts',
        marker: 'platform-operator',
        find: '!principal.isOperator',
        by: 'principal === null',
      },
    ],
  },
  {
    name: 'a revoked token is accepted',
    edits: [
      {
        file: 'server/src/access/authenticate-token.ts',
        marker: 'token-query',
        find: 'and t.revoked_at is null',
        by: '',
      },
    ],
  },
  {
    name: 'an expired token is accepted',
    edits: [
      {
        file: 'server/src/access/authenticate-token.ts',
        marker: 'token-query',
        find: 'and (t.expires_at is null or t.expires_at > now())',
        by: '',
      },
    ],
  },
  {
    name: 'a token outlives the membership of its creator',
    edits: [
      {
        file: 'server/src/access/authenticate-token.ts',
        marker: 'token-of-member',
        find: ' || (row.role === null && !row.has_no_creator)',
        by: '',
      },
    ],
  },
  {
    name: 'a token has more permissions than its creator',
    edits: [
      {
        file: 'server/src/access/authenticate-token.ts',
        marker: 'token-permissions',
        find: 'role === null ? scopes :',
        by: 'role === role ? scopes :',
      },
    ],
  },
  {
    name: 'an ended session is accepted',
    edits: [
      {
        file: 'server/src/accounts/sessions/authenticate-session.ts',
        marker: 'session-query',
        find: 'and s.ended_at is null',
        by: '',
      },
    ],
  },
  {
    name: 'an expired session is accepted',
    edits: [
      {
        file: 'server/src/accounts/sessions/authenticate-session.ts',
        marker: 'session-query',
        find: 'and s.expires_at > now()',
        by: '',
      },
    ],
  },
  {
    name: 'a closed account is accepted',
    edits: [
      {
        file: 'server/src/accounts/sessions/authenticate-session.ts',
        marker: 'session-query',
        find: 'and a.closed_at is null',
        by: '',
      },
    ],
  },
  {
    name: 'an invitation is valid for any account',
    edits: [
      {
        file: 'server/src/access/accept-invitation.ts',
        marker: 'invitation-address',
        find: 'invitation.email !== email || ',
        by: '',
      },
    ],
  },
]

import type { Mutant } from '../../kit/mutants/mutant.ts'

type Row = [name: string, marker: string, find: string, by?: string]

/** The checks that one place in the code makes for all requests, by file. */
const CHECKS: Record<string, Row[]> = {
  'http/manage/guard.ts': [
    ['an operator needs no second factor', 'operator-second-factor', ' && session.hasSecondFactor'],
    ['a cookie is accepted from any site', 'cookie-origin', "from === 'cookie'", 'false'],
    ['public routes accept a cookie from any site', 'public-cookie-origin', "credential?.from === 'cookie'", 'false'],
    ['every site counts as our own', 'own-page', 'origin === publicUrl', 'true'],
  ],
  'access/enter-store.ts': [
    ['a token opens other stores', 'token-store', 'if (principal.storeId !== storeId) throw noSuchStore()'],
    ['an account without a role opens any store', 'operator-only', ' || (role === null && !isOperator)'],
    ['no permission is required', 'permission', 'actor.permissions.includes(permission)', 'true'],
    ['a member becomes an operator where their role is not sufficient', 'operator-role', 'isOperator && '],
  ],
  'http/manage/store-routes.ts': [
    ['reads of operators are not in the audit log', 'operator-audit', " || actor.kind === 'operator'"],
  ],
  'http/manage/portable/export-store.ts': [
    [
      'whoever may change a store downloads it',
      'export-owner',
      "actor.kind === 'member' && actor.role === 'owner'",
      'true',
    ],
  ],
  'http/manage/account-routes.ts': [
    ['a token can do what only accounts can do', 'people-only', "principal?.kind !== 'account'", 'false'],
    ['every account is an operator of the platform', 'platform-operator', '!principal.isOperator', 'false'],
  ],
  'access/tokens/authenticate-token.ts': [
    ['a revoked token is accepted', 'token-query', 'and t.revoked_at is null'],
    ['an expired token is accepted', 'token-query', 'and (t.expires_at is null or t.expires_at > now())'],
    [
      'a token outlives the membership of its creator',
      'token-of-member',
      ' || (row.role === null && !row.has_no_creator)',
    ],
    ['a token has more permissions than its creator', 'token-permissions', 'role === null', 'true'],
  ],
  'accounts/sessions/authenticate-session.ts': [
    ['an ended session is accepted', 'session-query', 'and s.ended_at is null'],
    ['an expired session is accepted', 'session-query', 'and s.expires_at > now()'],
    ['a closed account is accepted', 'session-query', 'and a.closed_at is null'],
  ],
  'access/accept-invitation.ts': [
    ['an invitation is valid for any account', 'invitation-address', 'invitation.email !== email || '],
  ],
}

export const CHECK_MUTANTS: Mutant[] = Object.entries(CHECKS).flatMap(([file, rows]) =>
  rows.map(([name, marker, find, by = '']) => ({ name, edits: [{ file: `server/src/${file}`, marker, find, by }] })),
)

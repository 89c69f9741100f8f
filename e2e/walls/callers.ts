import type { Role } from '../../server/src/access/permissions.ts'
import type { AccountId, ApiTokenId } from '../../server/src/ids.ts'
import { newSecretToken } from '../../server/src/secret-token.ts'
import { type Account, addAccount, addToken, OPERATOR_WITH_SECOND_FACTOR } from './fixtures/accounts.ts'
import { PUBLIC_URL } from './open-product.ts'
import { type Connections, insertStoreRow, type Stores } from './store-context.ts'

type CallerKind = {
  /** How the product knows the caller. */
  kind: 'account' | 'token' | 'unknown'
  /** Unless it is the same as the kind. */
  credential?: 'account' | 'token' | 'server key' | 'invented token'
  /** The stores that the caller can open at all. */
  opens: readonly ('own' | 'foreign')[]
  /** In the store. If the caller is a token, the role of its creator, or `former` if they have left. */
  role?: Role | 'former'
  /** A page in a browser at this address sends the requests, with a cookie. */
  origin?: string
  /** Changes the row of the account, session or token. */
  change?: [table: 'accounts' | 'account_sessions' | 'api_tokens', assignments: string]
}

const OWNER = { kind: 'account', opens: ['own'], role: 'owner' } as const
const TOKEN = { kind: 'token', opens: ['own'] } as const
const STRANGER = { kind: 'account', opens: [] } as const
const UNKNOWN = { kind: 'unknown', opens: [] } as const
const UNKNOWN_OWNER = { ...UNKNOWN, credential: 'account', role: 'owner' } as const
const UNKNOWN_TOKEN = { ...UNKNOWN, credential: 'token' } as const

const KINDS = {
  owner: OWNER,
  manager: { ...OWNER, role: 'manager' },
  support: { ...OWNER, role: 'support' },
  viewer: { ...OWNER, role: 'viewer' },
  'owner in a browser': { ...OWNER, origin: PUBLIC_URL },
  'page of another site': { ...OWNER, origin: 'https://thief.example' },
  operator: { kind: 'account', opens: ['own', 'foreign'], change: ['accounts', OPERATOR_WITH_SECOND_FACTOR] },
  'operator without second factor': { ...STRANGER, change: ['accounts', 'is_operator = true'] },
  stranger: STRANGER,
  'owner of another store': { ...OWNER, opens: ['foreign'] },
  token: TOKEN,
  'token of this scope': TOKEN,
  'token of the other scopes': TOKEN,
  'token of a viewer': { ...TOKEN, role: 'viewer' },
  'token of another store': { ...TOKEN, opens: ['foreign'] },
  'revoked token': { ...UNKNOWN_TOKEN, change: ['api_tokens', 'revoked_at = now()'] },
  'expired token': { ...UNKNOWN_TOKEN, change: ['api_tokens', 'expires_at = now()'] },
  'token of a former member': { ...UNKNOWN_TOKEN, role: 'former' },
  'invented token': { ...UNKNOWN, credential: 'invented token' },
  'ended session': { ...UNKNOWN_OWNER, change: ['account_sessions', 'ended_at = now()'] },
  'expired session': { ...UNKNOWN_OWNER, change: ['account_sessions', 'expires_at = now()'] },
  'closed account': { ...UNKNOWN_OWNER, change: ['accounts', 'email = null, closed_at = now()'] },
  'server key': { ...UNKNOWN, credential: 'server key' },
  anonymous: UNKNOWN,
} satisfies Record<string, CallerKind>

export type CallerName = keyof typeof KINDS
/** All callers. Written by hand. */
export const CALLERS: Record<CallerName, CallerKind> = KINDS
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[]

const ALWAYS: readonly CallerName[] = [
  'owner',
  'operator',
  'stranger',
  'owner of another store',
  'token',
  'token of another store',
  'anonymous',
]

/** For short runs: the callers on both sides of the walls, and a third of the others. Three operations in a row try them all. */
export function chooseCallers(turn: number): CallerName[] {
  const others = CALLER_NAMES.filter((name) => !ALWAYS.includes(name))
  return [...ALWAYS, ...others.filter((_, i) => i % 3 === turn % 3)]
}

/** The scopes of tokens. Not the list of the product, so that an additional scope is noticed. */
export const SCOPES = [
  ...['store', 'servers', 'catalog', 'checkouts', 'deliveries', 'players', 'webhooks', 'payments'].flatMap((area) => [
    `${area}:read`,
    `${area}:write`,
  ]),
  'commands:write',
  'redeliveries:write',
  'players:erase',
  'statistics:read',
  'audit:read',
  'members:read',
]

export type Caller = {
  name: CallerName
  headers: Record<string, string>
  account?: Account
  /** In the audit log. */
  actorId?: AccountId | ApiTokenId
}

/** Creates callers for one operation, so that none reaches a rate limit. `scope` is the scope of the operation. */
export async function createCallers(
  connections: Connections,
  stores: Stores,
  { names, scope, serverKey }: { names: readonly CallerName[]; scope: string; serverKey: string },
): Promise<{ callers: Caller[]; remove: () => Promise<void> }> {
  const { query } = connections
  const ids: string[] = []
  const callers = await Promise.all(names.map(createCaller))
  return { callers, remove }

  async function createCaller(name: CallerName): Promise<Caller> {
    const { kind, credential = kind, opens, role, origin, change } = CALLERS[name]
    if (credential === 'unknown') return { name, headers: {} }
    if (credential === 'invented token') return { name, headers: bearer(newSecretToken('qmt_')) }
    if (credential === 'server key') return { name, headers: bearer(serverKey) }
    const storeId = opens.join() === 'foreign' ? stores.foreign : stores.own
    const account = credential === 'account' || role ? await addAccount(connections, name) : undefined
    if (account) ids.push(account.accountId)
    if (account && role && role !== 'former')
      await insertStoreRow({ query, storeId }, 'store_members', { account_id: account.accountId, role })
    const createdBy = account?.accountId
    const token =
      credential === 'token'
        ? await addToken(connections, { name, storeId, scopes: chooseScopes(name), createdBy })
        : undefined
    if (token) ids.push(token.tokenId)
    if (change) {
      const [table, assignments] = change
      const changed = { accounts: createdBy, account_sessions: account?.sessionId, api_tokens: token?.tokenId }
      await query(`update ${table} set ${assignments} where id = $1`, [changed[table]])
    }
    if (token) return { name, headers: bearer(token.token), actorId: token.tokenId }
    if (!account) throw new Error(`${name} has no account`)
    const session = account.token
    const headers = origin === undefined ? bearer(session) : { cookie: `__Host-quartermaster=${session}`, origin }
    return { name, headers, account, actorId: account.accountId }
  }

  function chooseScopes(name: CallerName): string[] {
    if (name === 'token of this scope') return [scope]
    return name === 'token of the other scopes' ? SCOPES.filter((other) => other !== scope) : SCOPES
  }

  /** A store can have only a limited number of members and tokens. */
  async function remove(): Promise<void> {
    await query('update api_tokens set revoked_at = coalesce(revoked_at, now()) where id = any($1)', [ids])
    await query('delete from store_members where account_id = any($1)', [ids])
  }
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

import type { Role } from '../../server/src/access/permissions.ts'
import type { AccountId, ApiTokenId } from '../../server/src/ids.ts'
import { newSecretToken } from '../../server/src/secret-token.ts'
import {
  type Account,
  type AddedToken,
  addAccounts,
  addSecondFactor,
  addToken,
  makeOperators,
} from './fixtures/accounts.ts'
import { PUBLIC_URL } from './open-product.ts'
import { type Connections, insertRow, type Stores } from './store-context.ts'

type CallerKind = {
  kind: 'account' | 'token' | 'unknown'
  opens: readonly ('own' | 'foreign')[]
  /** In the own store. */
  role?: Role
}

const OWNER = { kind: 'account', opens: ['own'], role: 'owner' } as const
const TOKEN = { kind: 'token', opens: ['own'] } as const
const UNKNOWN = { kind: 'unknown', opens: [] } as const
const UNKNOWN_OWNER = { ...UNKNOWN, role: 'owner' } as const

/** All callers: how the product knows them, and which stores they can open at all. Written by hand. */
export const CALLERS = {
  owner: OWNER,
  manager: { ...OWNER, role: 'manager' },
  support: { ...OWNER, role: 'support' },
  viewer: { ...OWNER, role: 'viewer' },
  'owner in a browser': OWNER,
  'page of another site': OWNER,
  operator: { kind: 'account', opens: ['own', 'foreign'] },
  'operator without second factor': { kind: 'account', opens: [] },
  stranger: { kind: 'account', opens: [] },
  'owner of another store': { kind: 'account', opens: ['foreign'] },
  token: TOKEN,
  'token of this scope': TOKEN,
  'token of the other scopes': TOKEN,
  'token of a viewer': TOKEN,
  'token of another store': { kind: 'token', opens: ['foreign'] },
  'revoked token': UNKNOWN,
  'expired token': UNKNOWN,
  'token of a former member': UNKNOWN,
  'invented token': UNKNOWN,
  'ended session': UNKNOWN_OWNER,
  'expired session': UNKNOWN_OWNER,
  'closed account': UNKNOWN_OWNER,
  'server key': UNKNOWN,
  anonymous: UNKNOWN,
} as const satisfies Record<string, CallerKind>
export type CallerName = keyof typeof CALLERS

/** The scopes of tokens. Not the list of the product, so that an additional scope is noticed. */
export const SCOPES = [
  ...['store', 'servers', 'catalog', 'checkouts', 'deliveries', 'players', 'webhooks', 'payments'].flatMap((area) => [
    `${area}:read`,
    `${area}:write`,
  ]),
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

const NAMES = Object.keys(CALLERS) as CallerName[]
const findRole = (name: CallerName) => (CALLERS[name] as CallerKind).role
const hasAccount = (name: CallerName) =>
  CALLERS[name].kind === 'account' || findRole(name) !== undefined || name === 'token of a former member'

/** Creates all callers for one operation, so that none reaches a rate limit. `scope` is the scope of the operation. */
export async function createCallers(
  connections: Connections,
  stores: Stores,
  { scope, serverKey }: { scope: string; serverKey: string },
): Promise<{ callers: Caller[]; remove: () => Promise<void> }> {
  const names = NAMES.filter(hasAccount)
  const added = await addAccounts(connections, names)
  const accounts = new Map(names.map((name, index) => [name, added[index]]))
  const account = (name: CallerName): Account => {
    const found = accounts.get(name)
    if (!found) throw new Error(`${name} has no account`)
    return found
  }
  const addRole = (name: CallerName, role: Role, storeId = stores.own) =>
    insertRow({ ...connections, storeId }, 'store_members', { account_id: account(name).accountId, role })
  for (const name of names) {
    const role = findRole(name)
    if (role) await addRole(name, role)
  }
  await addRole('owner of another store', 'owner', stores.foreign)

  const tokens = new Map<CallerName, AddedToken>()
  const add = async (name: CallerName, other: Partial<Parameters<typeof addToken>[1]> = {}) => {
    tokens.set(name, await addToken(connections, { name, storeId: stores.own, scopes: SCOPES, ...other }))
  }
  await add('token')
  await add('token of this scope', { scopes: [scope] })
  await add('token of the other scopes', { scopes: SCOPES.filter((other) => other !== scope) })
  await add('token of a viewer', { createdBy: account('viewer').accountId })
  await add('token of another store', { storeId: stores.foreign })
  await add('revoked token')
  await add('expired token')
  await add('token of a former member', { createdBy: account('token of a former member').accountId })
  await invalidate(connections, account, tokens)

  const ids = [...added.map(({ accountId }) => accountId), ...[...tokens.values()].map(({ id }) => id)]
  const callers = NAMES.map(createCaller)
  return { callers, remove: () => removeCallers(connections, ids) }

  function createCaller(name: CallerName): Caller {
    if (name === 'anonymous') return { name, headers: {} }
    if (name === 'invented token') return { name, headers: bearer(newSecretToken('qmt_')) }
    if (name === 'server key') return { name, headers: bearer(serverKey) }
    const token = tokens.get(name)
    if (token) return { name, headers: bearer(token.token), actorId: token.id }
    const { accountId, token: session } = account(name)
    const origin = { 'owner in a browser': PUBLIC_URL, 'page of another site': 'https://thief.example' }[name as string]
    const headers = origin === undefined ? bearer(session) : { cookie: `__Host-quartermaster=${session}`, origin }
    return { name, headers, account: account(name), actorId: accountId }
  }
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

async function invalidate(
  connections: Connections,
  account: (name: CallerName) => Account,
  tokens: Map<CallerName, AddedToken>,
): Promise<void> {
  const { query } = connections
  const end = (table: string, column: string, id: string | undefined) =>
    query(`update ${table} set ${column} = now() where id = $1`, [id])
  await makeOperators(connections, [account('operator'), account('operator without second factor')])
  await addSecondFactor(connections, account('operator'))
  await end('api_tokens', 'revoked_at', tokens.get('revoked token')?.id)
  await end('api_tokens', 'expires_at', tokens.get('expired token')?.id)
  await end('account_sessions', 'ended_at', account('ended session').sessionId)
  await end('account_sessions', 'expires_at', account('expired session').sessionId)
  await query('update accounts set email = null, closed_at = now() where id = $1', [
    account('closed account').accountId,
  ])
}

/** A store can have only a limited number of members and tokens. */
async function removeCallers({ query }: Connections, ids: string[]): Promise<void> {
  await query('update api_tokens set revoked_at = coalesce(revoked_at, now()) where id = any($1)', [ids])
  await query('delete from store_members where account_id = any($1)', [ids])
}

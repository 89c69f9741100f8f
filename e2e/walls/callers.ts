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

type CallerKind = { kind: 'account' | 'token' | 'unknown'; opens: readonly ('own' | 'foreign')[] }

const MEMBER = { kind: 'account', opens: ['own'] } as const
const TOKEN = { kind: 'token', opens: ['own'] } as const
const UNKNOWN = { kind: 'unknown', opens: [] } as const

/** All callers: how the product knows them, and which stores they can open at all. Written by hand. */
export const CALLERS = {
  owner: MEMBER,
  manager: MEMBER,
  support: MEMBER,
  viewer: MEMBER,
  'owner in a browser': MEMBER,
  'page of another site': MEMBER,
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
  'ended session': UNKNOWN,
  'expired session': UNKNOWN,
  'closed account': UNKNOWN,
  'server key': UNKNOWN,
  anonymous: UNKNOWN,
} as const satisfies Record<string, CallerKind>
export type CallerName = keyof typeof CALLERS

/** The scopes of tokens. Not the list of the product, so that an additional scope is noticed. */
export const SCOPES = [
  'store:read',
  'store:write',
  'servers:read',
  'servers:write',
  'catalog:read',
  'catalog:write',
  'checkouts:read',
  'checkouts:write',
  'deliveries:read',
  'deliveries:write',
  'redeliveries:write',
  'players:read',
  'players:write',
  'players:erase',
  'webhooks:read',
  'webhooks:write',
  'payments:read',
  'payments:write',
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

const ROLES = ['owner', 'manager', 'support', 'viewer'] as const
const OTHER_OWNERS: readonly CallerName[] = [
  'owner in a browser',
  'page of another site',
  'ended session',
  'expired session',
  'closed account',
]
const ACCOUNTS: readonly CallerName[] = [
  ...ROLES,
  ...OTHER_OWNERS,
  'token of a former member',
  'operator',
  'operator without second factor',
  'stranger',
  'owner of another store',
]

/** Creates all callers for one operation, so that none reaches a rate limit. `scope` is the scope of the operation. */
export async function createCallers(
  connections: Connections,
  stores: Stores,
  { scope, serverKey }: { scope: string; serverKey: string },
): Promise<{ callers: Caller[]; remove: () => Promise<void> }> {
  const added = await addAccounts(connections, ACCOUNTS)
  const accounts = new Map(ACCOUNTS.map((name, index) => [name, added[index]]))
  const account = (name: CallerName): Account => {
    const found = accounts.get(name)
    if (!found) throw new Error(`${name} has no account`)
    return found
  }
  const addRole = (name: CallerName, role: string, storeId = stores.own) =>
    insertRow({ ...connections, storeId }, 'store_members', { account_id: account(name).accountId, role })
  for (const role of ROLES) await addRole(role, role)
  for (const name of OTHER_OWNERS) await addRole(name, 'owner')
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
  const callers = (Object.keys(CALLERS) as CallerName[]).map(createCaller)
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
  await makeOperators(connections, [account('operator'), account('operator without second factor')])
  await addSecondFactor(connections, account('operator'))
  await query('update api_tokens set revoked_at = now() where id = $1', [tokens.get('revoked token')?.id])
  await query("update api_tokens set expires_at = now() - interval '1 second' where id = $1", [
    tokens.get('expired token')?.id,
  ])
  await query('update account_sessions set ended_at = now() where id = $1', [account('ended session').sessionId])
  await query("update account_sessions set expires_at = now() - interval '1 second' where id = $1", [
    account('expired session').sessionId,
  ])
  await query('update accounts set email = null, closed_at = now() where id = $1', [
    account('closed account').accountId,
  ])
}

/** A store can have only a limited number of members and tokens. */
async function removeCallers({ query }: Connections, ids: string[]): Promise<void> {
  await query('update api_tokens set revoked_at = coalesce(revoked_at, now()) where id = any($1)', [ids])
  await query('delete from store_members where account_id = any($1)', [ids])
}

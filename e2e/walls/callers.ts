import type { AccountId, ApiTokenId } from '../../server/src/ids.ts'
import { newSecretToken } from '../../server/src/secret-token.ts'
import { PUBLIC_URL } from './open-product.ts'
import { type Person, type PlantedToken, plantMembers, plantPeople, plantTokens } from './people.ts'
import type { Hands, Stores } from './scene.ts'

/** Everybody who calls. Written down by hand, as what they may do is. */
const CALLERS = [
  'owner',
  'manager',
  'support',
  'viewer',
  'owner in a browser',
  'page of another site',
  'operator',
  'operator without second factor',
  'stranger',
  'owner of another store',
  'token',
  'token of this scope',
  'token of the other scopes',
  'token of a viewer',
  'token of another store',
  'revoked token',
  'expired token',
  'token of one who left',
  'made-up token',
  'ended session',
  'expired session',
  'closed account',
  'server key',
  'nobody',
] as const
export type CallerName = (typeof CALLERS)[number]

/** What a token can be made for; another list than the product's, so that a scope too many is noticed. */
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
  'figures:read',
  'audit:read',
  'members:read',
]

export type Caller = {
  name: CallerName
  headers: Record<string, string>
  /** Who is behind it; undefined where the product knows nobody. */
  person?: Person
  actorId?: AccountId | ApiTokenId
}

export type Company = { callers: Caller[]; leave: () => Promise<void> }

const OWN = ['owner', 'manager', 'support', 'viewer'] as const
const SPARE = [
  'owner in a browser',
  'page of another site',
  'ended session',
  'expired session',
  'closed account',
  'token of one who left',
] as const

/** All of them anew, for one operation: each has a full allowance of calls. `scope` is the one that the operation needs. */
export async function enlist(
  hands: Hands,
  stores: Stores,
  { scope, serverKey }: { scope: string; serverKey: string },
): Promise<Company> {
  const people = await plantPeople(hands, [
    ...OWN,
    ...SPARE,
    'operator',
    'operator without second factor',
    'stranger',
    'owner of another store',
  ])
  const person = (name: CallerName): Person => {
    const found = people.get(name)
    if (!found) throw new Error(`${name} is not among the people`)
    return found
  }
  await plantMembers(hands, [
    ...OWN.map((name) => ({ storeId: stores.own, accountId: person(name).accountId, role: name })),
    ...SPARE.slice(0, -1).map((name) => ({ storeId: stores.own, accountId: person(name).accountId, role: 'owner' })),
    { storeId: stores.foreign, accountId: person('owner of another store').accountId, role: 'owner' },
  ])
  const others = SCOPES.filter((other) => other !== scope)
  const own = { storeId: stores.own, scopes: SCOPES }
  const tokens = await plantTokens(hands, [
    { ...own, name: 'token' },
    { ...own, name: 'token of this scope', scopes: [scope] },
    { ...own, name: 'token of the other scopes', scopes: others },
    { ...own, name: 'token of a viewer', by: person('viewer').accountId },
    { ...own, name: 'token of another store', storeId: stores.foreign },
    { ...own, name: 'revoked token' },
    { ...own, name: 'expired token' },
    { ...own, name: 'token of one who left', by: person('token of one who left').accountId },
  ])
  await spoil(hands, person, tokens)

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const cookie = (name: CallerName, origin: string) => ({
    cookie: `__Host-quartermaster=${person(name).token}`,
    origin,
  })
  const known = (name: CallerName): Caller => {
    const token = tokens.get(name)
    if (token) return { name, headers: bearer(token.token), actorId: token.id }
    return { name, headers: bearer(person(name).token), person: person(name), actorId: person(name).accountId }
  }
  const callers = CALLERS.map((name): Caller => {
    if (name === 'nobody') return { name, headers: {} }
    if (name === 'made-up token') return { name, headers: bearer(newSecretToken('qmt_')) }
    if (name === 'server key') return { name, headers: bearer(serverKey) }
    if (name === 'owner in a browser') return { ...known(name), headers: cookie(name, PUBLIC_URL) }
    if (name === 'page of another site') return { ...known(name), headers: cookie(name, 'https://thief.example') }
    return known(name)
  })
  const ids = [...[...people.values()].map(({ accountId }) => accountId), ...[...tokens.values()].map(({ id }) => id)]
  return { callers, leave: () => leave(hands, ids) }
}

async function spoil(
  { query }: Hands,
  person: (name: CallerName) => Person,
  tokens: Map<string, PlantedToken>,
): Promise<void> {
  await query('update accounts set is_operator = true where id = any($1)', [
    [person('operator').accountId, person('operator without second factor').accountId],
  ])
  await query(
    `update accounts set totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0 where id = $1`,
    [person('operator').accountId],
  )
  await query('update api_tokens set revoked_at = now() where id = $1', [tokens.get('revoked token')?.id])
  await query("update api_tokens set expires_at = now() - interval '1 second' where id = $1", [
    tokens.get('expired token')?.id,
  ])
  await query('update account_sessions set ended_at = now() where id = $1', [person('ended session').sessionId])
  await query("update account_sessions set expires_at = now() - interval '1 second' where id = $1", [
    person('expired session').sessionId,
  ])
  await query('update accounts set email = null, closed_at = now() where id = $1', [person('closed account').accountId])
}

/** They make room for the next ones. What they did stays. */
async function leave({ query }: Hands, ids: string[]): Promise<void> {
  await query('update api_tokens set revoked_at = coalesce(revoked_at, now()) where id = any($1)', [ids])
  await query('delete from store_members where account_id = any($1)', [ids])
}

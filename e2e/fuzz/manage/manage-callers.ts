import { formatId, type StoreId } from '../../../server/src/ids.ts'
import type { Random } from '../../kit/random.ts'
import { SCOPES } from '../../walls/callers.ts'
import { PUBLIC_URL } from '../../walls/open-product.ts'
import { addAccount, addMember, addOperator, addToken } from '../../walls/fixtures/accounts.ts'
import { addFilledStore, fillStore } from '../../walls/fixture.ts'
import { type Connections, openConnections } from '../../walls/store-context.ts'
import type { Header } from '../message.ts'
import { createKnownIds, type KnownIds } from '../requests/known-ids.ts'
import type { MakeCaller } from '../requests/make-request.ts'
import type { Odd } from '../requests/make-value.ts'
import { ODD } from '../requests/odd-values.ts'
import type { Operation } from '../requests/openapi.ts'

export type ManageCallers = { ids: KnownIds; secrets: string[]; makeCaller: MakeCaller }

/** How many rows of each kind the store has. */
const FILLS = 6
const REUSED_KEYS = Array.from({ length: 40 }, (_, i) => `key-${i}`)

/**
 * Creates stores with something of every kind, and hundreds of callers with all, some or no permissions. There are so
 * many of them because the server limits the requests of each.
 */
export async function createManageCallers(databaseUrl: string, count: number): Promise<ManageCallers> {
  const connections = openConnections(databaseUrl)
  try {
    const storeId = await addFilledStore(connections, 'market')
    for (let i = 0; i < FILLS; i++) await fillStore({ ...connections, storeId, marker: 'market' })
    const otherId = await addFilledStore(connections, 'bazaar')
    const ids = createKnownIds(await readIds(connections, [storeId, otherId]))
    const { able, others, spare } = await createTokens(connections, [storeId, otherId], count)
    const pickToken = ({ path, method }: Operation, random: Random) => {
      // A change to an account can close it, so these requests use accounts that nothing else needs.
      if (path.includes('/account') && method !== 'GET' && random.chance(0.9)) return random.pick(spare)
      return random.pick(random.chance(0.8) ? able : others)
    }
    return {
      ids,
      secrets: [...able, ...others, ...spare],
      makeCaller: (operation, { random, odd }) => ({
        ids,
        secret: 'x',
        headers: [
          ...(odd(0.06) ? random.pick(ODD_CREDENTIALS) : toCredential(pickToken(operation, random), random)),
          ...makeIdempotencyKey(operation, random, odd),
          ...makeIfMatch(operation, random, odd),
        ],
      }),
    }
  } finally {
    await connections.close()
  }
}

async function createTokens(connections: Connections, [storeId, otherId]: [StoreId, StoreId], count: number) {
  const able: string[] = []
  const others: string[] = []
  const spare: string[] = []
  const place = { ...connections, storeId }
  for (let i = 0; i < count; i++) {
    able.push((await addMember(place, 'owner')).token)
    able.push((await addToken(place, { name: 'a bot', storeId, scopes: SCOPES })).token)
    spare.push((await addAccount(connections)).token)
    if (i % 4 > 0) continue
    able.push((await addOperator(connections)).token)
    for (const role of ['manager', 'support', 'viewer'] as const) others.push((await addMember(place, role)).token)
    others.push(
      (await addToken(place, { name: 'a bot', storeId, scopes: ['store:read', 'catalog:write', 'commands:write'] }))
        .token,
    )
    others.push((await addMember({ ...connections, storeId: otherId }, 'owner')).token)
  }
  return { able, others, spare }
}

function toCredential(token: string, random: Random): Header[] {
  if (!token.startsWith('qms_') || random.chance(0.8)) return [['Authorization', `Bearer ${token}`]]
  const cookie: Header = ['Cookie', `__Host-quartermaster=${token}`]
  return random.chance(0.9) ? [cookie, ['Origin', PUBLIC_URL]] : [cookie]
}

const ODD_TOKENS = ['', ' qmt_nonsense', ` qms_${'0'.repeat(38)}`, ` ${'x'.repeat(300)}`]
const ODD_CREDENTIALS: Header[][] = [
  [],
  ...['', 'Basic YTpi', ...ODD_TOKENS.map((token) => `Bearer${token}`)].map((value): Header[] => [
    ['Authorization', value],
  ]),
  [['Cookie', '__Host-quartermaster=a; __Host-quartermaster=b']],
  [['Cookie', '__Host-quartermaster=\xff']],
]

function makeIdempotencyKey({ method }: Operation, random: Random, odd: Odd): Header[] {
  if (odd(0.08)) return [['Idempotency-Key', random.pick(ODD.idempotencyKeys)]]
  if (method === 'GET' || random.chance(0.5)) return []
  return [['Idempotency-Key', random.chance(0.5) ? random.pick(REUSED_KEYS) : `new-${random.integer(0, 1e9)}`]]
}

function makeIfMatch({ parameters }: Operation, random: Random, odd: Odd): Header[] {
  if (odd(0.15)) return [['If-Match', random.pick(ODD.etags)]]
  if (!parameters.some(({ name }) => name === 'if-match') || odd(0.1)) return []
  return [['If-Match', random.chance(0.8) ? '*' : `"${random.integer(1, 4)}"`]]
}

/** Tables, and queries where the columns have other names. */
const SOURCES = {
  srv: 'game_servers',
  key: 'server_keys',
  cat: 'categories',
  prd: 'products',
  chk: 'checkouts',
  cmd: '(select id, store_id from pending_deliveries union all select id, store_id from delivery_ledger)',
  ent: 'entitlements',
  evt: 'events',
  whe: 'webhook_endpoints',
  prk: 'parked_payments',
  inv: 'store_invitations',
  tok: 'api_tokens',
  rdl: 'redeliveries',
  acc: '(select account_id as id, store_id from store_members)',
}

/** Reads all ids of the store, and one of each kind of the other store. */
async function readIds({ query }: Connections, [own, other]: [StoreId, StoreId]): Promise<Record<string, string[]>> {
  const list = async (sql: string, values?: string[]) => (await query<{ id: string }>(sql, values)).map(({ id }) => id)
  const ids: Record<string, string[]> = {
    sto: [...Array<StoreId>(9).fill(own), other].map((id) => formatId('sto', id)),
    player: await list('select distinct game_user_id as id from checkouts'),
  }
  for (const [prefix, source] of Object.entries(SOURCES)) {
    const select = `select type_id('${prefix}', id) as id from ${source} as source where store_id`
    ids[prefix] = await list(`${select} = $1 union all (${select} = $2 limit 1)`, [own, other])
  }
  return ids
}

import { createDatabase } from '@quartermaster/local-postgres/database'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { migrate } from '../../../server/src/setup/migrate.ts'
import { formatId, type StoreId } from '../../../server/src/ids.ts'
import type { Random } from '../../kit/random.ts'
import { SCOPES } from '../../walls/callers.ts'
import { PUBLIC_URL } from '../../walls/open-product.ts'
import { addMember, addOperator, addAccount, addToken } from '../../walls/fixtures/accounts.ts'
import { type Connections, openConnections } from '../../walls/store-context.ts'
import { addFilledStore, fillStore } from '../../walls/fixture.ts'
import type { Operation } from './document.ts'
import { createKnownIds, type KnownIds } from './known-ids.ts'

export type Desk = {
  databaseUrl: string
  hands: Connections
  ids: KnownIds
  secrets: string[]
  /** Headers that say who calls; how depends on chance. */
  credential: (operation: Operation, random: Random) => string[][]
  close: () => Promise<void>
}

/** Of each kind, so that nobody's allowance is used up soon. */
const EACH = 100
/** How often the store has everything. */
const STOCKS = 6

/** Stores with something of everything, and some hundred people and programs that may do much, little or nothing there. */
export async function openDesk(cluster: Cluster, callers = EACH): Promise<Desk> {
  const databaseUrl = await createDatabase(cluster)
  await migrate(databaseUrl)
  const hands = openConnections(databaseUrl)
  const storeId = await addFilledStore(hands, 'market')
  for (let i = 0; i < STOCKS; i++) await fillStore({ ...hands, storeId, marker: 'market' })
  const otherId = await addFilledStore(hands, 'bazaar')
  const ids = createKnownIds(await readIds(hands, [storeId, otherId]))
  const { able, others, spare } = await enlistCallers(hands, [storeId, otherId], callers)

  return {
    databaseUrl,
    hands,
    ids,
    secrets: [...able, ...others, ...spare],
    credential: ({ path, method }, random) => {
      // What changes an account may be the end of it.
      if (path.includes('/account') && method !== 'GET' && random.chance(0.9))
        return headersOf(random.pick(spare), random)
      if (random.chance(0.03)) return random.pick(ODD_CREDENTIALS)
      return headersOf(random.pick(random.chance(0.8) ? able : others), random)
    },
    close: () => hands.close(),
  }
}

async function enlistCallers(hands: Connections, [storeId, otherId]: [StoreId, StoreId], each: number) {
  const able: string[] = []
  const others: string[] = []
  const spare: string[] = []
  const place = { ...hands, storeId }
  for (let i = 0; i < each; i++) {
    able.push((await addMember(place, 'owner')).token)
    able.push((await addToken(place, { name: 'a bot', storeId, scopes: SCOPES })).token)
    spare.push((await addAccount(hands)).token)
    if (i % 4 > 0) continue
    able.push((await addOperator(hands, { secondFactor: true })).token)
    for (const role of ['manager', 'support', 'viewer'] as const) others.push((await addMember(place, role)).token)
    others.push((await addToken(place, { name: 'a bot', storeId, scopes: ['store:read', 'catalog:write'] })).token)
    others.push((await addMember({ ...hands, storeId: otherId }, 'owner')).token)
  }
  return { able, others, spare }
}

function headersOf(token: string, random: Random): string[][] {
  if (token.startsWith('qms_') && random.chance(0.2)) {
    return [['Cookie', `__Host-quartermaster=${token}`], ...(random.chance(0.9) ? [['Origin', PUBLIC_URL]] : [])]
  }
  return [['Authorization', `Bearer ${token}`]]
}

const ODD_CREDENTIALS: string[][][] = [
  [],
  [['Authorization', 'Bearer']],
  [['Authorization', 'Bearer qmt_nonsense']],
  [['Authorization', 'Basic YTpi']],
  [['Authorization', '']],
  [['Authorization', `Bearer qms_${'0'.repeat(38)}`]],
  [['Authorization', `Bearer ${'x'.repeat(300)}`]],
  [['Cookie', '__Host-quartermaster=a; __Host-quartermaster=b']],
  [['Cookie', '__Host-quartermaster=\xff']],
]

const KINDS: [prefix: string, tables: string[], column?: string][] = [
  ['srv', ['game_servers']],
  ['key', ['server_keys']],
  ['cat', ['categories']],
  ['prd', ['products']],
  ['chk', ['checkouts']],
  ['cmd', ['pending_deliveries', 'delivery_ledger']],
  ['ent', ['entitlements']],
  ['evt', ['events']],
  ['whe', ['webhook_endpoints']],
  ['prk', ['parked_payments']],
  ['inv', ['store_invitations']],
  ['tok', ['api_tokens']],
  ['rdl', ['redeliveries']],
  ['acc', ['store_members'], 'account_id'],
]

/** All of the store, and one of each kind of the other. */
async function readIds({ query }: Connections, [own, other]: [StoreId, StoreId]): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {
    sto: [...Array.from({ length: 9 }, () => own), other].map((id) => formatId('sto', id)),
  }
  for (const [prefix, tables, column = 'id'] of KINDS) {
    const ofStore = tables
      .map((table) => `select ${column} as id from ${table} where store_id = $1`)
      .join(' union all ')
    const mine = await query<{ id: StoreId }>(ofStore, [own])
    const theirs = await query<{ id: StoreId }>(`${ofStore} limit 1`, [other])
    ids[prefix] = [...mine, ...theirs].map(({ id }) => formatId(prefix as 'sto', id))
  }
  ids['player'] = (await query<{ id: string }>('select distinct game_user_id as id from checkouts')).map(({ id }) => id)
  return ids
}

import type { AccountId, StoreId } from '../../server/src/ids.ts'
import { formatId } from '../../server/src/ids.ts'
import type { Hands } from './scene.ts'
import { MARKERS, type Stores } from './scene.ts'
import type { TenantTable } from './state.ts'

export type Leaks = {
  /** What of a store stands in a text. */
  of: (whose: keyof Stores, text: string) => string | undefined
}

const ID = /[a-z]{3}_([0-9a-hjkmnp-tv-z]{26})/g

/** Knows every id and every word of the stores, and finds them in answers. */
export async function createLeaks(
  hands: Pick<Hands, 'query'>,
  { tables, stores, stranger }: { tables: TenantTable[]; stores: Stores; stranger: AccountId },
): Promise<Leaks> {
  const foreign = new Set([...(await idsOf(hands, tables, stores.foreign)), ...(await idsOfPerson(hands, stranger))])
  const own = await idsOf(hands, tables, stores.own)
  // The twin has the ids of the own store.
  const secrets = await credentialsOf(hands, stranger)
  const ids = { foreign, own, twin: new Set([tail(stores.twin)]) }
  return {
    of(whose, text) {
      if (text.includes(MARKERS[whose])) return MARKERS[whose]
      if (whose === 'foreign') {
        const told = secrets.find((secret) => text.includes(secret))
        if (told !== undefined) return `the passkey ${told}`
      }
      for (const [id, end = ''] of text.matchAll(ID)) if (ids[whose].has(end)) return id
      return undefined
    },
  }
}

async function idsOf({ query }: Pick<Hands, 'query'>, tables: TenantTable[], storeId: StoreId): Promise<Set<string>> {
  const columns = tables.flatMap(({ name, storeColumn, columns: all }) =>
    all
      .filter(({ type }) => type === 'uuid')
      .map((column) => `select "${column.name}"::text as id from "${name}" where "${storeColumn}" = $1`),
  )
  const rows = await query<{ id: StoreId | null }>(columns.join(' union '), [storeId])
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : tail(id))))
}

async function idsOfPerson({ query }: Pick<Hands, 'query'>, accountId: AccountId): Promise<Set<string>> {
  const rows = await query<{ id: StoreId }>(
    'select id from account_sessions where account_id = $1 union all select id from account_passkeys where account_id = $1',
    [accountId],
  )
  return new Set([tail(accountId as string as StoreId), ...rows.map(({ id }) => tail(id))])
}

async function credentialsOf({ query }: Pick<Hands, 'query'>, accountId: AccountId): Promise<string[]> {
  const rows = await query<{ id: Buffer }>('select credential_id as id from account_passkeys where account_id = $1', [
    accountId,
  ])
  return rows.map(({ id }) => id.toString('base64url'))
}

function tail(id: StoreId): string {
  return formatId('sto', id).slice(4)
}

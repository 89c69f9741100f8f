import { type AccountId, formatId, type StoreId } from '../../server/src/ids.ts'
import type { TenantTable } from './row-fingerprints.ts'
import { MARKERS, type Query, type Stores } from './store-context.ts'

const ID = /[a-z]{3}_([0-9a-hjkmnp-tv-z]{26})/g

/** Reads all ids and texts of the stores, to find them in responses. */
export async function createLeakFinder(
  { query }: Query,
  { tables, stores, stranger }: { tables: TenantTable[]; stores: Stores; stranger: AccountId },
) {
  const statements = tables.flatMap(({ name, storeColumn, columns }) =>
    columns
      .filter(({ type }) => type === 'uuid')
      .map((column) => `select "${column.name}" as id from "${name}" where "${storeColumn}" = $1`),
  )
  const idsOfStore = statements.join(' union ')
  const idsOfAccount = `select id from account_sessions where account_id = $1
    union all select id from account_passkeys where account_id = $1 union all select $1`
  const ids = {
    foreign: new Set([...(await readIds(idsOfStore, stores.foreign)), ...(await readIds(idsOfAccount, stranger))]),
    own: new Set(await readIds(idsOfStore, stores.own)),
    // The rows of the twin have the same ids as those of the own store.
    twin: new Set([toSuffix(stores.twin)]),
  }
  return {
    /** Returns the first id or text of this store in a response. */
    find(store: keyof Stores, text: string): string | undefined {
      if (text.includes(MARKERS[store])) return MARKERS[store]
      for (const [id, suffix = ''] of text.matchAll(ID)) if (ids[store].has(suffix)) return id
      return undefined
    },
  }

  async function readIds(statement: string, parameter: string): Promise<string[]> {
    const rows = await query<{ id: StoreId | null }>(statement, [parameter])
    return rows.flatMap(({ id }) => (id === null ? [] : toSuffix(id)))
  }
}

/** The part of a public id after its prefix. */
function toSuffix(id: StoreId): string {
  return formatId('sto', id).slice(4)
}

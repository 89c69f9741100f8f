import { type AccountId, formatId, type StoreId } from '../../server/src/ids.ts'
import type { TenantTable } from './row-fingerprints.ts'
import { type Connections, MARKERS, type Stores } from './store-context.ts'

export type LeakFinder = {
  /** Returns the first id or text of this store in a response. */
  find: (store: keyof Stores, text: string) => string | undefined
}

type Query = Pick<Connections, 'query'>

const ID = /[a-z]{3}_([0-9a-hjkmnp-tv-z]{26})/g

/** Reads all ids and texts of the stores, to find them in responses. */
export async function createLeakFinder(
  connections: Query,
  { tables, stores, stranger }: { tables: TenantTable[]; stores: Stores; stranger: AccountId },
): Promise<LeakFinder> {
  const credentialIds = await readCredentialIds(connections, stranger)
  const ids = {
    foreign: new Set([
      ...(await readStoreIds(connections, tables, stores.foreign)),
      ...(await readAccountIds(connections, stranger)),
    ]),
    own: await readStoreIds(connections, tables, stores.own),
    // The rows of the twin have the same ids as those of the own store.
    twin: new Set([idSuffix(stores.twin)]),
  }
  return {
    find(store, text) {
      if (text.includes(MARKERS[store])) return MARKERS[store]
      const credentialId = store === 'foreign' && credentialIds.find((credential) => text.includes(credential))
      if (credentialId) return `the passkey ${credentialId}`
      for (const [id, suffix = ''] of text.matchAll(ID)) if (ids[store].has(suffix)) return id
      return undefined
    },
  }
}

async function readStoreIds({ query }: Query, tables: TenantTable[], storeId: StoreId): Promise<Set<string>> {
  const columns = tables.flatMap(({ name, storeColumn, columns: all }) =>
    all
      .filter(({ type }) => type === 'uuid')
      .map((column) => `select "${column.name}"::text as id from "${name}" where "${storeColumn}" = $1`),
  )
  const rows = await query<{ id: StoreId | null }>(columns.join(' union '), [storeId])
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : idSuffix(id))))
}

async function readAccountIds({ query }: Query, accountId: AccountId): Promise<string[]> {
  const rows = await query<{ id: StoreId }>(
    `select id from account_sessions where account_id = $1
     union all select id from account_passkeys where account_id = $1 union all select $1`,
    [accountId],
  )
  return rows.map(({ id }) => idSuffix(id))
}

async function readCredentialIds({ query }: Query, accountId: AccountId): Promise<string[]> {
  const rows = await query<{ id: Buffer }>('select credential_id as id from account_passkeys where account_id = $1', [
    accountId,
  ])
  return rows.map(({ id }) => id.toString('base64url'))
}

function idSuffix(id: StoreId): string {
  return formatId('sto', id).slice(4)
}

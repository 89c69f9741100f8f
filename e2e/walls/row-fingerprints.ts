import type { AccountId, StoreId } from '../../server/src/ids.ts'
import type { Query } from './store-context.ts'

/** Columns that record when a caller was last seen. They may change with every request. */
const LAST_SEEN_COLUMNS: Record<string, string[]> = {
  api_tokens: ['last_used_at', 'last_used_from'],
  account_sessions: ['last_seen_at', 'expires_at'],
}
const TABLES_BY_ACCOUNT = ['sessions', 'links', 'recovery_codes', 'passkeys', 'identities', 'challenges', 'undos'].map(
  (name) => `account_${name}`,
)
/** Not sign_in_throttle: refused calls do change it. */
const TABLES_WITHOUT_STORE = ['accounts', ...TABLES_BY_ACCOUNT, 'mails', 'idempotent_responses']

/** Audit rows of changes. A refused call of an operator is logged, too. */
export const IS_CHANGE = `not (actor_kind = 'operator' and details ? 'refused')`

/** A fingerprint for each table and store. It changes if a row changes. */
export type Fingerprints = Map<string, string>

export type TenantTable = {
  name: string
  storeColumn: string
  columns: { name: string; type: string }[]
  key: string[]
}

/** Every table with rows of stores, its columns that can be written and its primary key. */
export async function readTenantTables({ query }: Query): Promise<TenantTable[]> {
  return query<TenantTable>(
    `select c.relname as name, case c.relname when 'stores' then 'id' when 'idempotent_responses' then 'scope' else 'store_id' end as "storeColumn",
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
       (select array_agg(k.attname::text) from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname in ('stores', 'idempotent_responses') or exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id'))
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     group by c.oid, c.relname order by c.relname`,
  )
}

export function createFingerprints({ query }: Query, tables: TenantTable[]) {
  const read = async (statements: string[]): Promise<Fingerprints> => {
    const rows = await query<{ place: string; value: string | null }>(statements.join(' union all '))
    return new Map(rows.map(({ place, value }) => [place, value ?? '']))
  }
  const ofStores = (stores: StoreId[]) =>
    tables.map(
      ({ name, storeColumn }) =>
        `select '${name} of ' || "${storeColumn}" as place, ${fingerprint(name)} where "${storeColumn}" = any('{${stores.join()}}') group by "${storeColumn}"`,
    )
  const others = TABLES_WITHOUT_STORE.map((name) => `select '${name}' as place, ${fingerprint(name)}`)
  const ofAccount = (accountId: AccountId) =>
    [...TABLES_BY_ACCOUNT, 'accounts'].map((name) => {
      const column = name === 'accounts' ? 'id' : 'account_id'
      return `select '${name} of another account' as place, ${fingerprint(name)} where ${column} = '${accountId}'`
    })
  return {
    /** All rows of these stores and of one account. */
    readOwned: (stores: StoreId[], accountId: AccountId) => read([...ofStores(stores), ...ofAccount(accountId)]),
    /** All rows of these stores, and of the tables that have no store. */
    readAll: (stores: StoreId[]) => read([...ofStores(stores), ...others]),
  }
}

function fingerprint(name: string): string {
  const ignored = LAST_SEEN_COLUMNS[name]
  const condition = name === 'audit_log' ? IS_CHANGE : 'true'
  // Every write stores its transaction id in xmin; the count shows deleted rows.
  if (!ignored)
    return `count(*) filter (where ${condition}) || ' ' || max(t.xmin::text::bigint) filter (where ${condition}) as value from "${name}" t`
  const row = `md5((to_jsonb(t) - '{${ignored.join(',')}}'::text[])::text)`
  return `md5(string_agg(${row}, '' order by ${row})) as value from "${name}" t`
}

export function findChanges(before: Fingerprints, after: Fingerprints): string[] {
  const places = new Set([...before.keys(), ...after.keys()])
  return [...places].filter((place) => before.get(place) !== after.get(place))
}

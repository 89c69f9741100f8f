import type { Hands } from './scene.ts'
import type { AccountId, StoreId } from '../../server/src/ids.ts'

/** Here something may change by looking: when somebody was last seen. */
const SEEN: Record<string, string[]> = {
  api_tokens: ['last_used_at', 'last_used_from'],
  account_sessions: ['last_seen_at', 'expires_at'],
}
/** Of people, beside what belongs to stores. Not how often somebody tried: that counts refusals. */
const OF_PEOPLE = [
  'accounts',
  'account_sessions',
  'account_links',
  'account_recovery_codes',
  'account_passkeys',
  'account_identities',
  'mails',
  'idempotent_responses',
]

/** Of these each row is one person's. */
const OF_ONE = ['account_sessions', 'account_links', 'account_recovery_codes', 'account_passkeys', 'account_identities']

/** That an operator was refused is written down, too. */
export const DONE = `not (actor_kind = 'operator' and details ? 'refused')`

export type State = Map<string, string>

export type TenantTable = {
  name: string
  storeColumn: string
  columns: { name: string; type: string }[]
  key: string[]
}

/** Every table that holds rows of stores, with what can be written in it and what makes a row one of its own. */
export async function readTables({ query }: Pick<Hands, 'query'>): Promise<TenantTable[]> {
  return query<TenantTable>(
    `select c.relname as name, case when c.relname = 'stores' then 'id' else 'store_id' end as "storeColumn",
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
       (select array_agg(k.attname::text) from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname = 'stores' or exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id'))
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     group by c.oid, c.relname order by c.relname`,
  )
}

/** A look at everything: a word for each table and store that changes when a row does. */
export function createReadQueue({ query }: Pick<Hands, 'query'>, tables: TenantTable[]) {
  const words = (name: string) => {
    const unheeded = SEEN[name]
    const heeding = name === 'audit_log' ? DONE : 'true'
    // Whatever writes a row leaves its number on it, and what is gone is counted.
    if (!unheeded)
      return `count(*) filter (where ${heeding}) || ' ' || max(t.xmin::text::bigint) filter (where ${heeding}) as word from "${name}" t`
    const heeded = `md5((to_jsonb(t) - '{${unheeded.join(',')}}'::text[])::text)`
    return `md5(string_agg(${heeded}, '' order by ${heeded})) as word from "${name}" t`
  }
  const ofStores = tables.map(
    ({ name, storeColumn }) =>
      `select '${name} of ' || "${storeColumn}" as place, ${words(name)} where "${storeColumn}" = any($1) group by "${storeColumn}"`,
  )
  const ofPeople = OF_PEOPLE.map((name) => `select '${name}' as place, ${words(name)}`)

  const read = async (statements: string[], stores: StoreId[]): Promise<State> => {
    const rows = await query<{ place: string; word: string | null }>(statements.join(' union all '), [stores])
    return new Map(rows.map(({ place, word }) => [place, word ?? '']))
  }
  return {
    at: (stores: StoreId[]) => read(ofStores, stores),
    /** What lets somebody in, and where he is signed in. */
    ofPerson: async (accountId: AccountId): Promise<State> => {
      const statements = OF_ONE.map((name) => `select '${name}' as place, ${words(name)} where account_id = $1`)
      const rows = await query<{ place: string; word: string | null }>(statements.join(' union all '), [accountId])
      return new Map(rows.map(({ place, word }) => [place, word ?? '']))
    },
    atEverything: (stores: StoreId[]) => read([...ofStores, ...ofPeople], stores),
  }
}

/** Where two looks differ. */
export function differences(before: State, after: State): string[] {
  const places = new Set([...before.keys(), ...after.keys()])
  return [...places].filter((place) => before.get(place) !== after.get(place))
}

import type { Hands } from './scene.ts'
import type { StoreId } from '../../server/src/ids.ts'
import pg from 'pg'

type Policy = { name: string; table: string }

/**
 * The second wall taken down, with somebody who cries out where it stood: whoever reaches a row of another store is told so, and
 * fails. What a filter leaves out does not get this far: equality of ids is cheap and leaks nothing, so it is looked at first.
 */
const CRY_OUT = `
  create function cry_out(place text, store uuid) returns boolean language plpgsql cost 100000 as $$
  begin
    if store is distinct from current_store() then
      raise exception 'a statement reaches % of another store', place;
    end if;
    return true;
  end $$;
  alter policy members on accounts using (true);`

export async function openRowLevelSecurity(hands: Pick<Hands, 'query'>): Promise<void> {
  const policies = (await policiesOf(hands)).filter(({ table }) => table !== 'accounts')
  const open = policies.map(({ name, table }) => {
    const column = table === 'stores' ? 'id' : 'store_id'
    return `alter policy "${name}" on "${table}" using (cry_out('${table}', "${column}"));`
  })
  await hands.query(CRY_OUT + open.join('\n'))
}

/** Those that show the application one store. */
export async function policiesOf({ query }: Pick<Hands, 'query'>): Promise<Policy[]> {
  return query<Policy>(
    `select polname as name, relname as table from pg_policy join pg_class on pg_class.oid = polrelid
     where 'quartermaster_app'::regrole = any(polroles) and polqual is not null and relname <> 'idempotent_responses'
       and has_any_column_privilege('quartermaster_app', pg_class.oid, 'select')
     order by relname, polname`,
  )
}

export type Look = { cells: number; failures: string[] }

/** Asks for all rows of each table, as the application does inside a store, without any filter: only its own come. */
export async function lookWithoutFilters(
  databaseUrl: string,
  own: StoreId,
  hands: Pick<Hands, 'query'>,
): Promise<Look> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c role=quartermaster_app' })
  await client.connect()
  const failures: string[] = []
  const tables = [...new Set((await policiesOf(hands)).map(({ table }) => table))]
  try {
    for (const table of tables) {
      const [column] = await hands.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attname in ('store_id', 'id') and not attisdropped
         order by attname desc limit 1`,
        [table],
      )
      if (!column || table === 'accounts') continue
      await client.query('begin')
      await client.query("select set_config('quartermaster.store_id', $1, true)", [own])
      const { rows } = await client
        .query<{ count: number }>(`select count(*)::integer as count from "${table}" where "${column.name}" <> $1`, [
          own,
        ])
        .catch((error: unknown) => {
          // What the application may not read at all, it cannot read of others.
          if (error instanceof pg.DatabaseError && error.code === '42501') return { rows: [{ count: 0 }] }
          throw error
        })
      await client.query('rollback')
      if (rows[0]?.count !== 0)
        failures.push(`row-level security × ${table}: the application sees ${rows[0]?.count} rows of others`)
    }
  } finally {
    await client.end()
  }
  return { cells: tables.length, failures }
}

import pg from 'pg'
import { withClient } from '../kit/query.ts'
import type { Outcome } from './cell.ts'
import type { Query, Stores } from './store-context.ts'

type Policy = { name: string; table: string }
type Database = { databaseUrl: string; stores: Stores; connections: Query }

/**
 * Replaces the policies by a function that raises an error for a row of another store. It is expensive, so PostgreSQL
 * evaluates the filters of a statement first; only a statement without a tenant filter gets the error.
 */
const REJECT_FOREIGN_ROW = `
  create function reject_foreign_row(table_name text, store uuid) returns boolean language plpgsql cost 100000 as $$
  begin
    if store is distinct from current_store() then
      raise exception 'a statement reads a row of another store in %', table_name;
    end if;
    return true;
  end $$;
  alter policy members on accounts using (true);`

export async function disableRowLevelSecurity(connections: Query): Promise<void> {
  const policies = (await readPolicies(connections)).filter(({ table }) => table !== 'accounts')
  const statements = policies.map(({ name, table }) => {
    const column = table === 'stores' ? 'id' : 'store_id'
    return `alter policy "${name}" on "${table}" using (reject_foreign_row('${table}', "${column}"));`
  })
  await connections.query(REJECT_FOREIGN_ROW + statements.join('\n'))
}

/** Tables without rows of one store. Limits of checkouts count networks across stores, and every transaction asks whether its store is being moved. */
const SHARED = ['idempotent_responses', 'limits', 'checkout_limits', 'store_moves', 'moved_names']

/** The policies that limit the application to one store. */
async function readPolicies({ query }: Query): Promise<Policy[]> {
  const policies = await query<Policy>(
    `select polname as name, relname as table from pg_policy join pg_class on pg_class.oid = polrelid
     where 'quartermaster_app'::regrole = any(polroles) and polqual is not null
       and has_any_column_privilege('quartermaster_app', pg_class.oid, 'select')
     order by relname, polname`,
  )
  return policies.filter(({ table }) => !SHARED.includes(table))
}

/** Reads each table without a filter, with the role of the application: only rows of the own store may be visible. */
export async function readWithoutFilters({ databaseUrl, stores, connections }: Database): Promise<Outcome> {
  const { own } = stores
  const tables = [...new Set((await readPolicies(connections)).map(({ table }) => table))]
  const failures = await withClient(databaseUrl, async (client) => {
    await client.query('set role quartermaster_app')
    return Array.fromAsync(tables, async (table) => {
      const column = table === 'stores' ? 'id' : 'store_id'
      if (table === 'accounts') return []
      await client.query('begin')
      await client.query("select set_config('quartermaster.store_id', $1, true)", [own])
      const { rows } = await client
        .query<{ count: number }>(`select count(*)::integer as count from "${table}" where "${column}" <> $1`, [own])
        .catch((error: unknown) => {
          // The application has no privilege to read this column.
          if (error instanceof pg.DatabaseError && error.code === '42501') return { rows: [{ count: 0 }] }
          throw error
        })
      await client.query('rollback')
      const count = rows[0]?.count
      return count === 0 ? [] : [`row-level security × ${table}: ${count} rows of other stores are visible`]
    })
  })
  return { cells: tables.length, failures: failures.flat() }
}

/** Opens the policy of one table at a time. A statement without a filter must then see foreign rows. */
export async function openPolicies(
  database: Database,
  maxTables: number,
): Promise<{ tried: number; missed: string[] }> {
  const { query } = database.connections
  const missed: string[] = []
  const policies = (await readPolicies({ query })).filter(({ name }) => name === 'own_store').slice(0, maxTables)
  for (const { name, table } of policies) {
    await query(`create policy open on "${table}" to quartermaster_app using (true)`)
    const { failures } = await readWithoutFilters(database)
    await query(`drop policy open on "${table}"`)
    if (!failures.some((failure) => failure.includes(` ${table}:`))) missed.push(`${name} of ${table} is open`)
  }
  return { tried: policies.length, missed }
}

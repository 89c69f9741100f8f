import type { QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import type { Kind } from './declared-columns.ts'
import { createResultKinds } from './result-kinds.ts'

/** What a check needs to know about the database. */
export type Catalog = {
  tables: string[]
  /** Names of types, by id. */
  types: Map<number, string>
  /** Columns that can be null as `table.column`, by `<table id>.<column number>`. */
  nullable: Map<string, string>
  /** The JavaScript value that the server reads for a type. */
  kindOf: (typeName: string) => Promise<Kind>
}

export async function readCatalog(client: pg.ClientBase, database: QueryExecutorProvider): Promise<Catalog> {
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const types = await client.query<{ id: number; name: string }>(
    'select oid as id, format_type(oid, null) as name from pg_type',
  )
  const nullable = await client.query<{ key: string; name: string }>(
    `select a.attrelid || '.' || a.attnum as key, c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attnum > 0 and not a.attnotnull and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  return {
    tables: tables.rows.map(({ name }) => name),
    types: new Map(types.rows.map(({ id, name }) => [id, name])),
    nullable: new Map(nullable.rows.map(({ key, name }) => [key, name])),
    kindOf: createResultKinds(database),
  }
}

import pg from 'pg'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import type { StoreId } from '../../server/src/ids.ts'

/** Connections of the product without mutants, and of the superuser. */
export type Connections = {
  database: Database
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

export type StoreContext = Pick<Connections, 'database' | 'query'> & {
  storeId: StoreId
  /** Part of every name in this store, and of no other store. */
  marker: string
}

/** The twin is a copy of the own store: it has rows with the same ids and different texts. */
export type Stores = Record<'own' | 'foreign' | 'twin', StoreId>
export const MARKERS = { own: 'falcon', foreign: 'heron', twin: 'osprey' }

export function openConnections(databaseUrl: string): Connections {
  const database = openDatabase({ url: databaseUrl, poolSize: 3 })
  const superuser = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  superuser.on('error', () => undefined)
  return {
    database,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await superuser.query<Row>(text, values)).rows,
    async close() {
      await database.close()
      await superuser.end()
    },
  }
}

let count = 0

export function uniqueName({ marker }: Pick<StoreContext, 'marker'>): string {
  return `${marker}-${process.pid.toString(36)}${(++count).toString(36)}`
}

/** Adds a row to a table of the store, for states that take long to reach through the product. */
export async function insertRow(
  { query, storeId }: Pick<StoreContext, 'query' | 'storeId'>,
  table: string,
  values: Record<string, unknown>,
): Promise<void> {
  const row = { store_id: storeId, ...values }
  const parameters = Object.keys(row).map((_, index) => `$${index + 1}`)
  await query(`insert into ${table} (${Object.keys(row).join()}) values (${parameters.join()})`, Object.values(row))
}

export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}

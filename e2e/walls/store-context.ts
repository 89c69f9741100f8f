import pg from 'pg'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import type { StoreId } from '../../server/src/ids.ts'

/** Connections of the product without mutants, and of the superuser. */
export type Connections = {
  database: Database
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

export type Query = Pick<Connections, 'query'>
export type StoreQuery = Query & { storeId: StoreId }
export type StoreContext = Omit<Connections, 'close'> & {
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

type NewRow = Record<string, unknown>

/** Adds a row to a table, for states that take long to reach through the product. */
export async function insertRow({ query }: Query, table: string, row: NewRow): Promise<void> {
  const parameters = Object.keys(row).map((_, index) => `$${index + 1}`)
  await query(`insert into ${table} (${Object.keys(row).join()}) values (${parameters.join()})`, Object.values(row))
}

export async function insertStoreRow({ query, storeId }: StoreQuery, table: string, row: NewRow): Promise<void> {
  await insertRow({ query }, table, { store_id: storeId, ...row })
}

export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}

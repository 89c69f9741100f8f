import pg from 'pg'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import type { StoreId } from '../../server/src/ids.ts'

/** A store, and the hands to put things into it: those of the sound product, and the superuser's. */
export type Scene = {
  database: Database
  query: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  storeId: StoreId
  /** Stands in everything of this store that a person named, and nowhere else. */
  marker: string
}

/** The stores that a run looks at. The twin has the ids of the own store's things, and other words in them. */
export type Stores = Record<'own' | 'foreign' | 'twin', StoreId>
export const MARKERS = { own: 'falcon', foreign: 'heron', twin: 'osprey' }

export type Hands = Pick<Scene, 'database' | 'query'> & { close: () => Promise<void> }

export function openHands(databaseUrl: string): Hands {
  const database = openDatabase({ url: databaseUrl, poolSize: 3 })
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  admin.on('error', () => undefined)
  return {
    database,
    query: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<T>(text, values)).rows,
    async close() {
      await database.close()
      await admin.end()
    },
  }
}

let count = 0

/** A word that nobody else has, with the marker of the store it is for. */
export function word({ marker }: Pick<Scene, 'marker'>): string {
  return `${marker}-${process.pid.toString(36)}${(++count).toString(36)}`
}

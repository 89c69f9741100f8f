import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { StoreId } from '../ids.ts'
import { openPool } from './open-pool.ts'
import { PreparingClient } from './preparing-client.ts'

/** Each room declares its own tables here, beside the rules they serve. */
export interface Tables {}

declare const role: unique symbol

/** Works inside one store at a time, through `inStore`; outside of it every table looks empty. */
export type Db = Kysely<Tables> & { readonly [role]: 'app' }
/** Serves the game servers across stores, with no more rights than that needs. */
export type GatewayDb = Kysely<Tables> & { readonly [role]: 'gateway' }
/** Reads across stores and writes nothing. */
export type ReaderDb = Kysely<Tables> & { readonly [role]: 'reader' }

/** An open transaction inside one store. A function that asks for `Tx` cannot be called outside one. */
export type Tx = Transaction<Tables>

export type Database = { app: Db; gateway: GatewayDb; reader: ReaderDb; close: () => Promise<void> }

// Money and positions stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

const LIMITS = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=30000'

/** Three pools on one database, one for each role; none of them may do what its role does not need. */
export function openDatabase({
  url,
  poolSize,
  onError,
}: {
  url: string
  poolSize: number
  onError?: (error: Error) => void
}): Database {
  const open = (name: string, max: number, limits = LIMITS) => {
    const pool = openPool(
      {
        connectionString: url,
        Client: PreparingClient,
        max,
        types,
        application_name: `quartermaster-${name}`,
        options: `-c role=quartermaster_${name} -c synchronous_commit=on ${limits}`,
      },
      onError,
    )
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  }
  const app = open('app', poolSize) as Db
  // Its statements find rows by their keys, a few or hundreds at once; a plan made for one number suits them all.
  const gateway = open('gateway', poolSize, `${LIMITS} -c plan_cache_mode=force_generic_plan`) as GatewayDb
  const reader = open('reader', 2, '-c default_transaction_read_only=on') as ReaderDb
  return {
    app,
    gateway,
    reader,
    close: async () => void (await Promise.all([app.destroy(), gateway.destroy(), reader.destroy()])),
  }
}

const DEADLOCK = '40P01'
const MOST_ATTEMPTS = 3

/**
 * One transaction inside one store: row-level security shows that store's rows and no others. A transaction that
 * the database ended to break a deadlock has done nothing, so it is tried again; `work` touches the database only.
 */
export async function inStore<T>(db: Db, storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('quartermaster.store_id', ${storeId}, true)`.execute(tx)
        return work(tx)
      })
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK
      if (!isDeadlock || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

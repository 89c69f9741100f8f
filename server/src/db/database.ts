import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { StoreId } from '../ids.ts'
import { openPool } from './open-pool.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Tables } from './tables.ts'

export type { Tables }

declare const role: unique symbol

/** Works inside one store at a time, through `inStore`; outside of it every table looks empty. */
export type Db = Kysely<Tables> & { readonly [role]: 'app' }
/** Serves the game servers across stores, with no more rights than that needs. */
export type GatewayDb = Kysely<Tables> & { readonly [role]: 'gateway' }
/** Reads across stores and writes nothing. */
export type ReaderDb = Kysely<Tables> & { readonly [role]: 'reader' }
/** Knows who may sign in, and which stores they belong to. */
export type AccountsDb = Kysely<Tables> & { readonly [role]: 'accounts' }

/** An open transaction inside one store. A function that asks for `Tx` cannot be called outside one. */
export type Tx = Transaction<Tables>
/** An open transaction of the accounts' role. */
export type AccountsTx = Transaction<Tables> & { readonly [role]: 'accounts' }

export type Database = {
  app: Db
  gateway: GatewayDb
  reader: ReaderDb
  accounts: AccountsDb
  close: () => Promise<void>
}

// Money and positions stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** People who sign in must not take connections from games. */
const MOST_FOR_ACCOUNTS = 5

const LIMITS = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=30000'

/** Four pools on one database, one for each role; none of them may do what its role does not need. */
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
        // mutant: synchronous-commit
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
  const accounts = open('accounts', Math.min(poolSize, MOST_FOR_ACCOUNTS)) as AccountsDb
  return {
    app,
    gateway,
    reader,
    accounts,
    close: async () => void (await Promise.all([app, gateway, reader, accounts].map((pool) => pool.destroy()))),
  }
}

const DEADLOCK = '40P01'
const MOST_ATTEMPTS = 3

const storesOfTransactions = new WeakMap<Db | Tx, StoreId>()

/**
 * One transaction inside one store: row-level security shows that store's rows and no others. A transaction that
 * the database ended to break a deadlock has done nothing, so it is tried again; `work` touches the database only.
 * Given a transaction that is already inside the store, it joins that one: whoever began it ends it.
 */
export async function inStore<T>(db: Db | Tx, storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) {
    if (storesOfTransactions.get(db) !== storeId) throw new Error('this transaction belongs to another store')
    return work(db as Tx)
  }
  // mutant: store-transaction
  return pastDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await moveToStore(tx, storeId)
      return work(tx)
    }),
  )
}

/** From here on the transaction works inside another store. For what begins before its store exists, or is known. */
export async function moveToStore(tx: Tx, storeId: StoreId): Promise<void> {
  await sql`select set_config('quartermaster.store_id', ${storeId}, true)`.execute(tx)
  storesOfTransactions.set(tx, storeId)
}

/**
 * One transaction in which `current_store()` is something else than a store: an account, or nothing but zeros. What
 * belongs to a store does not show there.
 */
export async function inScope<T>(db: Db | AccountsDb, scope: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pastDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await moveToScope(tx, scope)
      return work(tx)
    }),
  )
}

/** Back to where a transaction began that has moved to a store. */
export async function moveToScope(tx: Tx, scope: string): Promise<void> {
  await sql`select set_config('quartermaster.store_id', ${scope}, true)`.execute(tx)
  storesOfTransactions.delete(tx)
}

/** One transaction on the accounts, with the same rules. */
export async function inAccounts<T>(db: AccountsDb | AccountsTx, work: (tx: AccountsTx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as AccountsTx)
  return pastDeadlocks(() => db.transaction().execute((tx) => work(tx as AccountsTx)))
}

async function pastDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = MOST_ATTEMPTS - 1; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK
      if (!isDeadlock || left === 0) throw error
    }
  }
}

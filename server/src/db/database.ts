import { callbackify } from 'node:util'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { openPool } from './open-pool.ts'
import { PreparingClient } from './preparing-client.ts'
import { storeStopped } from './retry-while-unavailable.ts'
import type { Tables } from './tables.ts'

export type { Tables }

declare const role: unique symbol

/** Works in one store at a time, through `inStore`. Without it, row-level security hides all rows. */
export type Db = Kysely<Tables> & { readonly [role]: 'app' }
/** Serves game servers of all stores, with only the privileges that this needs. */
export type GatewayDb = Kysely<Tables> & { readonly [role]: 'gateway' }
/** Reads all stores and writes nothing. */
export type ReaderDb = Kysely<Tables> & { readonly [role]: 'reader' }
/** Reads and writes accounts, sessions and memberships. */
export type AccountsDb = Kysely<Tables> & { readonly [role]: 'accounts' }

/** An open transaction in one store. A function that takes a `Tx` cannot be called outside a transaction. */
export type Tx = Transaction<Tables>
/** An open transaction of the role for accounts. */
export type AccountsTx = Transaction<Tables> & { readonly [role]: 'accounts' }

export type Database = {
  app: Db
  /** The same role in a pool of its own, so that a flood of callbacks takes no connections from owners and workers. */
  callbacks: Db
  gateway: GatewayDb
  reader: ReaderDb
  accounts: AccountsDb
  close: () => Promise<void>
}

// Money and positions stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Sign-ins must not use up the connections. */
const MAX_ACCOUNT_CONNECTIONS = 5

/** The server ends statements after 5 s, but a commit waits for its standby without a limit. */
const ANSWER_TIMEOUT_MS = 15_000

/**
 * Compiling a statement takes longer than running it: a poll of a long queue took a second of CPU time instead of 10 ms. Starting parallel
 * workers takes 10 ms, and a search for due rows, which the planner believes to be many, finds none in 0.1 ms. `verify` may still start some.
 */
const PLANNING = '-c jit=off -c parallel_setup_cost=100000'

const LIMITS = '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=30000'

/** Opens a pool for each of the four roles, and a second one of the role for stores. */
export function openDatabase({
  url,
  poolSize,
  connectWithinMs,
  onError,
}: {
  url: string
  poolSize: number
  /** How long work waits for a connection, if not for the usual time. */
  connectWithinMs?: number
  onError?: (error: Error) => void
}): Database {
  const open = (
    name: string,
    max: number,
    { purpose = name, limits = LIMITS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = {},
  ) => {
    const roleName = `quartermaster_${name}`
    const pool = openPool(
      {
        connectionString: url,
        Client: PreparingClient,
        max,
        ...(connectWithinMs !== undefined && { connectionTimeoutMillis: connectWithinMs }),
        types,
        keepAlive: true,
        answerTimeoutMs,
        application_name: `quartermaster-${purpose}`,
        options: `-c role=${roleName} -c synchronous_commit=on ${PLANNING} ${limits}`,
        verify: (client, done) => callbackify(requireUsable)(client, roleName, (error) => done(error ?? undefined)),
      },
      onError,
    )
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  }
  const app = open('app', poolSize) as Db
  const callbacks = open('app', Math.ceil(poolSize / 2), { purpose: 'callbacks' }) as Db
  // Its statements find rows by their keys, so one plan is good for a few rows and for hundreds. A plan that was made while a table was empty
  // would read all of it, once for each row, until PostgreSQL knows its size.
  const gatewayPlans = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'
  const gateway = open('gateway', poolSize, { limits: `${LIMITS} ${gatewayPlans}` }) as GatewayDb
  const reader = open('reader', 2, { limits: '-c default_transaction_read_only=on', answerTimeoutMs: 0 }) as ReaderDb
  const accounts = open('accounts', Math.min(poolSize, MAX_ACCOUNT_CONNECTIONS)) as AccountsDb
  const pools = { app, callbacks, gateway, reader, accounts }
  return { ...pools, close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.destroy()))) }
}

/**
 * A proxy can drop the startup options. The connection would then have all rights of the login. A proxy that has just started can also lead
 * to a standby, where polls would find what was true a while ago; only the role that reads, for reports, may use one.
 */
async function requireUsable(client: pg.ClientBase, roleName: string): Promise<void> {
  const { rows } = await client.query<{ name: string; isStandby: boolean }>(
    'select current_user as name, pg_is_in_recovery() as "isStandby"',
  )
  const { name, isStandby = false } = rows[0] ?? {}
  if (isStandby && roleName !== 'quartermaster_reader') {
    throw Object.assign(new Error('This database is a standby.'), { code: READ_ONLY })
  }
  if (name === roleName) return
  throw new AppError(
    'not_configured',
    `A database connection runs as ${name} instead of ${roleName}. Connect to PostgreSQL directly, without a proxy that drops the startup options.`,
  )
}

const DEADLOCK = '40P01'
/** What a standby says to a statement that writes. Requests are retried after it. */
const READ_ONLY = '25006'
const MAX_ATTEMPTS = 3

const storesOfTransactions = new WeakMap<Db | Tx, StoreId>()

/**
 * Runs `work` in a transaction in which row-level security shows only the rows of one store. After a deadlock the
 * transaction is retried, so `work` must not have other effects. If `db` is already a transaction in this store, `work`
 * joins it.
 */
export async function inStore<T>(db: Db | Tx, storeId: StoreId, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) {
    if (storesOfTransactions.get(db) !== storeId) throw new Error('this transaction belongs to another store')
    return work(db as Tx)
  }
  return retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await moveToStore(tx, storeId)
      return work(tx)
    }),
  )
}

/** Changes the store of a transaction. For transactions that start before their store exists or is known. */
export async function moveToStore(tx: Tx, storeId: StoreId): Promise<void> {
  const { rows } = await sql<{ store: string; stopped: boolean }>`
    select set_config('quartermaster.store_id', ${storeId}, true) as store, ${storeId}::uuid = any (stopped_stores()) as stopped`.execute(
    tx,
  )
  if (rows[0]?.stopped === true) throw storeStopped()
  storesOfTransactions.set(tx, storeId)
}

/** Runs `work` in a transaction in which `current_store()` is not a store, so that rows of all stores are hidden. */
export async function inScope<T>(db: Db | AccountsDb, scope: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await moveToScope(tx, scope)
      return work(tx)
    }),
  )
}

/** Changes the scope of a transaction that was moved to a store back to one that is not a store. */
export async function moveToScope(tx: Tx, scope: string): Promise<void> {
  await sql`select set_config('quartermaster.store_id', ${scope}, true)`.execute(tx)
  storesOfTransactions.delete(tx)
}

/** Runs `work` in a transaction of the role for accounts, with the same rules as `inStore`. */
export async function inAccounts<T>(db: AccountsDb | AccountsTx, work: (tx: AccountsTx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as AccountsTx)
  return retryDeadlocks(() => db.transaction().execute((tx) => work(tx as AccountsTx)))
}

async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

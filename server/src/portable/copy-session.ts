import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/database.ts'
import { openOne } from '../db/open-pool.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { quote, type TenantTable } from './tenant-tables.ts'

export type CopySession = Kysely<Tables>

/** Enough for the slowest statement of a copy, and for a reader or writer that pauses. */
const LIMITED_MS = 60_000

/**
 * One connection of the owner of the tables, for the rows of one store. Triggers add nothing to what is copied. Every statement filters
 * on the store, because row-level security does not limit the owner.
 */
export function openCopySession(databaseUrl: string, storeId: StoreId, { isLimited = false } = {}): CopySession {
  const most = isLimited ? LIMITED_MS : 0
  const limits = `-c lock_timeout=5000 -c statement_timeout=${most} -c idle_in_transaction_session_timeout=${most} -c jit=off`
  const session = `-c timezone=UTC -c quartermaster.store_id=${storeId} -c quartermaster.copying=on`
  const options = `${limits} ${session} -c synchronous_commit=on`
  return openOne({ connectionString: databaseUrl, options, application_name: 'quartermaster-copy' })
}

/** The newest migration of a database. Rows can only be copied between databases with the same one. */
export async function readSchemaVersion(db: CopySession): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations where name not like '%/%' order by name collate "C" desc limit 1`.execute(db)
  if (!rows[0]) throw new AppError('not_configured', 'The database is not set up yet. Run `quartermaster migrate`.')
  return rows[0].name
}

/** Positions of the queue of deliveries, and of webhooks. Each has one sequence for all stores of a database. */
export const SEQUENCES: Readonly<Record<string, 'pending_deliveries' | 'webhook_deliveries'>> = {
  delivery_ledger: 'pending_deliveries',
  pending_deliveries: 'pending_deliveries',
  webhook_deliveries: 'webhook_deliveries',
}

const LINES = 1_000

type Source = { storeId: StoreId; table: TenantTable; firstPosition: string; where?: string | undefined }

/**
 * The rows of a table as JSON, in the order of the primary key unless `where` selects a part. Positions start at 1, because those of another database would mean
 * nothing there. A cursor keeps the memory small, however long the table is.
 */
export async function* readLines(
  tx: CopySession,
  { storeId, table, firstPosition, where }: Source,
): AsyncGenerator<string[]> {
  const columns = table.columns.map((column) =>
    isPosition(table.name, column) ? `"position" - ${BigInt(firstPosition)} + 1 as "position"` : quote(column),
  )
  // The order of a part does not matter, and would cost a walk through the whole index.
  const isWhole = where === undefined && table.primaryKey.length > 0
  const order = !isWhole ? '' : `order by ${table.primaryKey.map(quote).join(', ')}`
  const source = `select ${columns.join(', ')} from ${quote(table.name)} where ${quote(table.storeColumn)} = ${literal(storeId)} ${where === undefined ? '' : `and ${where}`} ${order}`
  await sql
    .raw(`declare rows_of_store no scroll cursor for select row_to_json(r)::text as line from (${source}) r`)
    .execute(tx)
  const fetch = sql.raw<{ line: string }>(`fetch ${table.hasContent ? 1 : LINES} from rows_of_store`)
  for (;;) {
    const { rows } = await fetch.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql.raw('close rows_of_store').execute(tx)
}

/** Reads the next batch while this one is used, because the other end is another database. */
export async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = batches.next(); ;) {
    const { done, value } = await next
    if (done === true) return
    next = batches.next()
    // If this batch cannot be used, nobody waits for the next one.
    next.catch(() => undefined)
    yield value
  }
}

export function isPosition(table: string, column: string): boolean {
  return column === 'position' && table in SEQUENCES
}

/** An id of a store is a UUID, so it has no quotes. */
export function literal(storeId: StoreId): string {
  if (!/^[0-9a-f-]{36}$/.test(storeId)) throw new Error('this is not the id of a store')
  return `'${storeId}'::uuid`
}

import pg from 'pg'
import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { formatId } from '../../server/src/ids.ts'
import { createPayments } from '../../server/src/payments/create-payments.ts'
import { receiveCallback } from '../../server/src/payments/receive-callback.ts'
import { CHECKOUT_PREFIX, checkoutId, type SellingStore } from './open-checkouts.ts'
import { signCallback } from './sign-callback.ts'

type Statement = { text: string; values: unknown[] }

/** The statements that the product sends to the database for the callback of checkout `n`. */
export async function recordStatements(databaseUrl: string, store: SellingStore, n: number): Promise<Statement[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  const payments = createPayments(database.app, readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS }))
  const { headers, body } = signCallback(store, n)
  const callback = {
    body: Buffer.from(body),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    query: new URLSearchParams(),
    receivedAt: new Date(),
  }
  // A running server has the provider connection in its cache.
  await payments.connections.find(store.storeId, 'sandbox')
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    statements.push(toStatement(args))
    return query.apply(this, args)
  }
  try {
    await receiveCallback(payments, { storeId: store.storeId, provider: 'sandbox', callback })
  } finally {
    prototype.query = query
    await database.close()
  }
  return statements
}

function toStatement([first, second]: unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values } = first as { text: string; values?: unknown[] }
  return { text, values: values ?? [] }
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/

/**
 * Turns the recorded statements into a script for pgbench that pays one checkout of one store after the other. Values of
 * the recorded checkout are replaced by expressions of `:n`; all others stay as they are.
 */
export function toScript(
  statements: Statement[],
  { n, stores, existingIds }: { n: number; stores: number; existingIds: Set<string> },
): string {
  const created = new Map<string, string>()
  const withNumber = (prefix: string) => `('${prefix}' || :n)`

  function toSql(value: unknown): string {
    if (value === null || value === undefined) return 'null'
    if (Array.isArray(value)) return toSqlArray(value)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text === checkoutId(n)) return `${withNumber(CHECKOUT_PREFIX)}::uuid`
    if (text === formatId('chk', checkoutId(n))) return withNumber('chk_')
    if (text === `evt_${n}`) return withNumber('evt_')
    if (text === `player ${n}`) return withNumber('player ')
    if (ID.test(text) && !existingIds.has(text)) {
      const prefix = created.get(text) ?? `0193000${created.size + 1}-0000-7000-8000-`
      created.set(text, prefix)
      return `${withNumber(prefix)}::uuid`
    }
    return quote(text)
  }

  /** A literal takes the type that the statement expects, but it cannot contain expressions. */
  function toSqlArray(values: unknown[]): string {
    const items = values.map(toSql)
    if (items.some((item) => item.startsWith('('))) return `array[${items.join(', ')}]`
    const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    return quote(`{${texts.map((text) => JSON.stringify(text)).join()}}`)
  }

  const queries = statements.map(
    ({ text, values }) =>
      `${text.replaceAll(/\$(\d+)/g, (_, i) => toSql(values[Number(i) - 1])).replaceAll(/--.*$/gm, '')};`,
  )
  // Each client counts on its own, and each script pays only checkouts of its store.
  return [
    `\\set k :k + 1`,
    `\\set n :base + (:client_id * :many + :k) * ${stores} + ${n % stores}`,
    ...queries, //
  ].join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

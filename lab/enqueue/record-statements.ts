import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import { readConfig } from '../../server/src/config/config.ts'
import type { Db } from '../../server/src/db/database.ts'
import { formatId } from '../../server/src/ids.ts'
import { createPayments } from '../../server/src/payments/create-payments.ts'
import { receiveCallback } from '../../server/src/payments/receive-callback.ts'
import { openRecorder, type Statement } from '../database/statement-recorder.ts'
import { signCallback } from './callbacks.ts'
import { CHECKOUT_PREFIX, checkoutId, type SellingStore } from './selling-stores.ts'

/** The statements that the product sends to the database for the callback of checkout `n`. */
export async function recordStatements(databaseUrl: string, store: SellingStore, n: number): Promise<Statement[]> {
  const { db, record } = openRecorder(databaseUrl, { role: 'quartermaster_app' })
  const payments = createPayments(db as Db, readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS }))
  const { headers, body } = signCallback(store, n)
  const callback = {
    body: Buffer.from(body),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    query: new URLSearchParams(),
    receivedAt: new Date(),
  }
  // A running server has the provider connection in its cache.
  await payments.connections.find(store.id, 'sandbox')
  try {
    return await record(() => receiveCallback(payments, { storeId: store.id, provider: 'sandbox', callback }))
  } finally {
    await db.destroy()
  }
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
    ({ sql, parameters }) =>
      `${sql.replaceAll(/\$(\d+)/g, (_, i) => toSql(parameters[Number(i) - 1])).replaceAll(/--.*$/gm, '')};`,
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

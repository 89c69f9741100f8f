import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { formatId } from '../server/src/ids.ts'
import { openPayments } from '../server/src/payments/open-payments.ts'
import { receiveCallback } from '../server/src/payments/receive-callback.ts'
import { type BenchStore, CHECKOUT_PREFIX, checkoutOf, SECRET_KEYS } from './open-checkouts.ts'
import { signedCallback } from './signed-callback.ts'

export type Statement = { text: string; values: unknown[] }

/** What the product itself sends to the database for one callback, statement by statement. */
export async function recordStatements(databaseUrl: string, store: BenchStore, n: number): Promise<Statement[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  const payments = openPayments(database.app, readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS }))
  const { headers, body } = signedCallback(store, n)
  const callback = {
    body: Buffer.from(body),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    query: new URLSearchParams(),
    receivedAt: new Date(),
  }
  // The account is remembered after the first look, as it is in a server that runs.
  await payments.accounts.find(store.storeId, 'sandbox')
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const query = prototype.query
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    statements.push(statementOf(args))
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

function statementOf([first, second]: unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values } = first as { text: string; values?: unknown[] }
  return { text, values: values ?? [] }
}

/**
 * The same statements as a script that pays checkout after checkout of one store. Whatever was special to the recorded
 * checkout is written in terms of `:n`; everything else stays as the product sent it.
 */
export function toScript(
  statements: Statement[],
  { n, stores, known }: { n: number; stores: number; known: Set<string> },
): string {
  const checkoutId = checkoutOf(n)
  const made = new Map<string, string>()
  const numbered = (prefix: string) => `('${prefix}' || :n)`

  function expression(value: unknown): string {
    if (value === null || value === undefined) return 'null'
    if (Array.isArray(value)) return `'{${value.join(',')}}'`
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text === checkoutId) return `${numbered(CHECKOUT_PREFIX)}::uuid`
    if (text === formatId('chk', checkoutId)) return numbered('chk_')
    if (text === `evt_${n}`) return numbered('evt_')
    if (text === `player ${n}`) return numbered('player ')
    if (ID.test(text) && !known.has(text)) {
      if (!made.has(text)) made.set(text, `0193000${made.size + 1}-0000-7000-8000-`)
      return `${numbered(made.get(text) ?? '')}::uuid`
    }
    return `'${text.replaceAll("'", "''")}'`
  }
  const queries = statements.map(
    ({ text, values }) =>
      `${text.replaceAll(/\$(\d+)/g, (_, i) => expression(values[Number(i) - 1])).replaceAll(/--.*$/gm, '')};`,
  )
  // Every client counts for itself, and every script keeps to its store.
  return [`\\set k :k + 1`, `\\set n :base + (:client_id * :many + :k) * ${stores} + ${n % stores}`, ...queries].join(
    '\n',
  )
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/

import { query } from '../../e2e/kit/query.ts'
import type { Payment, Sale } from './load.ts'

type Acknowledged = { sales: readonly Sale[]; reported: readonly string[] }

/** Sentences about what was confirmed before the moment and is missing in the restored database. */
export async function findLost(url: string, { sales, reported }: Acknowledged): Promise<string[]> {
  const paid = new Set(await readIds(url, `select type_id('chk', id) as id from checkouts where state = 'paid'`))
  const processed = new Set(
    await readIds(url, `select type_id('cmd', id) as id from delivery_ledger where state = 'processed'`),
  )
  const pending = new Set(await readIds(url, `select type_id('cmd', id) as id from pending_deliveries`))
  return [
    ...sales.filter(({ checkoutId }) => !paid.has(checkoutId)).map(({ checkoutId }) => `the sale ${checkoutId}`),
    ...sales
      .flatMap(({ deliveryIds }) => deliveryIds)
      .filter((id) => !processed.has(id) && !pending.has(id))
      .map((id) => `the delivery ${id}`),
    ...reported.filter((id) => !processed.has(id)).map((id) => `the report of ${id}`),
  ]
}

/** How many of these sales the restored database has. */
export async function countPresent(url: string, sales: readonly Sale[]): Promise<number> {
  const ids = new Set(await readIds(url, `select type_id('chk', id) as id from checkouts where state <> 'open'`))
  return sales.filter(({ checkoutId }) => ids.has(checkoutId)).length
}

export async function readBuyers(url: string): Promise<Set<string>> {
  return new Set(await readIds(url, `select game_user_id as id from checkouts where state = 'paid'`))
}

export async function readPending(url: string, serverId: string): Promise<string[]> {
  return readIds(
    url,
    `select type_id('cmd', id) as id from pending_deliveries where type_id('srv', server_id) = $1 and hold_reason is null`,
    [serverId],
  )
}

/**
 * The sandbox keeps its records in the database, so the restore takes them away. A real provider remembers. Returns the
 * payments whose checkout was opened after the moment.
 */
export async function giveBackPayments(url: string, payments: readonly Payment[]): Promise<Payment[]> {
  const ids = await readIds(
    url,
    `with known as (select store_id, id from checkouts where type_id('chk', id) = any($1)),
       kept as (insert into sandbox_payments (store_id, checkout_id, paid) select store_id, id, true from known on conflict do nothing)
     select type_id('chk', id) as id from known`,
    [payments.map(({ checkoutId }) => checkoutId)],
  )
  return payments.filter(({ checkoutId }) => !ids.includes(checkoutId))
}

async function readIds(url: string, sql: string, values: unknown[] = []): Promise<string[]> {
  return (await query<{ id: string }>(url, sql, values)).map(({ id }) => id)
}

import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { networkOf } from '../../network-of.ts'
import type { Sealer } from '../../seal.ts'

const MAX_PIECES = 20
/** Of one product, also if its stock is small. Of more than these, the unpaid checkouts of a network hold at most half of the stock. */
const SMALL_PART = 5
/** Longer than a checkout stays open. Otherwise the same network could take the same stock again every hour. */
const HOLD_SECONDS = 6 * 3_600
const REPLACE_SECONDS = 3_600
const MAX_STORES = 1_000

type Held = { storeId: StoreId; checkoutId: CheckoutId }

/**
 * Records the limited stock that a new checkout has reserved. Refuses it if it and the unpaid checkouts of the same network hold more than a
 * part: somebody who wants all of it pays for it in several orders.
 */
export async function holdStock(
  tx: Tx,
  sealer: Sealer,
  { storeId, checkoutId, address, since }: Held & { address: string; since: Date | null },
): Promise<void> {
  const pieces = await countReserved(tx, { storeId, checkoutId })
  if (pieces === 0) return
  // An IPv6 client can rent a whole /48.
  const network = sealer.fingerprints(`stock ${networkOf(address, { v6: 48 })}`)[0]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${storeId} ${network.toString('hex')}`}, 0))`.execute(tx)
  const { rows } = await sql<{ held: number; seconds: number }>`
    select coalesce(sum(h.pieces), 0)::integer as held,
      ceil(extract(epoch from min(h.created_at) - now()) + ${HOLD_SECONDS})::integer as seconds
    from stock_holds h join checkouts c on c.store_id = h.store_id and c.id = h.checkout_id
    where h.store_id = ${storeId} and h.network = ${network} and c.state in ('open', 'abandoned')
      and h.created_at > now() - make_interval(secs => ${HOLD_SECONDS})`.execute(tx)
  const { held, seconds } = rows[0] ?? { held: 0, seconds: 0 }
  if (pieces > MAX_PIECES || (await holdsMostOf(tx, { storeId, checkoutId, network })))
    throw new AppError(
      'stock_held',
      `An unpaid order can hold ${MAX_PIECES} pieces of limited stock, and half of a product. Buy fewer at once, and the rest after you have paid.`,
    )
  if (held > 0 && held + pieces > MAX_PIECES)
    throw new AppError(
      'stock_held',
      `Unpaid orders from this network hold ${held} pieces of limited stock. Pay for them, or try again in ${seconds} s.`,
      { retryAfter: seconds },
    )
  await sql`
    insert into stock_holds (store_id, checkout_id, network, pieces, created_at)
    values (${storeId}, ${checkoutId}, ${network}, ${pieces}, coalesce(${since}, now()))`.execute(tx)
}

/** Whether the network holds too much of one product, with the new checkout. Its pieces are taken from the stock already. */
async function holdsMostOf(tx: Tx, { storeId, checkoutId, network }: Held & { network: Buffer }): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select product_id, sum(quantity) as quantity from checkout_lines
      where store_id = ${storeId} and checkout_id = ${checkoutId} and reserved group by product_id) n
    join products p on p.store_id = ${storeId} and p.id = n.product_id
    cross join lateral (
      select n.quantity + coalesce(sum(l.quantity), 0) as quantity from stock_holds h
      join checkouts c on c.store_id = h.store_id and c.id = h.checkout_id and c.state = 'open'
      join checkout_lines l on l.store_id = h.store_id and l.checkout_id = h.checkout_id and l.product_id = n.product_id and l.reserved
      where h.store_id = ${storeId} and h.network = ${network}) held
    where held.quantity > greatest(${SMALL_PART}, (p.stock + held.quantity) / 2) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * The buyer replaces the checkout by another one, so that it does not count. Returns since when it held stock. After an hour it counts;
 * otherwise a basket that is changed again and again could hold stock for ever.
 */
export async function releaseStock(tx: Tx, { storeId, checkoutId }: Held): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    delete from stock_holds
    where store_id = ${storeId} and checkout_id = ${checkoutId}
      and created_at > now() - make_interval(secs => ${REPLACE_SECONDS})
    returning created_at as since`.execute(tx)
  return rows[0]?.since ?? null
}

async function countReserved(tx: Tx, { storeId, checkoutId }: Held): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::integer as pieces from checkout_lines
    where store_id = ${storeId} and checkout_id = ${checkoutId} and reserved`.execute(tx)
  return rows[0]?.pieces ?? 0
}

/** Deletes what does not count any more, of all stores. */
export async function cleanHolds(app: Db, reader: ReaderDb): Promise<void> {
  const isOld = sql`created_at < now() - make_interval(secs => ${HOLD_SECONDS})`
  for (;;) {
    const { rows } = await sql<{ storeId: StoreId }>`
      select distinct store_id as "storeId" from (
        select store_id from stock_holds where ${isOld} limit ${MAX_STORES}) old`.execute(reader)
    for (const { storeId } of rows) {
      await inStore(app, storeId, (tx) =>
        sql`delete from stock_holds where store_id = ${storeId} and ${isOld}`.execute(tx),
      )
    }
    if (rows.length === 0) return
  }
}

import { type RawBuilder, sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'

const BATCH_SIZE = 1_000
/** A dispute can be opened for about four months. */
const PAID_DAYS = 180
/** As long as a basket can be submitted again, which returns the link to the order. */
const UNPAID_DAYS = 7

/** The receipts of renewals go to the address of the first order. */
const IS_RENEWED = sql`exists (
  select from subscriptions s where s.store_id = b.store_id and s.checkout_id = b.checkout_id and s.state <> 'ended')`

/** An index has only these buyers, by their age. */
const HAS_OLD_ADDRESS = sql`(b.email is not null or b.bought_by is not null)
  and b.created_at < now() - make_interval(days => ${PAID_DAYS}) and not ${IS_RENEWED}`

/** Another one has these. Nearly all of them are due: the token of an order with an address is deleted with its receipt. */
const HAS_OLD_TOKEN = sql`b.key_id is not null and b.created_at < now() - make_interval(days => ${UNPAID_DAYS})
  and (c.paid_at is null or b.email is null)`

/** Deletes the e-mail addresses of buyers, the names of givers and the tokens of links when nothing needs them any more. */
export async function forgetBuyers(app: Db, reader: ReaderDb): Promise<void> {
  await inBatches(app, reader, {
    // Oldest first, so the index is read no further than to the last one that is due.
    find: sql<Due>`
      select b.store_id as "storeId", b.checkout_id as "checkoutId" from checkout_buyers b
      where ${HAS_OLD_ADDRESS} order by b.created_at limit ${BATCH_SIZE}`,
    forget: (tx, { storeId, ids }) =>
      sql`
        update checkout_buyers b set email = null, bought_by = null, token_sealed = null, key_id = null
        where b.store_id = ${storeId} and b.checkout_id = any(${ids}::uuid[]) and ${HAS_OLD_ADDRESS}`.execute(tx),
  })
  await inBatches(app, reader, {
    find: sql<Due>`
      select b.store_id as "storeId", b.checkout_id as "checkoutId" from checkout_buyers b
      join checkouts c on c.store_id = b.store_id and c.id = b.checkout_id
      where ${HAS_OLD_TOKEN} order by b.created_at limit ${BATCH_SIZE}`,
    forget: (tx, { storeId, ids }) =>
      sql`
        update checkout_buyers b set token_sealed = null, key_id = null,
          email = case when c.paid_at is not null then b.email end, bought_by = case when c.paid_at is not null then b.bought_by end
        from checkouts c
        where b.store_id = ${storeId} and b.checkout_id = any(${ids}::uuid[]) and c.store_id = b.store_id and c.id = b.checkout_id
          and ${HAS_OLD_TOKEN}`.execute(tx),
  })
}

type Due = { storeId: StoreId; checkoutId: CheckoutId }

type Work = {
  find: RawBuilder<Due>
  forget: (tx: Tx, due: { storeId: StoreId; ids: CheckoutId[] }) => Promise<unknown>
}

async function inBatches(app: Db, reader: ReaderDb, { find, forget }: Work): Promise<void> {
  for (;;) {
    const { rows } = await find.execute(reader)
    for (const [storeId, due] of Map.groupBy(rows, (row) => row.storeId)) {
      await inStore(app, storeId, (tx) => forget(tx, { storeId, ids: due.map(({ checkoutId }) => checkoutId) }))
    }
    if (rows.length < BATCH_SIZE) return
  }
}

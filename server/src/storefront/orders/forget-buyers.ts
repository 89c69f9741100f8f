import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'

const MAX_ROWS = 1_000
/** A dispute can be opened for about four months. */
const PAID_DAYS = 180
const UNPAID_DAYS = 7

/** The receipts of renewals go to the address of the first order. */
const IS_RENEWED = sql`exists (
  select from subscriptions s where s.store_id = b.store_id and s.checkout_id = b.checkout_id and s.state <> 'ended')`

/** Deletes the e-mail addresses of buyers and the names of givers when nothing needs them any more. */
export async function forgetBuyers(app: Db, reader: ReaderDb): Promise<void> {
  const isOld = sql`(b.email is not null or b.bought_by is not null or b.token_sealed is not null)
    and (b.created_at < now() - make_interval(days => ${PAID_DAYS}) and not ${IS_RENEWED}
      or b.created_at < now() - make_interval(days => ${UNPAID_DAYS}) and c.paid_at is null)`
  for (;;) {
    const { rows } = await sql<{ storeId: StoreId }>`
      select distinct b.store_id as "storeId" from checkout_buyers b
      join checkouts c on c.store_id = b.store_id and c.id = b.checkout_id
      where b.created_at < now() - make_interval(days => ${UNPAID_DAYS})
        and (b.email is not null or b.bought_by is not null or b.key_id is not null)
        and (b.created_at < now() - make_interval(days => ${PAID_DAYS}) and not ${IS_RENEWED} or c.paid_at is null) limit ${MAX_ROWS}`.execute(
      reader,
    )
    for (const { storeId } of rows) {
      await inStore(app, storeId, (tx) =>
        sql`
          update checkout_buyers b set email = null, bought_by = null, token_sealed = null, key_id = null
          from checkouts c
          where b.store_id = ${storeId} and c.store_id = ${storeId} and c.id = b.checkout_id and ${isOld}`.execute(tx),
      )
    }
    if (rows.length === 0) return
  }
}

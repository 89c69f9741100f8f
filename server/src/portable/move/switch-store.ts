import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { CopySession } from '../copy-session.ts'

/**
 * The moment of the move: one transaction of the source. Before it commits, the source serves the store; afterwards the target does.
 * What requests are recognised by is kept for ever, so that they are forwarded.
 */
export async function switchStore(source: CopySession, storeId: StoreId, token: Buffer): Promise<void> {
  await source.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update store_moves set state = 'moved', changed_at = now()
      where id = ${storeId} and state = 'stopping' and token = ${token} returning id`.execute(tx)
    if (rows.length === 0)
      throw new AppError('conflict', 'The store serves again, because this move took too long. Run the command again.')
    await keepNames(tx, storeId)
    await endBackgroundWork(tx, storeId)
  })
}

/** What requests for the store are recognised by in a cell that forwards them. */
export async function keepNames(tx: CopySession, storeId: StoreId): Promise<void> {
  await sql`
    insert into moved_names (kind, name, id)
    select 'key', encode(key_hash, 'hex'), ${storeId}::uuid from server_keys where store_id = ${storeId} and revoked_at is null
    union all
    select 'token', encode(token_hash, 'hex'), ${storeId}::uuid from api_tokens where store_id = ${storeId} and revoked_at is null
    union all
    select case kind when 'label' then 'label' else 'host' end, host, ${storeId}::uuid from store_hosts
    where store_id = ${storeId} and proved_at is not null and removed_at is null
    on conflict (kind, name) do update set id = excluded.id`.execute(tx)
}

/** The rows stay for a while. Workers of this cell must not find work in them, because the target does it. */
async function endBackgroundWork(tx: CopySession, storeId: StoreId): Promise<void> {
  for (const statement of [
    sql`update pending_deliveries set retry_at = null where store_id = ${storeId} and retry_at is not null`,
    sql`update payments set reconcile_at = null where store_id = ${storeId} and reconcile_at is not null`,
    sql`update payment_refunds set retry_at = null where store_id = ${storeId} and retry_at is not null`,
    sql`update subscriptions set check_at = null, query_at = null, stop_at = null
        where store_id = ${storeId} and num_nonnulls(check_at, query_at, stop_at) > 0`,
    sql`update subscription_invoices set receipt_at = null where store_id = ${storeId} and receipt_at is not null`,
    sql`update sandbox_payments set next_callback_at = null where store_id = ${storeId} and next_callback_at is not null`,
    sql`update sandbox_subscriptions set next_charge_at = null, next_callback_at = null
        where store_id = ${storeId} and num_nonnulls(next_charge_at, next_callback_at) > 0`,
    sql`update redeliveries set state = 'stopped', finished_at = now() where store_id = ${storeId} and state = 'running'`,
    sql`delete from webhook_deliveries where store_id = ${storeId}`,
  ])
    await statement.execute(tx)
}

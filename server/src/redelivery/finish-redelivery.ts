import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { RedeliveryId, StoreId } from '../ids.ts'

/** Ends a running redelivery that the caller has locked, and stores its totals. */
export async function finishRedelivery(
  tx: Tx,
  { storeId, redeliveryId, as }: { storeId: StoreId; redeliveryId: RedeliveryId; as: 'done' | 'stopped' },
): Promise<void> {
  // The totals of a large redelivery take longer than the default timeout.
  await sql`select set_config('statement_timeout', '60s', true)`.execute(tx)
  await sql`
    with sent as (
      select count(distinct e.id)::integer as entitlements, count(distinct e.game_user_id)::integer as players
      from redelivery_items i
      join entitlements e on e.store_id = i.store_id and e.id = i.entitlement_id
      where i.store_id = ${storeId} and i.redelivery_id = ${redeliveryId})
    update redeliveries r set state = ${as}, finished_at = now(), entitlements = sent.entitlements, players = sent.players
    from sent
    where r.store_id = ${storeId} and r.id = ${redeliveryId}`.execute(tx)
}

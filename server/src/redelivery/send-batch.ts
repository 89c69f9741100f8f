import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, RedeliveryId, StoreId } from '../ids.ts'
import { finishRedelivery } from './finish-redelivery.ts'
import { holdEntitlements } from './hold-entitlements.ts'
import { queueAgain } from './queue-again.ts'
import type { RedeliveryState } from './redelivery.ts'
import { isChosen } from './verdicts.ts'

/** Entitlements that may be sent: so many are queued within a few dozen milliseconds, and that long their players' refunds wait. */
const BATCH = 300
/** Entitlements that are read on the way to them, so that a choice of few in a large store takes many short looks. */
const WINDOW = 3_000

type Asked = { storeId: StoreId; redeliveryId: RedeliveryId }

/**
 * `more`: there may be more. `over`: done, or stopped. `taken`: another process works on this redelivery. `blocked`:
 * somebody has the next entitlement in hand, and it has to be waited for alone.
 */
export type Progress = 'more' | 'over' | 'taken' | 'blocked'

/**
 * Queues the next few and moves the mark behind them, in one transaction: whatever dies, they are queued and the mark is
 * behind them, or neither. In the order of the entitlements, so that a player gets his things in the order in which he
 * first bought them.
 */
export async function sendBatch(tx: Tx, { alone, ...asked }: Asked & { alone: boolean }): Promise<Progress> {
  const { storeId, redeliveryId } = asked
  const { rows } = await sql<{ state: RedeliveryState; last_entitlement_id: EntitlementId }>`
    select state, last_entitlement_id from redeliveries where store_id = ${storeId} and id = ${redeliveryId}
    for no key update skip locked`.execute(tx)
  const [redelivery] = rows
  if (!redelivery) return 'taken'
  if (redelivery.state !== 'running') return 'over'
  const near = await nextWindow(tx, { ...asked, reached: redelivery.last_entitlement_id, most: alone ? 1 : BATCH })
  if (near.last === null) {
    await finishRedelivery(tx, { ...asked, as: 'done' })
    return 'over'
  }
  const held = await holdEntitlements(tx, { storeId, ids: near.live, waiting: alone })
  if (held.length === 0 && near.live.length > 0) return 'blocked'
  const reached = held.length === near.live.length ? near.last : (held.at(-1) ?? near.last)
  await queueAgain(tx, { ...asked, ids: [...near.ended.filter((id) => id <= reached), ...held] })
  await sql`
    update redeliveries set last_entitlement_id = ${reached} where store_id = ${storeId} and id = ${redeliveryId}`.execute(
    tx,
  )
  return 'more'
}

/** The chosen ones among the next entitlements: what has ended stays so and is only counted, the others may be sent. */
async function nextWindow(
  tx: Tx,
  { storeId, redeliveryId, reached, most }: Asked & { reached: EntitlementId; most: number },
): Promise<{ ended: EntitlementId[]; live: EntitlementId[]; last: EntitlementId | null }> {
  const { rows } = await sql<{ id: EntitlementId; live: boolean; chosen: boolean }>`
    with near as (
      select e.id, e.ended_at is null as live, ${isChosen} as chosen
      from entitlements e
      cross join (
        select product_ids, game_user_ids from redeliveries where store_id = ${storeId} and id = ${redeliveryId}) frame
      where e.store_id = ${storeId} and e.id > ${reached}
      order by e.id
      limit ${WINDOW}),
    numbered as (select *, count(*) filter (where live and chosen) over (order by id) as place from near)
    select id, live, chosen from numbered
    where place <= ${most} and (chosen or id = (select id from numbered where place <= ${most} order by id desc limit 1))
    order by id`.execute(tx)
  const chosen = rows.filter((row) => row.chosen)
  return {
    ended: chosen.filter((row) => !row.live).map((row) => row.id),
    live: chosen.filter((row) => row.live).map((row) => row.id),
    last: rows.at(-1)?.id ?? null,
  }
}

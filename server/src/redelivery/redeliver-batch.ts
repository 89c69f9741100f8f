import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, RedeliveryId, StoreId } from '../ids.ts'
import { finishRedelivery } from './finish-redelivery.ts'
import { lockEntitlements } from './lock-entitlements.ts'
import { enqueueRedelivery } from './enqueue-redelivery.ts'
import type { RedeliveryState } from './redelivery.ts'
import { isSelected } from './select-outcomes.ts'

/** A batch takes a few dozen milliseconds; refunds of its entitlements wait that long. */
const BATCH_SIZE = 300
/** The most entitlements that one batch reads, so that a small selection in a large store takes many short queries. */
const WINDOW_SIZE = 3_000

type RedeliveryKey = { storeId: StoreId; redeliveryId: RedeliveryId }

/**
 * `more`: continue with the next batch. `finished`: done or stopped. `locked`: another process runs this redelivery.
 * `blocked`: another transaction has locked the next entitlement. Call again with `single` to wait for it.
 */
export type Progress = 'more' | 'finished' | 'locked' | 'blocked'

/**
 * Enqueues the next entitlements and stores how far the redelivery has got, in one transaction, so that a crash neither
 * repeats nor skips any. Entitlements are processed in the order of their ids: players receive their products in the
 * order of purchase.
 */
export async function redeliverBatch(
  tx: Tx,
  { single, ...key }: RedeliveryKey & { single: boolean },
): Promise<Progress> {
  const { storeId, redeliveryId } = key
  const { rows } = await sql<{ state: RedeliveryState; last_entitlement_id: EntitlementId }>`
    select state, last_entitlement_id from redeliveries where store_id = ${storeId} and id = ${redeliveryId}
    for no key update skip locked`.execute(tx)
  const [redelivery] = rows
  if (!redelivery) return 'locked'
  if (redelivery.state !== 'running') return 'finished'
  const limit = single ? 1 : BATCH_SIZE
  const window = await readWindow(tx, { ...key, after: redelivery.last_entitlement_id, limit })
  if (window.last === null) {
    await finishRedelivery(tx, { ...key, as: 'done' })
    return 'finished'
  }
  const locked = await lockEntitlements(tx, { storeId, ids: window.active, wait: single })
  if (locked.length === 0 && window.active.length > 0) return 'blocked'
  const last = locked.length === window.active.length ? window.last : (locked.at(-1) ?? window.last)
  await enqueueRedelivery(tx, { ...key, ids: [...window.ended.filter((id) => id <= last), ...locked] })
  await sql`
    update redeliveries set last_entitlement_id = ${last} where store_id = ${storeId} and id = ${redeliveryId}`.execute(
    tx,
  )
  return 'more'
}

/** The selected entitlements among the next ones. Those that have ended are only counted. */
async function readWindow(
  tx: Tx,
  { storeId, redeliveryId, after, limit }: RedeliveryKey & { after: EntitlementId; limit: number },
): Promise<{ ended: EntitlementId[]; active: EntitlementId[]; last: EntitlementId | null }> {
  const { rows } = await sql<{ id: EntitlementId; active: boolean; selected: boolean }>`
    with next as (
      select e.id, e.ended_at is null as active, ${isSelected} as selected
      from entitlements e
      cross join (
        select product_ids, game_user_ids from redeliveries where store_id = ${storeId} and id = ${redeliveryId}) redelivery
      where e.store_id = ${storeId} and e.id > ${after}
      order by e.id
      limit ${WINDOW_SIZE}),
    numbered as (select *, count(*) filter (where active and selected) over (order by id) as place from next)
    select id, active, selected from numbered
    where place <= ${limit} and (selected or id = (select id from numbered where place <= ${limit} order by id desc limit 1))
    order by id`.execute(tx)
  const selected = rows.filter((row) => row.selected)
  return {
    ended: selected.filter((row) => !row.active).map((row) => row.id),
    active: selected.filter((row) => row.active).map((row) => row.id),
    last: rows.at(-1)?.id ?? null,
  }
}

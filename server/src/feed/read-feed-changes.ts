import { CompiledQuery } from 'kysely'
import type { ReaderDb, Tx } from '../db/database.ts'
import { type CheckoutId, type DeliveryId, parseId, type StoreId } from '../ids.ts'
import { CURSOR, type FeedCursor } from './feed-cursor.ts'
import type { FeedDelivery } from './read-feed-orders.ts'

/** With more new events than this, watchers are told that they may have missed some. */
const MAX_EVENTS = 1_000
const TYPES = ['checkout.paid', 'checkout.refunded', 'checkout.disputed', 'dispute.closed', 'delivery.held']

export type OpenDelivery = { storeId: StoreId; checkoutId: CheckoutId; deliveryId: DeliveryId; stamp: string }
type Changed = { storeId: StoreId; checkoutId: CheckoutId }

export type FeedChanges = {
  cursor: FeedCursor
  changed: Changed[]
  /** False if there were too many changes, or if they cannot be known. */
  isComplete: boolean
}

/** What a watcher sees of a delivery in the queue. It differs after every step. */
export function stampOf(delivery: FeedDelivery): string {
  const { state, failedAttemptCount, dispatchedAt, serverId } = delivery
  return `${state} ${failedAttemptCount} ${dispatchedAt !== null} ${serverId}`
}

// Transactions do not commit in the order in which they begin. New events are those of transactions that began after the
// snapshot, and of those that were in progress then and are visible now. The upper bound excludes transaction ids of
// another cluster, which a database restored from a dump contains.
const STATEMENT = `
  with recorded as (
    (select store_id, body from events
     where recorded_xid >= pg_snapshot_xmax($1::pg_snapshot) and recorded_xid < pg_snapshot_xmax(pg_current_snapshot())
       and store_id = any ($2::uuid[]) and type = any ($3::text[])
     order by recorded_xid limit ${MAX_EVENTS + 1})
    union all
    (select store_id, body from events
     where recorded_xid = any (array(select pg_snapshot_xip($1::pg_snapshot)))
       and store_id = any ($2::uuid[]) and type = any ($3::text[]) limit ${MAX_EVENTS + 1})
  ), moved as (
    select o.id
    from unnest($4::uuid[], $5::uuid[], $6::text[]) as o (store_id, id, stamp)
    left join pending_deliveries p on p.store_id = o.store_id and p.id = o.id
    where o.stamp is distinct from case when p.id is not null then concat_ws(' ',
      case when p.hold_reason is not null then 'held' when p.retry_at is not null then 'retrying' else 'pending' end, p.attempts,
      (p.dispatched_at is not null)::text, coalesce(p.server_id::text, 'null')) end
  )
  select ${CURSOR}, (select json_agg(json_build_object('storeId', store_id, 'checkoutId', body::json->'data'->>'checkoutId'))
    from recorded) as recorded, array(select id from moved) as moved`

type Row = FeedCursor & { recorded: { storeId: StoreId; checkoutId: string }[] | null; moved: DeliveryId[] }

/** Which orders of some stores changed since the cursor: by events, or because one of their open deliveries took a step. */
export async function readFeedChanges(
  db: ReaderDb | Tx,
  { since, storeIds, open = [] }: { since: FeedCursor; storeIds: StoreId[]; open?: OpenDelivery[] },
): Promise<FeedChanges> {
  const { rows } = await db.executeQuery<Row>(
    CompiledQuery.raw(STATEMENT, [
      since.snapshot,
      storeIds,
      TYPES,
      open.map(({ storeId }) => storeId),
      open.map(({ deliveryId }) => deliveryId),
      open.map(({ stamp }) => stamp),
    ]),
  )
  const row = rows[0]
  if (!row) throw new Error('the database returned no row')
  const { recorded, moved, history, snapshot } = row
  const hasMoved = new Set(moved)
  const changed = new Map<CheckoutId, Changed>()
  for (const { storeId, checkoutId: text } of recorded ?? []) {
    const checkoutId = parseId<CheckoutId>('chk', text)
    if (checkoutId) changed.set(checkoutId, { storeId, checkoutId })
  }
  for (const { storeId, checkoutId, deliveryId } of open)
    if (hasMoved.has(deliveryId)) changed.set(checkoutId, { storeId, checkoutId })
  return {
    cursor: { history, snapshot },
    changed: [...changed.values()],
    isComplete: history === since.history && (recorded?.length ?? 0) <= MAX_EVENTS,
  }
}

/** The cursor behind everything that is visible now. */
export async function readFeedCursor(db: ReaderDb | Tx): Promise<FeedCursor> {
  const { rows } = await db.executeQuery<FeedCursor>(CompiledQuery.raw(`select ${CURSOR}`, []))
  if (!rows[0]) throw new Error('the database returned no row')
  return rows[0]
}

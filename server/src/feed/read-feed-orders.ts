import { type RawBuilder, sql } from 'kysely'
import type { DeliveryState, DeliveryType } from '../delivery/delivery.ts'
import { QUEUE_STATE } from '../delivery/read/read-deliveries.ts'
import type { ReaderDb, Tx } from '../db/database.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../ids.ts'

/** A watcher sees the state of an order, not each of the hundreds of deliveries that one can have. */
const MAX_DELIVERIES = 50

export type FeedDelivery = {
  id: DeliveryId
  type: DeliveryType
  lineNos: number[]
  serverId: GameServerId | null
  serverName: string | null
  state: DeliveryState
  holdReason: 'failed' | 'uncertain' | 'withdrawn' | null
  requiresOnline: boolean
  failedAttemptCount: number
  /** Times are as on the wire. */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
}

export type FeedOrder = {
  storeId: StoreId
  id: CheckoutId
  state: 'paid' | 'refunded' | 'disputed'
  gameUserId: string
  currency: string
  paidAt: string
  lines: {
    lineNo: number
    name: string
    variantName: string | null
    quantity: number
    priceMinor: number
    paidMinor: number
    refundedAt: string | null
  }[]
  deliveries: FeedDelivery[]
}

const LINES = sql`
  select json_agg(json_build_object('lineNo', l.line_no, 'name', l.name, 'variantName', l.variant_name, 'quantity', l.quantity,
    'priceMinor', l.price_minor, 'paidMinor', paid_minor(l), 'refundedAt', wire_time(l.refunded_at)) order by l.line_no)
  from checkout_lines l where l.store_id = c.store_id and l.checkout_id = c.id`

const DELIVERIES = sql`
  select coalesce(json_agg(json_build_object('id', d.id, 'type', d.delivery_type, 'lineNos', d.line_nos, 'serverId', d.server_id,
    'serverName', g.name, 'state', d.state, 'holdReason', d.hold_reason, 'requiresOnline', d.requires_online,
    'failedAttemptCount', d.attempts, 'createdAt', wire_time(d.created_at), 'dispatchedAt', wire_time(d.dispatched_at),
    'finishedAt', wire_time(d.finished_at)) order by d.id), '[]')
  from (
    (select id, delivery_type, line_nos, server_id, ${QUEUE_STATE} as state, hold_reason, requires_online, attempts, created_at,
      dispatched_at, null::timestamptz as finished_at
     from pending_deliveries p where p.store_id = c.store_id and p.checkout_id = c.id limit ${sql.lit(MAX_DELIVERIES)})
    union all
    (select id, delivery_type, line_nos, server_id, state, null, false, 0, created_at, dispatched_at, finished_at
     from delivery_ledger f where f.store_id = c.store_id and f.checkout_id = c.id limit ${sql.lit(MAX_DELIVERIES)})
  ) d left join game_servers g on g.store_id = c.store_id and g.id = d.server_id`

/** The orders of some stores as they are now. Orders that are not paid are left out. */
export function readFeedOrders(
  db: ReaderDb | Tx,
  wanted: { storeId: StoreId; checkoutId: CheckoutId }[],
): Promise<FeedOrder[]> {
  if (wanted.length === 0) return Promise.resolve([])
  return select(
    db,
    sql`unnest(${wanted.map(({ storeId }) => storeId)}::uuid[], ${wanted.map(({ checkoutId }) => checkoutId)}::uuid[])
      as w (store_id, id) join checkouts c on c.store_id = w.store_id and c.id = w.id where c.paid_at is not null`,
  )
}

/** The orders that were opened last. The feed shows these, and follows the deliveries of these. */
export function readLatestOrders(db: ReaderDb | Tx, storeId: StoreId, limit: number): Promise<FeedOrder[]> {
  return select(
    db,
    sql`(select store_id, id, state, game_user_id, currency, paid_at from checkouts
      where store_id = ${storeId} and paid_at is not null and imported_from is null order by id desc limit ${limit}) c`,
  )
}

async function select(db: ReaderDb | Tx, from: RawBuilder<unknown>): Promise<FeedOrder[]> {
  const { rows } = await sql<FeedOrder>`
    select c.store_id as "storeId", c.id, c.state, c.game_user_id as "gameUserId", c.currency, wire_time(c.paid_at) as "paidAt",
      (${LINES}) as lines, (${DELIVERIES}) as deliveries
    from ${from}`.execute(db)
  return rows.sort((a, b) => (a.paidAt < b.paidAt ? -1 : 1))
}

import { sql } from 'kysely'
import { type Ban, BAN_COLUMNS } from '../bans/ban.ts'
import type { CheckoutState } from '../checkouts/checkout.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, EntitlementId, ProductId, StoreId } from '../ids.ts'
import { isPlayerNamed } from '../storefront/identity/unnamed-players.ts'
import { selectPlayerRows, type PlayerRow } from './select-player-rows.ts'

export type PlayerKey = { storeId: StoreId; gameUserId: string }

type PlayerCheckout = {
  id: CheckoutId
  state: CheckoutState
  reference: string | null
  currency: string
  totalMinor: number
  createdAt: Date
  paidAt: Date | null
  refundedAt: Date | null
  disputedAt: Date | null
}

type PlayerEntitlement = {
  id: EntitlementId
  productId: ProductId
  productName: string
  /** Null means for ever. */
  until: Date | null
  endedAt: Date | null
  endedBy: 'refund' | 'expiry' | null
}

export type Player = PlayerRow & {
  /** Newest first. */
  checkouts: PlayerCheckout[]
  /** Active ones first, then newest first. */
  entitlements: PlayerEntitlement[]
  deliveries: { pending: number; retrying: number; held: number }
  ban: Ban | null
  /** Whether pages may name the player. */
  isNamed: boolean
}

const MAX_ROWS = 50
const MAX_SUMMED_CHECKOUTS = 10_000

/** A player with checkouts, entitlements, pending deliveries and ban. */
export async function showPlayer(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<Player> {
  const page = sql`select ${gameUserId}::text as id`
  const { rows } = await selectPlayerRows({ storeId, page, maxCheckouts: MAX_SUMMED_CHECKOUTS }).execute(tx)
  const ban = await banOf(tx, { storeId, gameUserId })
  const [statistics] = rows
  if (!statistics || (statistics.firstSeenAt === null && ban === null)) {
    throw new AppError('not_found', 'No such player in this store')
  }
  return {
    ...statistics,
    checkouts: await checkoutsOf(tx, { storeId, gameUserId }),
    entitlements: await entitlementsOf(tx, { storeId, gameUserId }),
    deliveries: await countPending(tx, { storeId, gameUserId }),
    ban,
    isNamed: await isPlayerNamed(tx, { storeId, gameUserId }),
  }
}

async function banOf(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<Ban | null> {
  const { rows } = await sql<Ban>`
    select ${BAN_COLUMNS} from player_bans where store_id = ${storeId} and game_user_id = ${gameUserId}`.execute(tx)
  return rows[0] ?? null
}

async function checkoutsOf(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<PlayerCheckout[]> {
  const { rows } = await sql<PlayerCheckout>`
    select c.id, c.state, c.reference, c.currency, c.created_at as "createdAt", c.paid_at as "paidAt",
      c.refunded_at as "refundedAt", c.disputed_at as "disputedAt", (
        select sum(paid_minor(l))::bigint from checkout_lines l
        where l.store_id = c.store_id and l.checkout_id = c.id) as "totalMinor"
    from checkouts c where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}
    order by c.id desc limit ${MAX_ROWS}`.execute(tx)
  return rows
}

/** Found through the checkouts of the player, because entitlements have no index on players. */
async function entitlementsOf(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<PlayerEntitlement[]> {
  const { rows } = await sql<PlayerEntitlement>`
    select e.id, e.product_id as "productId", p.name as "productName", e.ended_at as "endedAt", e.ended_by as "endedBy",
      case when e.until < 'infinity' then e.until end as until
    from entitlements e join products p on p.store_id = e.store_id and p.id = e.product_id
    where e.store_id = ${storeId} and e.id in (
      select g.entitlement_id from checkouts c join grants g on g.store_id = c.store_id and g.checkout_id = c.id
      where c.store_id = ${storeId} and c.game_user_id = ${gameUserId})
    order by e.ended_at is not null, e.id desc limit ${MAX_ROWS}`.execute(tx)
  return rows
}

async function countPending(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<Player['deliveries']> {
  const { rows } = await sql<Player['deliveries']>`
    select count(*) filter (where p.hold_reason is null and p.retry_at is null)::integer as pending,
      count(p.retry_at)::integer as retrying, count(p.hold_reason)::integer as held
    from checkouts c join pending_deliveries p on p.store_id = c.store_id and p.checkout_id = c.id
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}`.execute(tx)
  return rows[0] ?? { pending: 0, retrying: 0, held: 0 }
}

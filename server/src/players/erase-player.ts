import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isBanActive } from '../bans/ban.ts'
import type { Tx } from '../db/database.ts'
import { moveToCancelled } from '../delivery/ledger/move-to-cancelled.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, DeliveryId } from '../ids.ts'
import type { PlayerKey } from './show-player.ts'

export type ErasedPlayer = {
  /** Replaces the player's id everywhere in the store. */
  pseudonym: string
  checkouts: number
  /** How many pending deliveries were cancelled. */
  cancelled: number
}

/** The text of all events of a store is searched. */
const STATEMENT_TIMEOUT = '60s'

/**
 * Replaces a player's id by a pseudonym everywhere in the store, so that amounts and counts stay correct. Throws while
 * deliveries or expiries are pending, unless `cancelPending` is set.
 */
export async function erasePlayer(
  tx: Tx,
  { storeId, gameUserId, cancelPending }: PlayerKey & { cancelPending: boolean },
): Promise<ErasedPlayer> {
  const key = { storeId, gameUserId }
  const checkoutIds = await lockPlayer(tx, key)
  await requireErasable(tx, { ...key, checkoutIds })
  const pendingIds = await lockPendingDeliveries(tx, { ...key, checkoutIds })
  if (!cancelPending) requireNothingPending(pendingIds.length, await countExpiring(tx, { ...key, checkoutIds }))
  const cancelled = await moveToCancelled(tx, { storeId, ids: pendingIds, by: 'operator' })
  const pseudonym = newPseudonym()
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(tx)
  await sql`select erase_player(${storeId}, ${gameUserId}, ${pseudonym})`.execute(tx)
  return { pseudonym, checkouts: checkoutIds.length, cancelled: cancelled.length }
}

/**
 * Locks the checkouts of the player and then their entitlements, in the order of every transaction, so that refunds,
 * callbacks, expiries and resends wait. A new sale is detected by reading the checkouts again.
 */
async function lockPlayer(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<CheckoutId[]> {
  const readCheckoutIds = async (lock = sql``) => {
    const { rows } = await sql<{ id: CheckoutId }>`
      select id from checkouts where store_id = ${storeId} and game_user_id = ${gameUserId} order by id ${lock}`.execute(
      tx,
    )
    return rows.map((row) => row.id)
  }
  const locked = await readCheckoutIds(sql`for no key update`)
  await sql`
    select from entitlements where store_id = ${storeId} and game_user_id = ${gameUserId} and id in (
      select entitlement_id from grants where store_id = ${storeId} and checkout_id = any(${locked}::uuid[]))
    order by id for no key update`.execute(tx)
  if ((await readCheckoutIds()).length !== locked.length) {
    throw new AppError('conflict', 'The player is buying something now. Try again in a moment.')
  }
  return locked
}

type LockedPlayer = PlayerKey & { checkoutIds: CheckoutId[] }

/** Throws while a payment or a refund is under way, and while the player is banned. */
async function requireErasable(tx: Tx, { storeId, gameUserId, checkoutIds }: LockedPlayer): Promise<void> {
  const { rows } = await sql<{ open: boolean; refunding: boolean; known: boolean; banned: boolean | null }>`
    select
      exists (select from checkouts where store_id = ${storeId} and id = any(${checkoutIds}::uuid[]) and state = 'open') as open,
      exists (select from payment_refunds
        where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[]) and state = 'requested') as refunding,
      exists (select from checkout_buyers where store_id = ${storeId} and bought_by = ${gameUserId})
        or exists (select from baskets where store_id = ${storeId} and ${gameUserId} in (game_user_id, recipient))
        or exists (select from player_sessions where store_id = ${storeId} and game_user_id = ${gameUserId})
        or exists (select from unnamed_players where store_id = ${storeId} and game_user_id = ${gameUserId}) as known,
      (select ${isBanActive} from player_bans where store_id = ${storeId} and game_user_id = ${gameUserId}) as banned`.execute(
    tx,
  )
  const [found] = rows
  if (checkoutIds.length === 0 && found?.known !== true && (found?.banned ?? null) === null) {
    throw new AppError('not_found', 'No such player in this store')
  }
  if (found?.open === true) {
    throw new AppError('conflict', 'A checkout of this player can still be paid. Wait until it is paid or abandoned.')
  }
  if (found?.refunding === true) {
    throw new AppError('conflict', 'A refund of this player is still running. Wait until it is done.')
  }
  if (found?.banned === true) {
    throw new AppError(
      'conflict',
      'Lift the ban before you erase this player. An erased player cannot be recognised, so the ban would have no effect.',
    )
  }
}

async function lockPendingDeliveries(tx: Tx, { storeId, checkoutIds }: LockedPlayer): Promise<DeliveryId[]> {
  const { rows } = await sql<{ id: DeliveryId }>`
    select id from pending_deliveries where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])
    order by position for update`.execute(tx)
  return rows.map((row) => row.id)
}

/** Active entitlements that will end with an EXPIRE. */
async function countExpiring(tx: Tx, { storeId, checkoutIds }: LockedPlayer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct e.id)::integer as count from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = any(${checkoutIds}::uuid[]) and g.expire_product is not null
      and g.revoked_at is null and e.ended_at is null and e.until < 'infinity'`.execute(tx)
  return rows[0]?.count ?? 0
}

function requireNothingPending(deliveries: number, expiring: number): void {
  if (deliveries + expiring === 0) return
  throw new AppError(
    'conflict',
    `This player has ${deliveries} pending deliveries and ${expiring} entitlements that will expire. ` +
      'Wait for them, or set cancelPending to cancel them.',
  )
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 random bits, not derived from the player's id. */
function newPseudonym(): string {
  return `erased-${[...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31)).join('')}`
}

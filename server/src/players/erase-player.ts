import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isBanActive } from '../bans/ban.ts'
import type { Tx } from '../db/database.ts'
import { moveToCancelled } from '../delivery/ledger/move-to-cancelled.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, DeliveryId } from '../ids.ts'
import type { PlayerKey } from './show-player.ts'

export type ErasedPlayer = {
  /** What stands in the player's place now, everywhere in the store. */
  pseudonym: string
  checkouts: number
  /** Deliveries that were given up. */
  cancelled: number
}

/** Stores keep a month of events, and all of them are looked through. */
const PATIENCE = '60s'

/**
 * Forgets who a player is: a pseudonym stands in their place, so that money, counts and everything that was given stay right, and
 * nothing leads back to them. Refused while something is still on its way to them, because nobody would get it; what
 * can be given up is given up when `cancelPending` says so.
 */
export async function erasePlayer(
  tx: Tx,
  { storeId, gameUserId, cancelPending }: PlayerKey & { cancelPending: boolean },
): Promise<ErasedPlayer> {
  const key = { storeId, gameUserId }
  const checkoutIds = await holdPlayer(tx, key)
  await requireQuiet(tx, { ...key, checkoutIds })
  const waiting = await holdWaiting(tx, { ...key, checkoutIds })
  if (!cancelPending) requireNothingWaits(waiting.deliveryIds.length, await countRunning(tx, { ...key, checkoutIds }))
  const cancelled = await moveToCancelled(tx, { storeId, ids: waiting.deliveryIds, by: 'operator' })
  const pseudonym = newPseudonym()
  await sql`select set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
  await sql`select erase_player(${storeId}, ${gameUserId}, ${pseudonym})`.execute(tx)
  return { pseudonym, checkouts: checkoutIds.length, cancelled: cancelled.length }
}

/**
 * Purchases first, then what they feed, as everyone takes them: refunds, callbacks, expiries and resends of this player wait,
 * and nobody else does. A sale that was faster than the second lock has fed what we hold; it is seen when we look again.
 */
async function holdPlayer(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<CheckoutId[]> {
  const purchases = async (lock = sql``) => {
    const { rows } = await sql<{ id: CheckoutId }>`
      select id from checkouts where store_id = ${storeId} and game_user_id = ${gameUserId} order by id ${lock}`.execute(
      tx,
    )
    return rows.map((row) => row.id)
  }
  const held = await purchases(sql`for no key update`)
  await sql`
    select from entitlements where store_id = ${storeId} and game_user_id = ${gameUserId} and id in (
      select entitlement_id from grants where store_id = ${storeId} and checkout_id = any(${held}::uuid[]))
    order by id for no key update`.execute(tx)
  if ((await purchases()).length !== held.length) {
    throw new AppError('conflict', 'The player is buying something just now; try again in a moment')
  }
  return held
}

type Held = PlayerKey & { checkoutIds: CheckoutId[] }

/** What nobody can give up for them: money that may still arrive or is on its way back, and a ban that must know its player. */
async function requireQuiet(tx: Tx, { storeId, gameUserId, checkoutIds }: Held): Promise<void> {
  const { rows } = await sql<{ open: boolean; refunding: boolean; banned: boolean | null }>`
    select
      exists (select from checkouts where store_id = ${storeId} and id = any(${checkoutIds}::uuid[]) and state = 'open') as open,
      exists (select from payment_refunds
        where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[]) and state = 'requested') as refunding,
      (select ${isBanActive} from player_bans where store_id = ${storeId} and game_user_id = ${gameUserId}) as banned`.execute(
    tx,
  )
  const [found] = rows
  if (checkoutIds.length === 0 && (found?.banned ?? null) === null) {
    throw new AppError('not_found', 'No such player in this store')
  }
  if (found?.open === true) {
    throw new AppError('conflict', 'A checkout of this player can still be paid; wait until it is paid or given up')
  }
  if (found?.refunding === true) {
    throw new AppError('conflict', 'A refund of this player is still under way; wait until it is done')
  }
  if (found?.banned === true) {
    throw new AppError('conflict', 'This player is banned; lift the ban first: nobody recognises whom he has forgotten')
  }
}

async function holdWaiting(tx: Tx, { storeId, checkoutIds }: Held): Promise<{ deliveryIds: DeliveryId[] }> {
  const { rows } = await sql<{ id: DeliveryId }>`
    select id from pending_deliveries where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])
    order by position for update`.execute(tx)
  return { deliveryIds: rows.map((row) => row.id) }
}

/** What ends by itself some day, and has to be taken away in the game then. */
async function countRunning(tx: Tx, { storeId, checkoutIds }: Held): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct e.id)::integer as count from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = any(${checkoutIds}::uuid[]) and g.expire_product is not null
      and g.revoked_at is null and e.ended_at is null and e.until < 'infinity'`.execute(tx)
  return rows[0]?.count ?? 0
}

function requireNothingWaits(commands: number, running: number): void {
  if (commands + running === 0) return
  throw new AppError(
    'conflict',
    `${commands} deliveries wait for this player and ${running} things are to be taken from them when their time is over; ` +
      'wait for it, or give it up by erasing with cancelPending',
  )
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 bits by chance: nothing about the player is in it. */
function newPseudonym(): string {
  return `erased-${[...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31)).join('')}`
}

import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { inForce } from '../../bans/ban.ts'

type Buyer = { storeId: StoreId; gameUserId: string }

/** What stands against a sale, for who asks whether it was made before: the same sale again is no new one. */
export type SellingStore = { currency: string; requireOpen: () => void }

/**
 * The store's currency, and whether it sells to this player. An expired subscription and a ban stop new sales; they
 * never stop the delivery of what was paid.
 */
export async function sellingStore(tx: Tx, { storeId, gameUserId }: Buyer): Promise<SellingStore> {
  const { rows } = await sql<{ currency: string; expired: boolean; banned: boolean }>`
    select currency, coalesce(expires_at <= now(), false) as expired, exists (
      select from player_bans
      where store_id = ${storeId} and game_user_id = ${gameUserId} and ${inForce}) as banned
    from stores where id = ${storeId}`.execute(tx)
  const [store] = rows
  if (!store) throw new AppError('not_found', 'No such store')
  return {
    currency: store.currency,
    requireOpen() {
      if (store.expired) {
        throw new AppError('subscription_expired', "The store's subscription has expired; renew it to sell again")
      }
      if (store.banned) throw new AppError('player_banned', 'This player is banned; lift the ban to sell to them again')
    },
  }
}

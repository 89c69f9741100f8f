import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'

/** The store's currency, and whether it may still sell. An expired subscription stops new sales; it never stops the delivery of what was paid. */
export async function storeToSellIn(tx: Tx, storeId: StoreId): Promise<{ currency: string; expired: boolean }> {
  const store = await tx
    .selectFrom('stores')
    .select(['currency', sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired')])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!store) throw new AppError('not_found', 'No such store')
  return store
}

export function subscriptionExpired(): AppError {
  return new AppError('subscription_expired', "The store's subscription has expired; renew it to sell again")
}

import { sql } from 'kysely'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import { listEntitlements } from '../../checkouts/read/list-entitlements.ts'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, ProductId, StoreId } from '../../ids.ts'
import { listSubscriptions, type ShownSubscription } from '../../subscriptions/read-subscriptions.ts'

const MAX_ORDERS = 50
const MAX_ITEMS = 100

type OwnedOrder = {
  id: CheckoutId
  state: CheckoutState
  createdAt: Date
  lines: { name: string; quantity: number }[]
  totalMinor: number
}

export type Owned = {
  orders: OwnedOrder[]
  items: { productId: ProductId; name: string; until: Date | null }[]
  /** Those that have not ended. */
  subscriptions: ShownSubscription[]
}

/** What a player has ordered or was given, newest first, and what they own now. Orders that no one paid are left out. */
export async function readOwned(
  tx: Tx,
  { storeId, gameUserId }: { storeId: StoreId; gameUserId: string },
): Promise<Owned> {
  const { rows: orders } = await sql<OwnedOrder>`
    select c.id, c.state, c.created_at as "createdAt", l.lines, l.total::bigint as "totalMinor" from checkouts c
    cross join lateral (
      select coalesce(json_agg(json_build_object('name', concat_ws(', ', name, variant_name), 'quantity', quantity)
          order by line_no), '[]') as lines, coalesce(sum(paid_minor(checkout_lines)), 0) as total
      from checkout_lines where store_id = c.store_id and checkout_id = c.id) l
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId} and c.paid_at is not null and c.imported_from is null
    order by c.id desc limit ${MAX_ORDERS}`.execute(tx)
  const { entitlements } = await listEntitlements(tx, { storeId, gameUserId, state: 'active', limit: MAX_ITEMS })
  const items = entitlements.map(({ productId, productName, until }) => ({ productId, name: productName, until }))
  const found = await listSubscriptions(tx, { storeId, gameUserId, limit: MAX_ITEMS })
  const subscriptions = found.filter(({ state }) => state !== 'pending' && state !== 'ended')
  return { orders, items, subscriptions }
}

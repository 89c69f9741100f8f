import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { keysetPage } from '../../db/keyset-page.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { noDeliveryBefore } from '../../delivery/read/no-delivery-before.ts'
import { requireText } from '../../text.ts'
import type { CheckoutState } from '../checkout.ts'
import { type CheckoutFilter, chooseCheckoutSource, matchCheckout } from './choose-checkout-source.ts'

export type FoundCheckout = {
  id: CheckoutId
  state: CheckoutState
  gameUserId: string
  reference: string | null
  currency: string
  totalMinor: number
  lineCount: number
  createdAt: Date
  paidAt: Date | null
  refundedAt: Date | null
  disputedAt: Date | null
  /** The platform that it was imported from. */
  importedFrom: string | null
  /** How many deliveries of all types are in each state. */
  deliveries: { pending: number; processed: number; held: number }
}

export type CheckoutPage = { checkouts: FoundCheckout[]; next: CheckoutId | null }

/** The checkouts of a store, newest first. A page can be short or empty and still have a next one: see `keysetPage`. */
export async function searchCheckouts(
  tx: Tx,
  { limit, ...filter }: CheckoutFilter & { limit: number },
): Promise<CheckoutPage> {
  for (const text of [filter.gameUserId, filter.reference, filter.search]) {
    if (text !== undefined) requireText('The search text', text, { max: 255 })
  }
  const { ids: source, covers } = await chooseCheckoutSource(tx, filter)
  const keep = matchCheckout(covers ? { ...filter, [covers]: undefined } : filter)
  const { ids, next } = await keysetPage<CheckoutId>(tx, { source, keep, limit })
  return { checkouts: ids.length === 0 ? [] : await readCheckouts(tx, { storeId: filter.storeId, ids }), next }
}

async function readCheckouts(
  tx: Tx,
  { storeId, ids }: { storeId: StoreId; ids: CheckoutId[] },
): Promise<FoundCheckout[]> {
  const { rows } = await sql<Omit<FoundCheckout, 'deliveries'> & FoundCheckout['deliveries']>`
    select c.*, l.*, w.*, d.*
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    cross join lateral (
      select id, state, game_user_id as "gameUserId", reference, currency, created_at as "createdAt", paid_at as "paidAt",
        refunded_at as "refundedAt", disputed_at as "disputedAt", imported_from as "importedFrom"
      from checkouts where store_id = ${storeId} and id = wanted.id offset 0) c
    cross join lateral (
      select count(*)::integer as "lineCount", coalesce(sum(paid_minor(checkout_lines)), 0)::bigint as "totalMinor"
      from checkout_lines where store_id = ${storeId} and checkout_id = wanted.id) l
    cross join lateral (
      select count(*) filter (where hold_reason is null)::integer as pending, count(hold_reason)::integer as held
      from pending_deliveries where store_id = ${storeId} and checkout_id = wanted.id) w
    cross join lateral (
      select count(*)::integer as processed from delivery_ledger
      where store_id = ${storeId} and checkout_id = wanted.id and state = 'processed'
        and id >= first_id_at(${noDeliveryBefore(ids)}::timestamptz)) d
    order by wanted.place`.execute(tx)
  return rows.map(({ pending, processed, held, ...checkout }) => ({
    ...checkout,
    deliveries: { pending, processed, held },
  }))
}

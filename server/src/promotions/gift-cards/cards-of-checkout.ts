import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, GiftCardId, StoreId } from '../../ids.ts'
import { CARD_STATE, type CardState } from './read-cards.ts'

export type SoldCard = {
  id: GiftCardId
  lineNo: number
  hint: string | null
  state: CardState
  valueMinor: number
}

export type CheckoutCards = {
  paidWith: { id: GiftCardId; hint: string | null } | null
  sold: SoldCard[]
}

/** The gift card that a checkout was paid with, and those that were bought in it. */
export async function cardsOfCheckout(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<CheckoutCards> {
  const { rows: paidWith } = await sql<{ id: GiftCardId; hint: string | null }>`
    select distinct g.id, g.hint from gift_card_entries e join gift_cards g on g.store_id = e.store_id and g.id = e.card_id
    where e.store_id = ${storeId} and e.checkout_id = ${checkoutId} and e.kind = 'spent'`.execute(tx)
  const { rows: sold } = await sql<SoldCard>`
    select g.id, coalesce(g.line_no, 0) as "lineNo", g.hint, ${CARD_STATE} as state, g.value_minor as "valueMinor" from gift_cards g
    where g.store_id = ${storeId} and g.checkout_id = ${checkoutId} order by g.line_no, g.unit`.execute(tx)
  return { paidWith: paidWith[0] ?? null, sold }
}

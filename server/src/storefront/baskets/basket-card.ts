import type { Tx } from '../../db/database.ts'
import type { GiftCardId, StoreId } from '../../ids.ts'
import { readSpendable, type SpendableCard } from '../../promotions/gift-cards/read-cards.ts'
import type { Basket } from './basket.ts'

/** `leftMinor` is what stays on the card after this order. */
export type BasketCard = {
  id: GiftCardId
  hint: string
  paysMinor: number
  leftMinor: number
  problem: CardProblem | null
}

/** Why a gift card pays nothing. */
type CardProblem = 'gift_card_not_valid' | 'gift_card_used_up' | 'gift_card_not_for_these'

/** The open checkout of this basket would be replaced, so what it has taken is on the card again. */
export async function findCard(
  tx: Tx,
  { storeId, basket }: { storeId: StoreId; basket: Basket },
): Promise<SpendableCard | undefined> {
  const { giftCardId: cardId, checkoutId } = basket
  return cardId === null ? undefined : readSpendable(tx, { storeId, cardId, checkoutId })
}

export function toCard({ id, hint, isUsable, balanceMinor }: SpendableCard, paysMinor: number): BasketCard {
  const problem = !isUsable
    ? 'gift_card_not_valid'
    : balanceMinor === 0
      ? 'gift_card_used_up'
      : paysMinor === 0
        ? 'gift_card_not_for_these'
        : null
  return { id, hint, paysMinor, leftMinor: balanceMinor - paysMinor, problem }
}

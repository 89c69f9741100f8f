import type { Tx } from '../../db/database.ts'
import { type CheckoutId, type DiscountCodeId, type GiftCardId, newId, type StoreId } from '../../ids.ts'
import { lockSpendable, spend } from '../../promotions/gift-cards/pay-with-card.ts'
import { requireLine, requireText } from '../../text.ts'
import type { CheckoutLine, FrozenLine } from '../checkout.ts'
import { requireDeliverable } from './approve-checkout.ts'
import { freezeCode } from './freeze-code.ts'
import { freezeLines } from './freeze-lines.ts'
import { insertCheckouts, insertLines } from './insert-checkouts.ts'
import { priceLines, type Terms } from './price-items.ts'
import type { Purchase } from './purchase.ts'
import { readSellingStore } from './read-selling-store.ts'
import { requireReadablePlayer } from './require-readable-player.ts'
import { reserveLines } from './reserve-lines.ts'
import { NO_TIERS, readTiers, takeCredits } from './tiers.ts'

export type Created = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  lines: CheckoutLine[]
  codeId: DiscountCodeId | null
}

/**
 * The steps of every purchase, also of one that was paid elsewhere: freezes the lines, takes the code, the stock, the gift card and the
 * credits, in the order in which every transaction locks them, and checks the limits. Undefined if the reference was used before.
 */
export async function createCheckout(tx: Tx, purchase: Purchase, state: 'open' | 'paid'): Promise<Created | undefined> {
  const { storeId, serverId, items, reference, holdsPlayer = true } = purchase
  const gameUserId = requireLine("The player's id", purchase.gameUserId, { max: 255 })
  if (reference !== null) requireText('The reference', reference, { max: 200 })
  const { currency, now, sales, hasTiers, taxRates, requireCanSell } = await readSellingStore(tx, {
    storeId,
    gameUserId,
  })
  const checkoutId = newId<CheckoutId>()
  const taxRate = taxRates[purchase.country ?? ''] ?? null
  const taxCountry = taxRate === null ? null : (purchase.country ?? null)
  const row = { id: checkoutId, reference, gameUserId, currency, state, taxCountry, taxRate, holdsPlayer }
  if ((await insertCheckouts(tx, storeId, [row])).length === 0) return undefined

  requireCanSell()
  const code = await freezeCode(tx, { storeId, checkoutId, gameUserId, holdsPlayer, code: purchase.code })
  const productIds = items.map(({ productId }) => productId)
  const tiers = hasTiers ? await readTiers(tx, { storeId, gameUserId, productIds }) : NO_TIERS
  const frozen = await freezeLines(tx, { storeId, gameUserId, items, serverId })
  requireDeliverable(frozen, currency)
  await requireReadablePlayer(tx, { storeId, gameUserId, lines: frozen })
  const reserved = await reserveLines(tx, { storeId, gameUserId, lines: frozen })
  const terms = { now, sales, tiers, code: code?.terms, taxRate: taxRate ?? 0 }
  const cardId = purchase.giftCardId ?? null
  const lines = await payByCard(tx, { storeId, checkoutId, cardId, lines: reserved, terms })
  await insertLines(tx, { storeId, checkoutId, lines })
  await takeCredits(tx, { storeId, checkoutId, lines, tiers, holdsPlayer })
  return { storeId, checkoutId, gameUserId, currency, lines, codeId: code?.id ?? null }
}

type Unpaid = {
  storeId: StoreId
  checkoutId: CheckoutId
  cardId: GiftCardId | null
  lines: FrozenLine[]
  terms: Terms
}

/** Prices the lines and takes what a gift card pays, after the stock: everyone locks products before cards. */
async function payByCard(tx: Tx, { storeId, checkoutId, cardId, lines, terms }: Unpaid): Promise<CheckoutLine[]> {
  if (cardId === null) return priceLines(lines, terms)
  const giftCardMinor = await lockSpendable(tx, { storeId, cardId })
  const priced = priceLines(lines, { ...terms, giftCardMinor })
  const amountMinor = priced.reduce((sum, line) => sum + line.gift_card_minor, 0)
  await spend(tx, { storeId, cardId, checkoutId, amountMinor })
  return priced
}

import { sql } from 'kysely'
import type { BillingPeriod } from '../../catalog/billing-period.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type GiftCardId, newId, type StoreId } from '../../ids.ts'
import { lockSpendable, spend } from '../../promotions/gift-cards/pay-with-card.ts'
import { requireLine, requireText } from '../../text.ts'
import { requireDeliverable } from './approve-checkout.ts'
import { type CheckoutLine, type CheckoutState, type FrozenLine, totalOf } from '../checkout.ts'
import { findSaleByReference } from './find-sale-by-reference.ts'
import { freezeCode } from './freeze-code.ts'
import { freezeLines } from './freeze-lines.ts'
import { insertLines } from './insert-lines.ts'
import { payCheckout } from './pay-checkout.ts'
import { priceLines, type Terms } from './price-items.ts'
import { requireReadablePlayer } from './require-readable-player.ts'
import { reserveLines } from './reserve-lines.ts'
import type { Sale } from './sale.ts'
import { subscriptionPeriod } from './subscription-period.ts'
import { readSellingStore } from './read-selling-store.ts'
import { NO_TIERS, readTiers, takeCredits } from './tiers.ts'
import { recordSaleEvent } from '../record-checkout-event.ts'

export type Opened = {
  checkoutId: CheckoutId
  state: CheckoutState
  totalMinor: number
  isNew: boolean
  billingPeriod?: BillingPeriod
}

/**
 * Opens a checkout that the player will pay: freezes the lines, takes stock and checks limits. A checkout that costs
 * nothing is paid at once. Opening again with the same reference returns the first checkout.
 */
export async function openCheckout(tx: Tx, sale: Sale): Promise<Opened> {
  const { storeId, serverId, holdsPlayer = true } = sale
  const gameUserId = requireLine("The player's id", sale.gameUserId, { max: 255 })
  if (sale.reference !== null) requireText('The reference', sale.reference, { max: 200 })
  const { currency, now, sales, hasTiers, taxRates, requireCanSell } = await readSellingStore(tx, {
    storeId,
    gameUserId,
  })
  const checkoutId = newId<CheckoutId>()
  const taxRate = taxRates[sale.country ?? '']
  const taxCountry = taxRate === undefined ? null : sale.country
  const { rows } = await sql`
    insert into checkouts (store_id, id, reference, game_user_id, currency, state, tax_country, tax_rate, holds_player)
    values (${storeId}, ${checkoutId}, ${sale.reference}, ${gameUserId}, ${currency}, 'open', ${taxCountry}, ${taxRate ?? null}, ${holdsPlayer})
    on conflict (store_id, reference) where reference is not null do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return { ...(await findSaleByReference(tx, { ...sale, gameUserId })), isNew: false }

  requireCanSell()
  const code = await freezeCode(tx, { storeId, checkoutId, gameUserId, holdsPlayer, code: sale.code })
  const productIds = sale.items.map(({ productId }) => productId)
  const tiers = hasTiers ? await readTiers(tx, { storeId, gameUserId, productIds }) : NO_TIERS
  const terms = { now, sales, tiers, code: code?.terms, taxRate: taxRate ?? 0 }
  const frozen = await freezeLines(tx, { storeId, gameUserId, items: sale.items, serverId })
  requireDeliverable(frozen, currency)
  await requireReadablePlayer(tx, { storeId, gameUserId, lines: frozen })
  const reserved = await reserveLines(tx, { storeId, gameUserId, lines: frozen })
  const lines = await payByCard(tx, { storeId, checkoutId, cardId: sale.giftCardId ?? null, lines: reserved, terms })
  await insertLines(tx, { storeId, checkoutId, lines })
  await takeCredits(tx, { storeId, checkoutId, lines, tiers, holdsPlayer })
  await recordSaleEvent(tx, { storeId, checkoutId, gameUserId, currency, lines }, { type: 'checkout.opened' })
  const totalMinor = totalOf(lines)
  const billingPeriod = subscriptionPeriod(lines)
  const lack =
    totalMinor === 0 ? await payCheckout(tx, { storeId, checkoutId, gameUserId, currency, state: 'open' }) : undefined
  if (lack) throw new AppError('conflict', 'Another order of this player was paid a moment ago. Try again.')
  return {
    checkoutId,
    state: totalMinor === 0 ? 'paid' : 'open',
    totalMinor,
    isNew: true,
    ...(billingPeriod && { billingPeriod }),
  }
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

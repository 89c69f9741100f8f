import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts } from '../../delivery/read/deliveries-of-checkouts.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type DeliveryId, newId } from '../../ids.ts'
import { requireLine, requireText } from '../../text.ts'
import { approveCheckout, requireDeliverable } from './approve-checkout.ts'
import { findSaleByReference } from './find-sale-by-reference.ts'
import { freezeCode } from './freeze-code.ts'
import { freezeLines } from './freeze-lines.ts'
import { insertLines } from './insert-lines.ts'
import { priceLines } from './price-items.ts'
import { requireReadablePlayer } from './require-readable-player.ts'
import { reserveLines } from './reserve-lines.ts'
import type { Sale } from './sale.ts'
import { readSellingStore } from './read-selling-store.ts'
import { NO_TIERS, readTiers, takeCredits } from './tiers.ts'
import { recordSaleEvent } from '../record-checkout-event.ts'

export type Sold = { checkoutId: CheckoutId; deliveryIds: DeliveryId[] }

/** A manual sale: it was paid outside Quartermaster, so the checkout is paid from the start. */
export async function sell(db: Db | Tx, sale: Sale): Promise<Sold> {
  const { storeId, serverId } = sale
  const gameUserId = requireLine("The player's id", sale.gameUserId, { max: 255 })
  if (sale.reference !== null) requireText('The reference', sale.reference, { max: 200 })

  return inStore(db, storeId, async (tx) => {
    const { currency, now, sales, hasTiers, requireCanSell } = await readSellingStore(tx, { storeId, gameUserId })
    const checkoutId = await insertPaidCheckout(tx, { ...sale, gameUserId, currency })
    if (checkoutId === undefined) return findRepeatedSale(tx, { ...sale, gameUserId })
    requireCanSell()
    const code = await freezeCode(tx, { storeId, checkoutId, gameUserId, holdsPlayer: true, code: sale.code })
    const productIds = sale.items.map(({ productId }) => productId)
    const tiers = hasTiers ? await readTiers(tx, { storeId, gameUserId, productIds }) : NO_TIERS
    const terms = { now, sales, tiers, code: code?.terms }
    const frozen = priceLines(await freezeLines(tx, { storeId, gameUserId, items: sale.items, serverId }), terms)
    requireDeliverable(frozen, currency)
    await requireReadablePlayer(tx, { storeId, gameUserId, lines: frozen })
    const lines = await reserveLines(tx, { storeId, gameUserId, lines: frozen })
    await insertLines(tx, { storeId, checkoutId, lines })
    await takeCredits(tx, { storeId, checkoutId, lines, tiers, holdsPlayer: true })
    await recordSaleEvent(tx, { storeId, checkoutId, gameUserId, currency, lines }, { type: 'checkout.paid' })
    const deliveryIds = await approveCheckout(tx, {
      storeId,
      checkoutId,
      gameUserId,
      currency,
      lines,
      codeId: code?.id ?? null,
    })
    return { checkoutId, deliveryIds }
  })
}

async function insertPaidCheckout(tx: Tx, sale: Sale & { currency: string }): Promise<CheckoutId | undefined> {
  const id = newId<CheckoutId>()
  const { rows } = await sql<{ id: CheckoutId }>`
    insert into checkouts (store_id, id, reference, game_user_id, currency, state, paid_at)
    values (${sale.storeId}, ${id}, ${sale.reference}, ${sale.gameUserId}, ${sale.currency}, 'paid', now())
    on conflict (store_id, reference) where reference is not null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

async function findRepeatedSale(tx: Tx, sale: Sale): Promise<Sold> {
  const { checkoutId, state } = await findSaleByReference(tx, sale)
  if (state === 'open' || state === 'abandoned') {
    throw new AppError(
      'reference_reused',
      `The reference "${sale.reference}" belongs to an unpaid checkout. Use a new one.`,
    )
  }
  const deliveries = await deliveriesOfCheckouts(tx, { storeId: sale.storeId, checkoutIds: [checkoutId] })
  const approvals = deliveries.filter((delivery) => delivery.type === 'APPROVE' && !delivery.resent)
  return { checkoutId, deliveryIds: approvals.map((delivery) => delivery.id) }
}

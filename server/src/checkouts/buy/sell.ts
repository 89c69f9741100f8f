import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts } from '../../delivery/read/deliveries-of-checkouts.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type DeliveryId, newId } from '../../ids.ts'
import { requireLine, requireText } from '../../text.ts'
import { approveCheckout, requireDeliverable } from './approve-checkout.ts'
import { findByReference } from './find-by-reference.ts'
import { freezeLines } from './freeze-lines.ts'
import { insertLines } from './insert-lines.ts'
import { reserveLines } from './reserve-lines.ts'
import type { Sale } from './sale.ts'
import { sellingStore } from './selling-store.ts'
import { recordSaleEvent } from '../record-checkout-event.ts'

export type Sold = { checkoutId: CheckoutId; deliveryIds: DeliveryId[] }

/** The operator's sale: paid outside, so the checkout is born paid. All of it happens, or nothing. */
export async function sell(db: Db | Tx, sale: Sale): Promise<Sold> {
  const { storeId, serverId } = sale
  const gameUserId = requireLine("The player's id", sale.gameUserId, { max: 255 })
  if (sale.reference !== null) requireText('The reference', sale.reference, { max: 200 })

  return inStore(db, storeId, async (tx) => {
    const { currency, requireOpen } = await sellingStore(tx, { storeId, gameUserId })
    const checkoutId = await insertPaid(tx, { ...sale, gameUserId, currency })
    if (checkoutId === undefined) return soldBefore(tx, { ...sale, gameUserId })
    requireOpen()
    const frozen = await freezeLines(tx, { storeId, items: sale.items, serverId })
    requireDeliverable(frozen, currency)
    const lines = await reserveLines(tx, { storeId, gameUserId, lines: frozen })
    await insertLines(tx, { storeId, checkoutId, lines })
    await recordSaleEvent(tx, { storeId, checkoutId, gameUserId, currency, lines }, { type: 'checkout.paid' })
    const deliveryIds = await approveCheckout(tx, { storeId, checkoutId, gameUserId, currency, lines })
    return { checkoutId, deliveryIds }
  })
}

async function insertPaid(tx: Tx, sale: Sale & { currency: string }): Promise<CheckoutId | undefined> {
  const id = newId<CheckoutId>()
  const { rows } = await sql<{ id: CheckoutId }>`
    insert into checkouts (store_id, id, reference, game_user_id, currency, state, paid_at)
    values (${sale.storeId}, ${id}, ${sale.reference}, ${sale.gameUserId}, ${sale.currency}, 'paid', now())
    on conflict (store_id, reference) where reference is not null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

async function soldBefore(tx: Tx, sale: Sale): Promise<Sold> {
  const { checkoutId, state } = await findByReference(tx, sale)
  if (state === 'open' || state === 'abandoned') {
    throw new AppError('reference_reused', `The reference "${sale.reference}" belongs to a checkout that is not paid`)
  }
  const elements = await deliveriesOfCheckouts(tx, { storeId: sale.storeId, checkoutIds: [checkoutId] })
  const approvals = elements.filter((element) => element.type === 'APPROVE' && !element.resent)
  return { checkoutId, deliveryIds: approvals.map((element) => element.id) }
}

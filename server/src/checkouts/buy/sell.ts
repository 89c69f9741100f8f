import { type Db, inStore, type Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts } from '../../delivery/read/deliveries-of-checkouts.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, DeliveryId } from '../../ids.ts'
import { recordPurchaseEvent } from '../record-checkout-event.ts'
import { approveCheckout } from './approve-checkout.ts'
import { createCheckout } from './create-checkout.ts'
import { findByReference } from './find-by-reference.ts'
import type { Purchase } from './purchase.ts'

export type Sold = { checkoutId: CheckoutId; deliveryIds: DeliveryId[] }

/** A manual sale: it was paid outside Quartermaster, so the checkout is paid from the start. */
export async function sell(db: Db | Tx, purchase: Purchase): Promise<Sold> {
  return inStore(db, purchase.storeId, async (tx) => {
    const created = await createCheckout(tx, purchase, 'paid')
    if (!created) return findRepeated(tx, purchase)
    await recordPurchaseEvent(tx, created, { type: 'checkout.paid' })
    return { checkoutId: created.checkoutId, deliveryIds: await approveCheckout(tx, created) }
  })
}

async function findRepeated(tx: Tx, purchase: Purchase): Promise<Sold> {
  const { checkoutId, state } = await findByReference(tx, purchase)
  if (state === 'open' || state === 'abandoned') {
    throw new AppError(
      'reference_reused',
      `The reference "${purchase.reference}" belongs to an unpaid checkout. Use a new one.`,
    )
  }
  const deliveries = await deliveriesOfCheckouts(tx, { storeId: purchase.storeId, checkoutIds: [checkoutId] })
  const approvals = deliveries.filter((delivery) => delivery.type === 'APPROVE' && !delivery.resent)
  return { checkoutId, deliveryIds: approvals.map((delivery) => delivery.id) }
}

import type { BillingPeriod } from '../../catalog/billing-period.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId } from '../../ids.ts'
import { type CheckoutState, totalOf } from '../checkout.ts'
import { recordPurchaseEvent } from '../record-checkout-event.ts'
import { createCheckout } from './create-checkout.ts'
import { findByReference } from './find-by-reference.ts'
import { payCheckout } from './pay-checkout.ts'
import type { Purchase } from './purchase.ts'
import { subscriptionPeriod } from './subscription-period.ts'

export type Opened = {
  checkoutId: CheckoutId
  state: CheckoutState
  totalMinor: number
  isNew: boolean
  billingPeriod?: BillingPeriod
}

/**
 * Opens a checkout that the player will pay. One that costs nothing is paid at once. Opening again with the same reference returns the
 * first checkout.
 */
export async function openCheckout(tx: Tx, purchase: Purchase): Promise<Opened> {
  const created = await createCheckout(tx, purchase, 'open')
  if (!created) return { ...(await findByReference(tx, purchase)), isNew: false }
  const { checkoutId, lines } = created
  await recordPurchaseEvent(tx, created, { type: 'checkout.opened' })
  const totalMinor = totalOf(lines)
  const billingPeriod = subscriptionPeriod(lines)
  const lack = totalMinor === 0 ? await payCheckout(tx, { ...created, state: 'open' }) : undefined
  if (lack) throw new AppError('conflict', 'Another order of this player was paid a moment ago. Try again.')
  return {
    checkoutId,
    state: totalMinor === 0 ? 'paid' : 'open',
    totalMinor,
    isNew: true,
    ...(billingPeriod && { billingPeriod }),
  }
}

import { type CheckoutId, createdAtMs } from '../../ids.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Nothing is delivered before it is bought, and ids contain their time, so older months of the ledger need not be read. A day allows for
 * clock drift. This is for pages: a refund reads all months, because it must not miss a delivery even if a clock was wrong.
 */
export function noDeliveryBefore(checkoutIds: CheckoutId[]): Date {
  return new Date(Math.min(Date.now(), ...checkoutIds.map(createdAtMs)) - DAY_MS)
}

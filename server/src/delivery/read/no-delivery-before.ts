import type { CheckoutId } from '../../ids.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Nothing is delivered before it is bought, and ids contain their time, so older months of the ledger need not be read. A day allows for
 * clock drift. This is for pages: a refund reads all months, because it must not miss a delivery even if a clock was wrong.
 */
export function noDeliveryBefore(checkoutIds: CheckoutId[]): Date {
  const [oldest] = checkoutIds.toSorted()
  if (!oldest) return new Date()
  return new Date(Number.parseInt(oldest.replaceAll('-', '').slice(0, 12), 16) - DAY_MS)
}

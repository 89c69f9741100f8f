import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

export async function insertLines(
  tx: Tx,
  { storeId, checkoutId, lines }: { storeId: StoreId; checkoutId: CheckoutId; lines: CheckoutLine[] },
): Promise<void> {
  await tx
    .insertInto('checkout_lines')
    .values(lines.map((line) => ({ store_id: storeId, checkout_id: checkoutId, ...line })))
    .execute()
}

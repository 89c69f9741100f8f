import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { type CheckoutLine, type FrozenFields, LINE_COLUMNS } from '../checkout.ts'

export type SoldLine = CheckoutLine & {
  checkout_id: CheckoutId
  currency: string
  game_user_id: string
  refunded: boolean
}

export async function readSoldLines(
  tx: Tx,
  { storeId, checkoutIds }: { storeId: StoreId; checkoutIds: CheckoutId[] },
): Promise<SoldLine[]> {
  if (checkoutIds.length === 0) return []
  const rows = await tx
    .selectFrom('checkout_lines as l')
    .innerJoin('checkouts as c', (join) =>
      join.onRef('c.store_id', '=', 'l.store_id').onRef('c.id', '=', 'l.checkout_id'),
    )
    .select(LINE_COLUMNS.map((column) => `l.${column}` as const))
    .select(['l.checkout_id', 'l.refunded_at', 'c.currency', 'c.game_user_id'])
    .where('l.store_id', '=', storeId)
    .where('l.checkout_id', 'in', checkoutIds)
    .orderBy('l.line_no')
    .execute()
  return rows.map(({ refunded_at, fields, ...line }) => ({
    ...line,
    fields: fields as FrozenFields | null,
    refunded: refunded_at !== null,
  }))
}

import type { Tx } from '../../db/database.ts'
import { hasSameValues } from '../../catalog/fields/read-field-values.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, ProductId, VariantId } from '../../ids.ts'
import { codeKey } from '../../promotions/codes/code-key.ts'
import { type CheckoutState, type FrozenFields, PRICE_COLUMNS, totalOf } from '../checkout.ts'
import type { Item } from './freeze-lines.ts'
import type { Purchase } from './purchase.ts'

type Found = { checkoutId: CheckoutId; state: CheckoutState; totalMinor: number }

/** The checkout that a repeated purchase refers to. Throws if the reference was used for a different one. */
export async function findByReference(
  tx: Tx,
  { storeId, reference, gameUserId, items, serverId, code = null }: Purchase,
): Promise<Found> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['id', 'game_user_id', 'state', 'code'])
    .where('store_id', '=', storeId)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('checkout_lines')
    .select(['product_id', 'variant_id', 'fields', 'buyer_server_id', ...PRICE_COLUMNS])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkout.id)
    .orderBy('line_no')
    .execute()
  const same = lines.length === items.length && lines.every((line, i) => isLineOf(line, items[i]))
  const chosenServerId = lines.find((line) => line.buyer_server_id !== null)?.buyer_server_id ?? null
  const keyOf = (text: string | null) => (text === null ? null : codeKey(text))
  const sameCode = keyOf(checkout.code) === keyOf(code)
  if (checkout.game_user_id !== gameUserId || !same || !sameCode || chosenServerId !== serverId) {
    throw new AppError('reference_reused', `The reference "${reference}" belongs to another sale. Use a new reference.`)
  }
  return { checkoutId: checkout.id, state: checkout.state, totalMinor: totalOf(lines) }
}

type Line = { product_id: ProductId; variant_id: VariantId | null; quantity: number; fields: object | null }

function isLineOf(line: Line, item: Item | undefined): boolean {
  if (!item) return false
  const { productId, variantId = null, quantity, fields = {} } = item
  const { values = [] } = (line.fields ?? {}) as Partial<FrozenFields>
  const isSame = line.product_id === productId && line.variant_id === variantId && line.quantity === quantity
  return isSame && hasSameValues(values, fields)
}

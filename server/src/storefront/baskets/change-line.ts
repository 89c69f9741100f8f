import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasketId, ProductId, StoreId, VariantId } from '../../ids.ts'
import type { GivenFields } from '../../catalog/fields/read-field-values.ts'
import { openBasket } from './basket.ts'
import { checkLineFields, keyOfValues } from './line-fields.ts'

const MAX_LINES = 50
const MAX_QUANTITY = 1_000

export type LineChange = {
  storeId: StoreId
  /** Of the visitor's basket. Undefined: they have none yet. */
  token: string | undefined
  productId: ProductId
  variantId: VariantId | null
  /** `add` adds to the quantity in the basket, `set` replaces it; 0 removes the line. */
  change: 'add' | 'set'
  quantity: number
  /** What the buyer entered. */
  fields?: GivenFields
  /** Names an existing line by its values instead. */
  fieldsKey?: string
}

/** Adds, changes or removes a line. Returns the token of the basket, which is a new one if the visitor had none. */
export async function changeLine(
  tx: Tx,
  { storeId, token: known, productId, variantId, change, quantity, fields = {}, fieldsKey }: LineChange,
): Promise<{ token: string }> {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY)
    throw new AppError('invalid_request', `The quantity must be a whole number from 0 to ${MAX_QUANTITY}`)
  const values = fieldsKey === undefined ? await checkLineFields(tx, { storeId, productId, given: fields }) : undefined
  const { basket, token } = await openBasket(tx, { storeId, token: known })
  const line = { storeId, basketId: basket.id, productId, variantId, fieldsKey: fieldsKey ?? keyOfValues(values ?? []) }
  if (quantity === 0) {
    if (change === 'set') await removeLine(tx, line)
    return { token }
  }
  const priceMinor = await readPrice(tx, line)
  const has = await countLines(tx, line)
  const total = change === 'add' ? has.quantity + quantity : quantity
  if (total > MAX_QUANTITY)
    throw new AppError('invalid_request', `A basket can hold at most ${MAX_QUANTITY} of one product`)
  if (has.quantity === 0 && has.lines >= MAX_LINES)
    throw new AppError('invalid_request', `A basket can hold at most ${MAX_LINES} different products. Buy these first.`)
  if (values === undefined && has.quantity === 0)
    throw new AppError('not_found', 'This line is not in the basket any more.')
  const entered = Object.fromEntries((values ?? []).map(({ name, value }) => [name, value]))
  await sql`
    insert into basket_lines (store_id, basket_id, line_no, product_id, variant_id, quantity, seen_price_minor, fields, fields_key)
    values (${storeId}, ${basket.id}, ${has.lastNo + 1}, ${productId}, ${variantId}, ${total}, ${priceMinor},
      ${JSON.stringify(entered)}::jsonb, ${line.fieldsKey})
    on conflict on constraint basket_lines_once do update set quantity = ${total}, seen_price_minor = ${priceMinor}`.execute(
    tx,
  )
  return { token }
}

type LineKey = {
  storeId: StoreId
  basketId: BasketId
  productId: ProductId
  variantId: VariantId | null
  fieldsKey: string
}

async function removeLine(tx: Tx, { storeId, basketId, productId, variantId, fieldsKey }: LineKey): Promise<void> {
  await sql`
    delete from basket_lines where store_id = ${storeId} and basket_id = ${basketId} and product_id = ${productId}
      and variant_id is not distinct from ${variantId}::uuid and fields_key = ${fieldsKey}`.execute(tx)
}

async function readPrice(tx: Tx, { storeId, productId, variantId }: LineKey): Promise<number> {
  const { rows } = await sql<{ price: number }>`
    select coalesce(v.price_minor, p.price_minor) as price from products p
    left join product_variants v on v.store_id = p.store_id and v.product_id = p.id and v.removed_at is null
    where p.store_id = ${storeId} and p.id = ${productId} and p.archived_at is null and p.visibility <> 'hidden'
      and v.id is not distinct from ${variantId}::uuid`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'This product is not sold any more.')
  return rows[0].price
}

/** `quantity` is that of one product. */
type BasketSize = { lines: number; lastNo: number; quantity: number }

async function countLines(
  tx: Tx,
  { storeId, basketId, productId, variantId, fieldsKey }: LineKey,
): Promise<BasketSize> {
  const { rows } = await sql<BasketSize>`
    select count(*)::integer as lines, coalesce(max(line_no), 0)::integer as "lastNo", coalesce(sum(quantity) filter (
      where product_id = ${productId} and variant_id is not distinct from ${variantId}::uuid and fields_key = ${fieldsKey}), 0)::integer as quantity
    from basket_lines where store_id = ${storeId} and basket_id = ${basketId}`.execute(tx)
  return rows[0] ?? { lines: 0, lastNo: 0, quantity: 0 }
}

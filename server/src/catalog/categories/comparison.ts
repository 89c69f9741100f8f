import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { ProductId, StoreId } from '../../ids.ts'
import { requireLine } from '../../text.ts'

const MAX_ROWS = 50
const MAX_VALUES = 20

/** A row of the table that compares the products of a category, such as "Homes" with 3, 6 and 10. */
export type ComparisonRow = { label: string; values: { productId: ProductId; value: string }[] }

export function checkComparison(rows: ComparisonRow[]): ComparisonRow[] {
  if (rows.length > MAX_ROWS) throw new AppError('invalid_request', `A comparison has at most ${MAX_ROWS} rows`)
  return rows.map(({ label, values }) => {
    if (values.length > MAX_VALUES)
      throw new AppError('invalid_request', `A row of a comparison has at most ${MAX_VALUES} values`)
    if (new Set(values.map(({ productId }) => productId)).size < values.length)
      throw new AppError('invalid_request', `The row "${label}" has two values for one product. Keep one of them`)
    return {
      label: requireLine('The label of a row', label, { max: 100 }),
      values: values.map(({ productId, value }) => ({
        productId,
        value: requireLine('A value of a comparison', value, { max: 100 }),
      })),
    }
  })
}

/** Throws for a product of another store exactly as for one that does not exist. */
export async function requireComparedProducts(
  tx: Tx,
  { storeId, rows }: { storeId: StoreId; rows: ComparisonRow[] },
): Promise<void> {
  const wanted = [...new Set(rows.flatMap(({ values }) => values.map(({ productId }) => productId)))]
  if (wanted.length === 0) return
  const { rows: found } = await sql<{ known: number }>`
    select count(*)::integer as known from products where store_id = ${storeId} and id = any(${wanted}::uuid[])`.execute(
    tx,
  )
  if (found[0]?.known !== wanted.length)
    throw new AppError('not_found', 'One of the compared products is not a product of this store')
}

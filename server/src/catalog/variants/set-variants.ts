import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId, type ProductId, type StoreId, type VariantId } from '../../ids.ts'
import { parsePrice, requireMinor } from '../../money.ts'
import { requireLine } from '../../text.ts'
import { checkTranslations } from '../../texts/check-translations.ts'
import { requireBillingPeriod } from '../billing-period.ts'
import type { Variant } from './variant.ts'

const MAX_VARIANTS = 20

export type VariantInput = Pick<Variant, 'name' | 'durationSeconds'> & {
  /** Without it, a new variant is created. */
  id?: VariantId
  /** A decimal in the currency of the store, such as 19.90, or minor units. */
  price: string | { minor: number }
  billingPeriod?: Variant['billingPeriod']
  translations?: Variant['translations']
}

type Variants = { storeId: StoreId; productId: ProductId; currency: string; variants: VariantInput[] }

/** Replaces the variants of a product, in this order. Those that are absent are no longer sold. */
export async function setVariants(tx: Tx, { storeId, productId, currency, variants }: Variants): Promise<void> {
  const rows = toRows(variants, currency)
  const existing = await tx
    .selectFrom('product_variants')
    .select('id')
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .execute()
  const known = new Set(existing.map(({ id }) => id))
  const kept = rows.flatMap(({ id }) => id ?? [])
  if (kept.some((id) => !known.has(id))) throw new AppError('not_found', 'No such variant of this product')
  await sql`
    update product_variants set removed_at = now()
    where store_id = ${storeId} and product_id = ${productId} and removed_at is null and id <> all(${kept}::uuid[])`.execute(
    tx,
  )
  for (const { id, ...row } of rows) {
    if (id === undefined) {
      await tx
        .insertInto('product_variants')
        .values({ store_id: storeId, id: newId<VariantId>(), product_id: productId, ...row })
        .execute()
    } else {
      await tx.updateTable('product_variants').set(row).where('store_id', '=', storeId).where('id', '=', id).execute()
    }
  }
}

function toRows(variants: VariantInput[], currency: string) {
  if (variants.length > MAX_VARIANTS)
    throw new AppError('invalid_request', `A product has at most ${MAX_VARIANTS} variants`)
  for (const [what, values] of [
    ['names', variants.map(({ name }) => name)],
    ['ids', variants.flatMap(({ id }) => id ?? [])],
  ] as const) {
    if (new Set(values).size < values.length)
      throw new AppError('invalid_request', `The variants of a product must have different ${what}`)
  }
  return variants.map(({ id, name, price, durationSeconds, billingPeriod = null, translations = {} }, position) => ({
    id,
    name: requireName(name),
    price_minor: typeof price === 'string' ? parsePrice(price, currency) : requireMinor(price.minor),
    duration_seconds: durationSeconds,
    billing_period: billingPeriod && requireBillingPeriod(billingPeriod),
    position,
    translations: checkTranslations(translations, { name: requireName }),
  }))
}

const requireName = (name: string) => requireLine('The name of the variant', name, { max: 100 })

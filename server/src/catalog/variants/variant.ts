import { type RawBuilder, sql } from 'kysely'
import type { VariantId } from '../../ids.ts'
import type { Translations } from '../../locales.ts'

/** A form of a product with a price and a duration of its own, such as 30 or 90 days. All of them give the same entitlement. */
export type Variant = {
  id: VariantId
  name: string
  priceMinor: number
  /** Null means for ever. */
  durationSeconds: number | null
  translations: Translations<{ name: string }>
}

/** The variants of the product `of` in their order, for a statement that reads products. */
export function selectVariants(of: RawBuilder<unknown>): RawBuilder<Variant[]> {
  return sql<Variant[]>`(
    select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor,
      'durationSeconds', v.duration_seconds, 'translations', v.translations) order by v.position), '[]')
    from product_variants v where v.store_id = ${of}.store_id and v.product_id = ${of}.id and v.removed_at is null)`
}

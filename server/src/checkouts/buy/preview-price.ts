import { sql } from 'kysely'
import { chooseVariant } from '../../catalog/variants/choose-variant.ts'
import type { Variant } from '../../catalog/variants/variant.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CategoryId, ProductId, StoreId } from '../../ids.ts'
import type { PricedBasket } from '../../pricing/basket.ts'
import { findCode, unknownCode } from '../../promotions/codes/use-code.ts'
import type { Item } from './freeze-lines.ts'
import { type PricedItem, priceItems } from './price-items.ts'
import { readTiers } from './tiers.ts'
import { readSellingStore } from './read-selling-store.ts'

export type PricePreview = { currency: string; items: (PricedItem & { name: string })[]; priced: PricedBasket }

type Wanted = { storeId: StoreId; items: Item[]; code: string | null; gameUserId: string | null }

/** What a purchase would cost now, or why it is refused. It reserves nothing, and neither stock nor bans matter. */
export async function previewPrice(tx: Tx, { storeId, items, code, gameUserId }: Wanted): Promise<PricePreview> {
  const { currency, now, sales } = await readSellingStore(tx, { storeId, gameUserId: gameUserId ?? '' })
  const found = code === null ? undefined : await findCode(tx, { storeId, code, gameUserId })
  if (code !== null && !found) throw unknownCode(code)
  const products = await readProducts(tx, { storeId, ids: items.map(({ productId }) => productId) })
  const priceable = items.map(({ productId, variantId = null, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw new AppError('not_found', 'No such product in this store')
    const variant = chooseVariant({ product, variantId })
    return {
      productId,
      variantId: variant?.id ?? null,
      categoryId: product.categoryId,
      priceMinor: variant?.priceMinor ?? product.priceMinor,
      quantity,
      isGiftCard: product.isGiftCard,
      name: variant ? `${product.name} (${variant.name})` : product.name,
    }
  })
  const tiers = await readTiers(tx, { storeId, gameUserId, productIds: items.map(({ productId }) => productId) })
  return { currency, items: priceable, priced: priceItems(priceable, { now, sales, tiers, code: found?.terms }) }
}

type Row = {
  id: ProductId
  name: string
  categoryId: CategoryId | null
  priceMinor: number
  isGiftCard: boolean
  variants: Variant[]
}

async function readProducts(tx: Tx, { storeId, ids }: { storeId: StoreId; ids: ProductId[] }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, name, category_id as "categoryId", price_minor as "priceMinor", is_gift_card as "isGiftCard", (
      select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor,
        'durationSeconds', v.duration_seconds, 'translations', v.translations) order by v.position), '[]')
      from product_variants v where v.store_id = p.store_id and v.product_id = p.id and v.removed_at is null) as variants
    from products p where store_id = ${storeId} and id = any(${ids}::uuid[]) and archived_at is null`.execute(tx)
  return rows
}

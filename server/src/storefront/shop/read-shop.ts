import { sql } from 'kysely'
import { selectCategories, toCategory } from '../../catalog/categories/show-category.ts'
import type { BillingPeriod } from '../../catalog/billing-period.ts'
import type { FieldsColumn } from '../../catalog/fields/product-field.ts'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { CategoryId, ProductId, StoreId, VariantId } from '../../ids.ts'
import { toPricing } from '../../promotions/discount.ts'
import { readComingSales } from '../../promotions/sales/sale.ts'
import { contentHash } from '../../themes/assets.ts'
import { type PicturesByHash, readPictures } from './read-pictures.ts'
import { readShopStore } from './read-shop-store.ts'
import type { Shop, ShopCategory, ShopProduct, ShopSale, ShopVariant } from './shop.ts'

/** Everything that the browse pages of a store show, in the order in which they show it. */
export async function readShop(db: Db | Tx, storeId: StoreId): Promise<Shop> {
  return inStore(db, storeId, async (tx) => {
    const pictures = await readPictures(tx, storeId)
    const store = await readShopStore(tx, storeId, pictures)
    const categories = await readCategories(tx, storeId, pictures)
    const products = await readProducts(tx, storeId, pictures)
    const sales = await readSales(tx, storeId)
    const version = contentHash(JSON.stringify([store, categories, products, sales]))
    return { storeId, version, store, categories, products, sales }
  })
}

async function readSales(tx: Tx, storeId: StoreId): Promise<ShopSale[]> {
  const sales = await readComingSales(tx, storeId)
  return sales.map(({ id, name, translations, ...sale }) => ({ id, name, translations, ...toPricing(sale) }))
}

async function readCategories(tx: Tx, storeId: StoreId, pictures: PicturesByHash): Promise<ShopCategory[]> {
  const rows = await selectCategories(tx, storeId).orderBy('position').orderBy('id').execute()
  return rows.map(toCategory).map(({ id, name, slug, description, picture, comparison, translations }) => ({
    id,
    name,
    slug,
    description,
    picture: pictures(picture),
    comparison,
    translations,
  }))
}

type ProductRow = {
  id: ProductId
  slug: string
  category_id: CategoryId | null
  name: string
  summary: string
  description: string
  visibility: string
  translations: ShopProduct['translations']
  price_minor: number
  duration_seconds: number | null
  billing_period: BillingPeriod | null
  stock: number | null
  max_per_player: number | null
  requires_online: boolean
  delivers_to: string
  is_gift_card: boolean
  is_upgrade: boolean
  servers: string[]
  pictures: { hash: string; alt: string }[] | null
  variants: VariantRow[] | null
  fields: FieldsColumn
}

type VariantRow = {
  id: VariantId
  name: string
  price: number
  seconds: number | null
  billingPeriod: BillingPeriod | null
  translations: ShopVariant['translations']
}

async function readProducts(tx: Tx, storeId: StoreId, pictures: PicturesByHash): Promise<ShopProduct[]> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.slug, p.category_id, p.name, p.summary, p.description, p.visibility, p.translations, p.price_minor,
      p.duration_seconds, p.billing_period, p.fields, p.stock, p.max_per_player, p.requires_online, p.delivers_to, p.is_gift_card,
      coalesce(p.tier_rank > 1, false) as is_upgrade,
      array(
        select g.name from game_servers g
        where g.store_id = p.store_id and case
          when p.delivers_to = 'default' then g.id = s.default_server_id
          else g.id in (select t.server_id from product_servers t where t.store_id = p.store_id and t.product_id = p.id) end
        order by g.id) as servers,
      (select json_agg(json_build_object('hash', i.hash, 'alt', i.alt) order by i.position)
        from product_pictures i where i.store_id = p.store_id and i.product_id = p.id) as pictures,
      (select json_agg(json_build_object('id', v.id, 'name', v.name, 'price', v.price_minor, 'seconds', v.duration_seconds,
          'billingPeriod', v.billing_period, 'translations', v.translations) order by v.position, v.id)
        from product_variants v
        where v.store_id = p.store_id and v.product_id = p.id and v.removed_at is null) as variants
    from products p join stores s on s.id = p.store_id
    where p.store_id = ${storeId} and p.archived_at is null and p.visibility <> 'hidden'
    order by p.position, p.id`.execute(tx)
  return rows.map((row) => toProduct(row, pictures))
}

function toProduct(row: ProductRow, pictures: PicturesByHash): ShopProduct {
  const own: ShopVariant = {
    id: null,
    name: '',
    price: row.price_minor,
    usualPrice: null,
    durationSeconds: row.billing_period === null ? row.duration_seconds : null,
    billingPeriod: row.billing_period,
    translations: {},
  }
  return {
    id: row.id,
    slug: row.slug,
    categoryId: row.category_id,
    name: row.name,
    summary: row.summary,
    description: row.description,
    pictures: row.pictures?.flatMap(({ hash, alt }) => pictures(hash, alt) ?? []) ?? [],
    isListed: row.visibility === 'public',
    saleId: null,
    isGiftCard: row.is_gift_card,
    isUpgrade: row.is_upgrade,
    variants: row.variants?.map(({ seconds, ...variant }) => ({
      ...variant,
      usualPrice: null,
      // A subscription lasts as long as it is paid for.
      durationSeconds: variant.billingPeriod === null ? seconds : null,
    })) ?? [own],
    fields: row.fields.list ?? [],
    stock: row.stock,
    maxPerPlayer: row.max_per_player,
    requiresOnline: row.requires_online,
    servers: row.servers,
    isServerChosen: row.delivers_to === 'buyer',
    translations: row.translations,
  }
}

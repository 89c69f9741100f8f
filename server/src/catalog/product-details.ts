import { type CommandWarning, commandWarnings } from '@quartermaster/sdk'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CategoryId, GameServerId, ProductId, StoreId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { FieldsColumn, ProductField } from './fields/product-field.ts'
import type { BillingPeriod } from './billing-period.ts'
import type { Rebuy, StageCommands } from './product.ts'
import type { ProductPage, ProductPicture } from './product-page.ts'
import type { Variant } from './variants/variant.ts'

/** A product as staff see it. */
export type ProductDetails = ProductPage & {
  id: ProductId
  name: string
  price: number
  priceMinor: number
  currency: string
  categoryId: CategoryId | null
  commands: StageCommands
  durationSeconds: number | null
  /** If there are any, a sale names one, and its price and duration replace those of the product. */
  variants: Variant[]
  /** What the buyer is asked for. */
  fields: ProductField[]
  rebuy: Rebuy
  isGiftCard: boolean
  serverIds: GameServerId[]
  buyerChoosesServer: boolean
  stock: number | null
  maxPerPlayer: number | null
  billingPeriod: BillingPeriod | null
  graceDays: number | null
  renewalCommands: boolean
  conditions: { requiresOnline: boolean; delaySeconds: number; freeSlots: number; repeatable: boolean }
  warnings: CommandWarning[]
  archivedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The products of a store, with their servers and the profiles of the servers that they are delivered to. */
export function selectProducts(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('products as p')
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .select([
      'p.id',
      'p.name',
      'p.slug',
      'p.summary',
      'p.description',
      'p.position',
      'p.visibility',
      'p.fields',
      'p.translations',
      'p.price_minor',
      'p.category_id',
      'p.approve_commands',
      'p.refund_commands',
      'p.expire_commands',
      'p.duration_seconds',
      'p.rebuy',
      'p.is_gift_card',
      'p.delivers_to',
      'p.stock',
      'p.max_per_player',
      'p.billing_period',
      'p.grace_days',
      'p.renewal_commands',
      'p.requires_online',
      'p.delay_seconds',
      'p.free_slots',
      'p.repeatable',
      'p.archived_at',
      'p.version',
      'p.created_at',
      'p.updated_at',
      's.currency',
      sql<Variant[]>`(
        select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor,
          'durationSeconds', v.duration_seconds, 'billingPeriod', v.billing_period, 'translations', v.translations) order by v.position), '[]')
        from product_variants v where v.store_id = p.store_id and v.product_id = p.id and v.removed_at is null)`.as(
        'variants',
      ),
      sql<ProductPicture[]>`(
        select coalesce(json_agg(json_build_object('hash', i.hash, 'alt', i.alt) order by i.position), '[]')
        from product_pictures i where i.store_id = p.store_id and i.product_id = p.id)`.as('pictures'),
      sql<GameServerId[]>`array(
        select t.server_id from product_servers t
        where t.store_id = p.store_id and t.product_id = p.id order by t.server_id)`.as('server_ids'),
      sql<string[]>`array(
        select distinct g.profile from game_servers g
        where g.store_id = p.store_id and case
          when p.delivers_to = 'default' then g.id = s.default_server_id
          when exists (select from product_servers t where t.store_id = p.store_id and t.product_id = p.id)
          then g.id in (select t.server_id from product_servers t where t.store_id = p.store_id and t.product_id = p.id)
          else true end)`.as('profiles'),
    ])
    .where('p.store_id', '=', storeId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

export function toDetails(row: Row): ProductDetails {
  const commands = { approve: row.approve_commands, refund: row.refund_commands, expire: row.expire_commands }
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    summary: row.summary,
    description: row.description,
    position: row.position,
    visibility: row.visibility,
    pictures: row.pictures,
    translations: row.translations,
    price: toDecimal(row.price_minor, row.currency),
    priceMinor: row.price_minor,
    currency: row.currency,
    categoryId: row.category_id,
    commands,
    durationSeconds: row.duration_seconds,
    variants: row.variants,
    fields: (row.fields as FieldsColumn).list ?? [],
    rebuy: row.rebuy,
    isGiftCard: row.is_gift_card,
    serverIds: row.server_ids,
    buyerChoosesServer: row.delivers_to === 'buyer',
    stock: row.stock,
    maxPerPlayer: row.max_per_player,
    billingPeriod: row.billing_period,
    graceDays: row.grace_days,
    renewalCommands: row.renewal_commands,
    conditions: {
      requiresOnline: row.requires_online,
      delaySeconds: row.delay_seconds,
      freeSlots: row.free_slots,
      repeatable: row.repeatable,
    },
    warnings: commandWarnings(commands, { timed: isTimed(row), profiles: row.profiles }),
    archivedAt: row.archived_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function isTimed({ duration_seconds: own, billing_period: period, variants }: Row): boolean {
  if (variants.length === 0) return own !== null || period !== null
  return variants.some(({ durationSeconds, billingPeriod }) => durationSeconds !== null || billingPeriod !== null)
}

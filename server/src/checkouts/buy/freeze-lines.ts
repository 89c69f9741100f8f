import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { CONDITION_COLUMNS } from '../../delivery/conditions.ts'
import { chooseVariant } from '../../catalog/variants/choose-variant.ts'
import type { Variant } from '../../catalog/variants/variant.ts'
import type { FieldsColumn, ProductField } from '../../catalog/fields/product-field.ts'
import { type FieldValue, type GivenFields, readFieldValues } from '../../catalog/fields/read-field-values.ts'
import { AppError } from '../../errors.ts'
import { requireServer } from '../../game-servers/require-server.ts'
import type { GameServerId, ProductId, StoreId, VariantId } from '../../ids.ts'
import type { FrozenLine } from '../checkout.ts'
import { fieldsAt, freezeConsoles } from './freeze-consoles.ts'

const MAX_LINES = 50
const MAX_QUANTITY = 1_000
const MAX_GIFT_CARDS = 20

/** Until the lines are priced. */
const FULL_PRICE = {
  upgrade_credit_minor: 0,
  sale_minor: 0,
  sale_id: null,
  code_minor: 0,
  gift_card_minor: 0,
  tax_minor: 0,
  creator_share_minor: 0,
}

/** `variantId` is necessary if the product has variants. */
export type Item = { productId: ProductId; variantId?: VariantId | null; quantity: number; fields?: GivenFields }

type Frozen = { storeId: StoreId; gameUserId: string; items: Item[]; serverId: GameServerId | null }

/** Copies the products into lines, so that later edits of a product do not change this sale. */
export async function freezeLines(tx: Tx, { storeId, gameUserId, items, serverId }: Frozen): Promise<FrozenLine[]> {
  if (items.length === 0 || items.length > MAX_LINES) {
    throw new AppError('invalid_request', `A sale must have 1 to ${MAX_LINES} products, not ${items.length}`)
  }
  const products = await tx
    .selectFrom('products')
    .select([
      'id',
      'category_id',
      'name',
      'price_minor',
      'approve_commands',
      'refund_commands',
      'expire_commands',
      'duration_seconds',
      'billing_period',
      'rebuy',
      'delivers_to',
      'archived_at',
      'is_gift_card',
      'fields',
      ...CONDITION_COLUMNS,
      // In the same statement, because an edit between two statements would combine the old rule with the new servers.
      sql<Variant[]>`(
        select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'priceMinor', v.price_minor,
          'durationSeconds', v.duration_seconds, 'billingPeriod', v.billing_period, 'translations', v.translations) order by v.position), '[]')
        from product_variants v where v.store_id = products.store_id and v.product_id = products.id and v.removed_at is null)`.as(
        'variants',
      ),
      sql<GameServerId[]>`array(
        select s.server_id from product_servers s
        where s.store_id = products.store_id and s.product_id = products.id order by s.server_id)`.as('choices'),
    ])
    .where('store_id', '=', storeId)
    .where(
      'id',
      'in',
      items.map((item) => item.productId),
    )
    .execute()
  const defaultId = await readDefaultServer(tx, storeId)
  const target = await chooseServers(tx, { storeId, serverId, defaultId })
  if (serverId !== null && products.length > 0 && products.every((product) => product.delivers_to === 'named')) {
    throw new AppError('invalid_request', 'These products have fixed servers. Leave the server out.')
  }

  const lines = items.map(({ productId, variantId = null, quantity, fields: given = {} }, i) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw new AppError('not_found', 'No such product in this store')
    if (product.archived_at)
      throw new AppError('conflict', `"${product.name}" is archived. Restore it to sell it again.`)
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) {
      throw new AppError(
        'invalid_request',
        `The quantity of "${product.name}" must be a whole number from 1 to ${MAX_QUANTITY}`,
      )
    }
    const { id, delivers_to: deliversTo, archived_at: _archived, choices, variants, fields: asked, ...frozen } = product
    const variant = chooseVariant({ product: { name: product.name, variants }, variantId })
    if (deliversTo === 'buyer' && (serverId === null || (choices.length > 0 && !choices.includes(serverId)))) {
      throw new AppError(
        'invalid_request',
        `The buyer of "${product.name}" chooses the server. Name one of the servers that it is sold for.`,
      )
    }
    requireSellableCard(product, { priceMinor: variant?.priceMinor ?? product.price_minor, quantity })
    return {
      ...frozen,
      ...(variant && {
        price_minor: variant.priceMinor,
        duration_seconds: variant.durationSeconds,
        billing_period: variant.billingPeriod,
      }),
      // Renewals extend what the player has.
      ...((variant ? variant.billingPeriod : frozen.billing_period) !== null && { rebuy: 'extend' as const }),
      renewal_of: null,
      variant_id: variant?.id ?? null,
      variant_name: variant?.name ?? null,
      line_no: i + 1,
      product_id: id,
      quantity,
      server_ids: deliversTo === 'named' ? choices : target,
      buyer_server_id: deliversTo === 'named' ? null : serverId,
      // Naming the default server is the same as naming none.
      entitlement_per_server: deliversTo === 'buyer' || serverId !== defaultId,
      reserved: false,
      ...FULL_PRICE,
      values: readValues((asked as FieldsColumn).list, given, { name: product.name, at: fieldsAt({ line_no: i + 1 }) }),
    }
  })
  return freezeConsoles(tx, { storeId, gameUserId, lines })
}

/** Null if the product asks for nothing. */
function readValues(
  fields: ProductField[] = [],
  given: GivenFields,
  { name, at }: { name: string; at: string },
): FieldValue[] | null {
  const unknown = Object.keys(given).find((each) => !fields.some((field) => field.name === each))
  if (unknown !== undefined)
    throw new AppError('invalid_request', `"${name}" does not ask for "${unknown}". Leave it out.`, {
      field: `${at}/${unknown}`,
    })
  return fields.length === 0 ? null : readFieldValues(fields, given, { at })
}

/** Each card is a row with its own code, and is worth its price. */
function requireSellableCard(
  { name, is_gift_card: isGiftCard }: { name: string; is_gift_card: boolean },
  { priceMinor, quantity }: { priceMinor: number; quantity: number },
): void {
  if (!isGiftCard) return
  if (quantity > MAX_GIFT_CARDS)
    throw new AppError('invalid_request', `At most ${MAX_GIFT_CARDS} of the gift card "${name}" can be bought at once`)
  if (priceMinor < 1)
    throw new AppError('conflict', `The gift card "${name}" has no value. Give it a price to sell it.`)
}

/** The requested server or the default server. None if the store has no server; then the sale waits for the first one. */
async function chooseServers(
  tx: Tx,
  { storeId, serverId, defaultId }: { storeId: StoreId; serverId: GameServerId | null; defaultId: GameServerId | null },
): Promise<GameServerId[]> {
  if (serverId === null) return defaultId === null ? [] : [defaultId]
  await requireServer(tx, { storeId, serverId })
  return [serverId]
}

/**
 * The insert of the checkout has locked the key of the store, and creating a first server waits for that lock. So either
 * the new server sees this sale or this sale sees the new server.
 */
async function readDefaultServer(tx: Tx, storeId: StoreId): Promise<GameServerId | null> {
  const store = await tx.selectFrom('stores').select('default_server_id').where('id', '=', storeId).executeTakeFirst()
  return store?.default_server_id ?? null
}

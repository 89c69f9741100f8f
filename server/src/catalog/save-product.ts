import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CategoryId, type GameServerId, newId, type ProductId, type StoreId } from '../ids.ts'
import { parsePrice, requireMinor } from '../money.ts'
import { requireGraceDays } from '../stores/grace.ts'
import { requireBelowLimit } from '../stores/limits.ts'
import { requireLine } from '../text.ts'
import { requireCategory } from './categories/require-category.ts'
import { checkFields, type FieldInput, type ProductField, requireKnownFields } from './fields/product-field.ts'
import { lockProduct } from './lock-product.ts'
import { type BillingPeriod, requireBillingPeriod } from './billing-period.ts'
import type { Rebuy, StageCommands } from './product.ts'
import { type ProductPage, productPageColumns, requireProductName } from './product-page.ts'
import type { ProductDetails } from './product-details.ts'
import { requireFreeSlug } from './require-free-slug.ts'
import { setPictures } from './set-pictures.ts'
import { showProduct } from './show-product.ts'
import { setVariants, type VariantInput } from './variants/set-variants.ts'

const MAX_COMMANDS = 50
const MAX_COMMAND_LENGTH = 1_000

/** Fields of the page that are absent do not change. A new product gets its slug from its name. */
export type ProductInput = Partial<ProductPage> & {
  storeId: StoreId
  /** Without it, a new product is created. */
  id?: ProductId
  name: string
  /** A decimal in the currency of the store, such as 19.90, or minor units. */
  price: string | { minor: number }
  commands: StageCommands
  durationSeconds: number | null
  /** Absent: they do not change. */
  variants?: VariantInput[]
  /** What the buyer is asked for. Absent: they do not change. */
  fields?: FieldInput[]
  /** By default timed products extend and others are independent. */
  rebuy?: Rebuy
  serverIds: GameServerId[]
  buyerChoosesServer: boolean
  /** Null means unlimited. This field and those below do not change if they are absent. */
  stock?: number | null
  /** Null means unlimited. */
  maxPerPlayer?: number | null
  /** A product with a billing period is sold as a subscription, and its duration does not count. */
  billingPeriod?: BillingPeriod | null
  /** How long a subscriber keeps the goods after a renewal failed. Null: as the store says. */
  graceDays?: number | null
  /** Every renewal runs the approve commands. */
  renewalCommands?: boolean
  conditions?: Partial<Conditions>
  categoryId?: CategoryId | null
  /** Its units are gift cards that are worth their price. It has no commands. Absent: it does not change. */
  isGiftCard?: boolean
  /** Throws if the product has another version. */
  expectVersion?: number
}

type Conditions = {
  /** False if its commands work while the player is offline. */
  requiresOnline: boolean
  delaySeconds: number
  freeSlots: number
  /** Its commands can safely run twice. */
  repeatable: boolean
}

/** Creates or changes a product. Existing purchases do not change. */
export async function saveProduct(db: Db | Tx, input: ProductInput): Promise<ProductDetails> {
  const { storeId } = input
  const commands = checkCommands(input)
  const asked = input.fields && checkFields(input.fields)
  return inStore(db, storeId, async (tx) => {
    const store = await tx.selectFrom('stores').select('currency').where('id', '=', storeId).executeTakeFirst()
    if (!store) throw new AppError('not_found', 'No such store')
    requireKnownFields(commands, asked ?? (await readFields(tx, input)))
    const fields = {
      ...fieldsOf({ ...input, commands }, store.currency),
      ...(asked && { fields: { list: asked } }),
    }
    // Before the product, because deleting a category locks the category first too.
    if (input.categoryId) await requireCategory(tx, { storeId, categoryId: input.categoryId })
    if (input.slug !== undefined) await requireFreeSlug(tx, { storeId, slug: input.slug, of: 'products', id: input.id })
    const id = input.id ?? newId<ProductId>()
    if (input.id === undefined) {
      await requireBelowLimit(tx, { storeId, name: 'products', count: () => countProducts(tx, storeId) })
      await tx
        .insertInto('products')
        .values({ store_id: storeId, id, ...fields })
        .execute()
    } else {
      await lockProduct(tx, { storeId, productId: id, expectVersion: input.expectVersion })
      await tx
        .updateTable('products')
        .set({ ...fields, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
    }
    await setServers(tx, { storeId, productId: id, serverIds: input.serverIds })
    if (input.variants)
      await setVariants(tx, { storeId, productId: id, currency: store.currency, variants: input.variants })
    if (input.pictures) await setPictures(tx, { storeId, productId: id, pictures: input.pictures })
    return showProduct(tx, { storeId, productId: id })
  })
}

function fieldsOf(input: ProductInput, currency: string) {
  const { commands, durationSeconds } = input
  return {
    ...productPageColumns(input),
    name: requireProductName(input.name),
    price_minor: typeof input.price === 'string' ? parsePrice(input.price, currency) : requireMinor(input.price.minor),
    approve_commands: commands.approve,
    refund_commands: commands.refund,
    expire_commands: commands.expire,
    duration_seconds: durationSeconds,
    rebuy: input.rebuy ?? defaultRebuy(input),
    ...(input.stock !== undefined && { stock: requireLimit('stock', input.stock, 0) }),
    ...(input.maxPerPlayer !== undefined && {
      max_per_player: requireLimit('limit for each player', input.maxPerPlayer, 1),
    }),
    ...billingColumns(input),
    ...checkConditions(input.conditions ?? {}),
    ...(input.categoryId !== undefined && { category_id: input.categoryId }),
    ...(input.isGiftCard !== undefined && { is_gift_card: input.isGiftCard }),
    delivers_to: input.buyerChoosesServer
      ? ('buyer' as const)
      : input.serverIds.length > 0
        ? ('named' as const)
        : ('default' as const),
  }
}

function billingColumns({ billingPeriod, graceDays, renewalCommands }: ProductInput) {
  return {
    ...(billingPeriod !== undefined && { billing_period: billingPeriod && requireBillingPeriod(billingPeriod) }),
    ...(graceDays !== undefined && { grace_days: graceDays === null ? null : requireGraceDays(graceDays) }),
    ...(renewalCommands !== undefined && { renewal_commands: renewalCommands }),
  }
}

function defaultRebuy({ durationSeconds, billingPeriod = null, variants = [] }: ProductInput): Rebuy {
  const isTimed =
    durationSeconds !== null ||
    billingPeriod !== null ||
    variants.some((variant) => variant.durationSeconds !== null || (variant.billingPeriod ?? null) !== null)
  return isTimed ? 'extend' : 'independent'
}

const MAX_STOCK = 1_000_000_000

function requireLimit(what: string, value: number | null, min: number): number | null {
  if (value === null || (Number.isInteger(value) && value >= min && value <= MAX_STOCK)) return value
  throw new AppError('invalid_request', `The ${what} must be a whole number of at least ${min}`)
}

const MAX_DELAY_SECONDS = 86_400
const MAX_FREE_SLOTS = 1_000

function checkConditions({ requiresOnline, delaySeconds, freeSlots, repeatable }: Partial<Conditions>) {
  if (delaySeconds !== undefined) requireWhole('delay', delaySeconds, MAX_DELAY_SECONDS)
  if (freeSlots !== undefined) requireWhole('number of free slots', freeSlots, MAX_FREE_SLOTS)
  return {
    ...(requiresOnline !== undefined && { requires_online: requiresOnline }),
    ...(delaySeconds !== undefined && { delay_seconds: delaySeconds }),
    ...(freeSlots !== undefined && { free_slots: freeSlots }),
    ...(repeatable !== undefined && { repeatable }),
  }
}

function requireWhole(what: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return
  throw new AppError('invalid_request', `The ${what} must be a whole number from 0 to ${max}`)
}

/** Returns the commands without blanks around them, with which some clients stop. */
function checkCommands({
  commands,
  isGiftCard = false,
  billingPeriod = null,
  variants = [],
}: ProductInput): StageCommands {
  const count = commands.approve.length + commands.refund.length + commands.expire.length
  const isPeriodic = billingPeriod !== null || variants.some((variant) => (variant.billingPeriod ?? null) !== null)
  if (isGiftCard && isPeriodic)
    throw new AppError('invalid_request', 'A gift card cannot be a subscription. Remove the billing period.')
  if (isGiftCard && count > 0)
    throw new AppError('invalid_request', 'A gift card runs no commands on a game server. Remove them.')
  if (!isGiftCard && commands.approve.length === 0)
    throw new AppError('invalid_request', 'A product needs at least one approve command')
  const check = (stage: keyof StageCommands) => {
    const list = commands[stage]
    if (list.length > MAX_COMMANDS) throw new AppError('invalid_request', `At most ${MAX_COMMANDS} ${stage} commands`)
    return list.map((command) => requireLine(`The ${stage} command`, command.trim(), { max: MAX_COMMAND_LENGTH }))
  }
  return { approve: check('approve'), refund: check('refund'), expire: check('expire') }
}

async function setServers(
  tx: Tx,
  { storeId, productId, serverIds }: { storeId: StoreId; productId: ProductId; serverIds: GameServerId[] },
): Promise<void> {
  await tx.deleteFrom('product_servers').where('store_id', '=', storeId).where('product_id', '=', productId).execute()
  const wanted = [...new Set(serverIds)]
  if (wanted.length === 0) return
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from game_servers where store_id = ${storeId} and id = any(${wanted}::uuid[])`.execute(
    tx,
  )
  if (rows[0]?.known !== wanted.length)
    throw new AppError('not_found', 'One of the servers is not a server of this store')
  await tx
    .insertInto('product_servers')
    .values(wanted.map((server_id) => ({ store_id: storeId, product_id: productId, server_id })))
    .execute()
}

async function readFields(tx: Tx, { storeId, id }: ProductInput): Promise<ProductField[]> {
  return id === undefined ? [] : (await showProduct(tx, { storeId, productId: id })).fields
}

async function countProducts(tx: Tx, storeId: StoreId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from products where store_id = ${storeId}`.execute(tx)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CategoryId, type GameServerId, newId, type ProductId, type StoreId } from '../ids.ts'
import { parsePrice, requireMinor } from '../money.ts'
import { requireLine, requireText } from '../text.ts'
import { lockProduct } from './lock-product.ts'
import type { Rebuy, StageCommands } from './product.ts'
import type { ProductDetails } from './product-details.ts'
import { requireCategory } from './require-category.ts'
import { showProduct } from './show-product.ts'

const MOST_COMMANDS = 50
const MOST_CHARACTERS = 1_000

export type ProductInput = {
  storeId: StoreId
  /** Absent: a new product. */
  id?: ProductId
  name: string
  /** A decimal in the store's currency, like 19.90, or its smallest units. */
  price: string | { minor: number }
  commands: StageCommands
  durationSeconds: number | null
  /** Absent: timed products extend, others stand on their own. */
  rebuy?: Rebuy
  serverIds: GameServerId[]
  buyerChoosesServer: boolean
  /** How many can be sold from now on; null: without end. Absent: as it was. */
  stock?: number | null
  /** How many one player may have; null: as many as he likes. Absent: as it was. */
  maxPerPlayer?: number | null
  /** Under which conditions it is delivered. Absent: as it was. */
  conditions?: Partial<Conditions>
  /** Null: in none. Absent: as it was. */
  categoryId?: CategoryId | null
  /** The version that the editor has read. Absent: whatever it is. */
  expectVersion?: number
}

type Conditions = {
  /** False: its commands work while the player is away. */
  requiresOnline: boolean
  delaySeconds: number
  freeSlots: number
  /** A second run of its commands does no harm. */
  repeatable: boolean
}

/** Creates a product, or changes what later sales get; what was sold keeps what it was sold with. */
export async function saveProduct(db: Db | Tx, input: ProductInput): Promise<ProductDetails> {
  const { storeId } = input
  checkCommands(input.commands)
  return inStore(db, storeId, async (tx) => {
    const store = await tx.selectFrom('stores').select('currency').where('id', '=', storeId).executeTakeFirst()
    if (!store) throw new AppError('not_found', 'No such store')
    const fields = fieldsOf(input, store.currency)
    // Before the product: removing a category takes its products after it.
    if (input.categoryId) await requireCategory(tx, { storeId, categoryId: input.categoryId })
    const id = input.id ?? newId<ProductId>()
    if (input.id === undefined) {
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
    return showProduct(tx, { storeId, productId: id })
  })
}

function fieldsOf(input: ProductInput, currency: string) {
  const { commands, durationSeconds } = input
  return {
    name: requireText('The name of the product', input.name, { max: 200 }),
    price_minor: typeof input.price === 'string' ? parsePrice(input.price, currency) : requireMinor(input.price.minor),
    approve_commands: commands.approve,
    refund_commands: commands.refund,
    expire_commands: commands.expire,
    duration_seconds: durationSeconds,
    rebuy: input.rebuy ?? (durationSeconds === null ? ('independent' as const) : ('extend' as const)),
    ...(input.stock !== undefined && { stock: limit('stock', input.stock, 0) }),
    ...(input.maxPerPlayer !== undefined && {
      max_per_player: limit('limit for each player', input.maxPerPlayer, 1),
    }),
    ...checkConditions(input.conditions ?? {}),
    ...(input.categoryId !== undefined && { category_id: input.categoryId }),
    delivers_to: input.buyerChoosesServer
      ? ('buyer' as const)
      : input.serverIds.length > 0
        ? ('named' as const)
        : ('default' as const),
  }
}

const MOST_PIECES = 1_000_000_000

function limit(what: string, value: number | null, least: number): number | null {
  if (value === null || (Number.isInteger(value) && value >= least && value <= MOST_PIECES)) return value
  throw new AppError('invalid_request', `The ${what} must be a whole number of at least ${least}`)
}

const MOST_DELAY_SECONDS = 86_400
const MOST_SLOTS = 1_000

function checkConditions({ requiresOnline, delaySeconds, freeSlots, repeatable }: Partial<Conditions>) {
  if (delaySeconds !== undefined) requireWhole('delay', delaySeconds, MOST_DELAY_SECONDS)
  if (freeSlots !== undefined) requireWhole('number of free slots', freeSlots, MOST_SLOTS)
  return {
    ...(requiresOnline !== undefined && { requires_online: requiresOnline }),
    ...(delaySeconds !== undefined && { delay_seconds: delaySeconds }),
    ...(freeSlots !== undefined && { free_slots: freeSlots }),
    ...(repeatable !== undefined && { repeatable }),
  }
}

function requireWhole(what: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return
  throw new AppError('invalid_request', `The ${what} must be a whole number from 0 to ${most}`)
}

function checkCommands(commands: StageCommands): void {
  if (commands.approve.length === 0) {
    throw new AppError('invalid_request', 'A product needs at least one approve command: it is what delivers it')
  }
  for (const [stage, list] of Object.entries(commands)) {
    if (list.length > MOST_COMMANDS) throw new AppError('invalid_request', `At most ${MOST_COMMANDS} ${stage} commands`)
    for (const command of list) requireLine(`The ${stage} command`, command, { max: MOST_CHARACTERS })
  }
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

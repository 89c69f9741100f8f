import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { elementsOfCheckouts } from '../delivery/elements-of-checkouts.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, type CommandId, type GameServerId, newId, type StoreId } from '../ids.ts'
import { requireLine, requireText } from '../text.ts'
import { approveCheckout } from './approve-checkout.ts'
import type { CheckoutLine } from './checkout.ts'
import { freezeLines, type Item } from './freeze-lines.ts'

export type Sale = {
  storeId: StoreId
  gameUserId: string
  items: Item[]
  /** The server to deliver to, where the product leaves that open. */
  serverId: GameServerId | null
  /** The caller's own number: selling again under it gives the first sale back. */
  reference: string | null
}

export type Sold = { checkoutId: CheckoutId; commandIds: CommandId[] }

/** The operator's sale: paid outside, so the checkout is born paid. All of it happens, or nothing. */
export async function sell(db: Db, sale: Sale): Promise<Sold> {
  const { storeId, serverId } = sale
  const gameUserId = requireLine("The player's id", sale.gameUserId, { most: 255 })
  if (sale.reference !== null) requireText('The reference', sale.reference, { most: 200 })

  return inStore(db, storeId, async (tx) => {
    const { currency, expired } = await storeToSellIn(tx, storeId)
    const checkoutId = await insertPaid(tx, { ...sale, gameUserId, currency })
    if (checkoutId === undefined) return soldBefore(tx, { ...sale, gameUserId })
    // An expired subscription stops new sales; it never stops the delivery of what was paid.
    if (expired)
      throw new AppError('subscription_expired', "The store's subscription has expired; renew it to sell again")
    const lines = await freezeLines(tx, { storeId, items: sale.items, serverId })
    await insertLines(tx, { storeId, checkoutId, lines })
    const commandIds = await approveCheckout(tx, { storeId, checkoutId, gameUserId, currency, lines })
    return { checkoutId, commandIds }
  })
}

async function storeToSellIn(tx: Tx, storeId: StoreId): Promise<{ currency: string; expired: boolean }> {
  const store = await tx
    .selectFrom('stores')
    .select(['currency', sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired')])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!store) throw new AppError('not_found', 'No such store')
  return store
}

async function insertPaid(tx: Tx, sale: Sale & { currency: string }): Promise<CheckoutId | undefined> {
  const id = newId<CheckoutId>()
  const { rows } = await sql<{ id: CheckoutId }>`
    insert into checkouts (store_id, id, reference, game_user_id, currency, state, paid_at)
    values (${sale.storeId}, ${id}, ${sale.reference}, ${sale.gameUserId}, ${sale.currency}, 'paid', now())
    on conflict (store_id, reference) where reference is not null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

async function insertLines(
  tx: Tx,
  { storeId, checkoutId, lines }: { storeId: StoreId; checkoutId: CheckoutId; lines: CheckoutLine[] },
): Promise<void> {
  await tx
    .insertInto('checkout_lines')
    .values(lines.map((line) => ({ store_id: storeId, checkout_id: checkoutId, ...line })))
    .execute()
}

/** The same sale again gives the same answer; another sale under the same reference is a mistake of the caller. */
async function soldBefore(tx: Tx, { storeId, reference, gameUserId, items, serverId }: Sale): Promise<Sold> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['id', 'game_user_id'])
    .where('store_id', '=', storeId)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('checkout_lines')
    .select(['product_id', 'quantity', 'buyer_server_id'])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkout.id)
    .orderBy('line_no')
    .execute()
  const same =
    lines.length === items.length &&
    lines.every((line, i) => line.product_id === items[i]?.productId && line.quantity === items[i].quantity)
  const picked = lines.find((line) => line.buyer_server_id !== null)?.buyer_server_id ?? null
  if (checkout.game_user_id !== gameUserId || !same || picked !== serverId) {
    throw new AppError('reference_reused', `The reference "${reference}" belongs to another sale`)
  }
  const elements = await elementsOfCheckouts(tx, { storeId, checkoutIds: [checkout.id] })
  const approvals = elements.filter((element) => element.type === 'APPROVE' && !element.resent)
  return { checkoutId: checkout.id, commandIds: approvals.map((element) => element.id) }
}

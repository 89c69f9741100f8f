import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, ProductId, StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

type Buyer = { storeId: StoreId; gameUserId: string }
type Limits = { id: ProductId; name: string; max_per_player: number | null }

/**
 * Takes the lines from the stock and checks the limits per player. Products are locked in the order of their ids, so
 * that two checkouts of the same products cannot deadlock.
 */
export async function reserveLines<Line extends CheckoutLine>(
  tx: Tx,
  { storeId, gameUserId, lines }: Buyer & { lines: Line[] },
): Promise<Line[]> {
  const ids = lines.map((line) => line.product_id)
  const { rows: limited } = await sql<Limits>`
    select id, name, max_per_player from products
    where store_id = ${storeId} and id = any(${ids}::uuid[]) and (stock is not null or max_per_player is not null)
    order by id`.execute(tx)
  const reserved = new Set<ProductId>()
  for (const product of limited) {
    const quantity = quantityOf(lines, product.id)
    if (product.max_per_player !== null) await requireBelowLimit(tx, { storeId, gameUserId, product, quantity })
    if (await takeFromStock(tx, { storeId, product, quantity })) reserved.add(product.id)
  }
  return lines.map((line) => ({ ...line, reserved: reserved.has(line.product_id) }))
}

/** An abandoned checkout returns its stock. If it is paid later, it takes the stock again, which can become negative. */
export async function adjustStock(
  tx: Tx,
  { storeId, checkoutId, change }: { storeId: StoreId; checkoutId: CheckoutId; change: 'return' | 'take' },
): Promise<void> {
  const sign = change === 'return' ? 1 : -1
  const { rows } = await sql<{ product_id: ProductId; quantity: number }>`
    select product_id, sum(quantity)::integer as quantity from checkout_lines
    where store_id = ${storeId} and checkout_id = ${checkoutId} and reserved
    group by product_id order by product_id`.execute(tx)
  for (const { product_id: productId, quantity } of rows) {
    await sql`
      update products set stock = stock + ${sign * quantity}::bigint
      where store_id = ${storeId} and id = ${productId} and stock is not null`.execute(tx)
  }
}

async function takeFromStock(
  tx: Tx,
  { storeId, product, quantity }: { storeId: StoreId; product: Limits; quantity: number },
): Promise<boolean> {
  const { rows } = await sql<{ stock: number | null }>`
    update products set stock = stock - ${quantity}::bigint
    where store_id = ${storeId} and id = ${product.id} and stock is not null
    returning stock`.execute(tx)
  const [left] = rows
  if (!left) return false
  if ((left.stock ?? 0) < 0) {
    const before = (left.stock ?? 0) + quantity
    const message = before > 0 ? `Only ${before} of "${product.name}" left` : `"${product.name}" is sold out`
    throw new AppError('sold_out', message)
  }
  return true
}

/** Counts the lines of open, paid and disputed checkouts that are not refunded. */
async function requireBelowLimit(
  tx: Tx,
  { storeId, gameUserId, product, quantity }: Buyer & { product: Limits; quantity: number },
): Promise<void> {
  // Serializes the checkouts of one player for this product, so that each counts the lines of the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${product.id} ${gameUserId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ has: number }>`
    select coalesce(sum(l.quantity), 0)::integer as has from checkouts c
    join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId} and c.state in ('open', 'paid', 'disputed')
      and l.product_id = ${product.id} and l.refunded_at is null and l.renewal_of is null`.execute(tx)
  const max = product.max_per_player ?? Infinity
  if ((rows[0]?.has ?? 0) + quantity > max) {
    throw new AppError('limit_reached', `A player can have at most ${max} of "${product.name}"`)
  }
}

function quantityOf(lines: CheckoutLine[], productId: ProductId): number {
  return lines.reduce((sum, line) => (line.product_id === productId ? sum + line.quantity : sum), 0)
}

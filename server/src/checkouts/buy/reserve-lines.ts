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
    const left = await takeFromStock(tx, { storeId, product, quantity })
    if (left === null) continue
    if (left < 0) throw soldOut(product, left + quantity)
    reserved.add(product.id)
  }
  return lines.map((line) => ({ ...line, reserved: reserved.has(line.product_id) }))
}

/** An abandoned checkout returns its stock. */
export async function returnStock(tx: Tx, key: { storeId: StoreId; checkoutId: CheckoutId }): Promise<void> {
  for (const { id, reserved } of await readProducts(tx, key)) {
    if (reserved === 0) continue
    await sql`
      update products set stock = stock + ${reserved}::bigint
      where store_id = ${key.storeId} and id = ${id} and stock is not null`.execute(tx)
  }
}

type Unheld = Buyer & { checkoutId: CheckoutId; takesStock: boolean; checksLimit: boolean }

/** Takes the stock and checks the limits that a checkout does not hold when it is paid. Returns what is gone; then the caller rolls back. */
export async function takeUnheld(
  tx: Tx,
  { takesStock, checksLimit, ...key }: Unheld,
): Promise<'stock' | 'limit' | undefined> {
  if (!takesStock && !checksLimit) return undefined
  for (const product of await readProducts(tx, key)) {
    const { quantity, reserved, max_per_player: max } = product
    if (checksLimit && max !== null && (await countOwned(tx, { ...key, product })) + quantity > max) return 'limit'
    const left = takesStock && reserved > 0 ? await takeFromStock(tx, { ...key, product, quantity: reserved }) : null
    if (left !== null && left < 0) return 'stock'
  }
  return undefined
}

/** In the order of their ids, in which every transaction locks them. */
async function readProducts(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<(Limits & { quantity: number; reserved: number })[]> {
  const { rows } = await sql<Limits & { quantity: number; reserved: number }>`
    select p.id, p.name, p.max_per_player, sum(l.quantity)::integer as quantity,
      coalesce(sum(l.quantity) filter (where l.reserved), 0)::integer as reserved
    from checkout_lines l join products p on p.store_id = l.store_id and p.id = l.product_id
    where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} and l.renewal_of is null
    group by p.store_id, p.id order by p.id`.execute(tx)
  return rows
}

/** Null if the product has no limited stock. Below zero if there was not enough. */
async function takeFromStock(
  tx: Tx,
  { storeId, product, quantity }: { storeId: StoreId; product: Limits; quantity: number },
): Promise<number | null> {
  const { rows } = await sql<{ stock: number }>`
    update products set stock = stock - ${quantity}::bigint
    where store_id = ${storeId} and id = ${product.id} and stock is not null
    returning stock`.execute(tx)
  return rows[0]?.stock ?? null
}

function soldOut({ name }: Limits, before: number): AppError {
  return new AppError('sold_out', before > 0 ? `Only ${before} of "${name}" left` : `"${name}" is sold out`)
}

async function requireBelowLimit(
  tx: Tx,
  { quantity, ...buyer }: Buyer & { product: Limits; quantity: number },
): Promise<void> {
  const { name, max_per_player: max } = buyer.product
  if ((await countOwned(tx, buyer)) + quantity > (max ?? Infinity))
    throw new AppError('limit_reached', `A player can have at most ${max} of "${name}"`)
}

/** Counts the lines of paid and disputed checkouts that are not refunded, and of open ones that hold a part of the limit. */
async function countOwned(tx: Tx, { storeId, gameUserId, product }: Buyer & { product: Limits }): Promise<number> {
  // Serializes the checkouts of one player for this product, so that each counts the lines of the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${product.id} ${gameUserId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ has: number }>`
    select coalesce(sum(l.quantity), 0)::integer as has from checkouts c
    join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId}
      and (c.state in ('paid', 'disputed') or c.state = 'open' and c.holds_player)
      and l.product_id = ${product.id} and l.refunded_at is null and l.renewal_of is null`.execute(tx)
  return rows[0]?.has ?? 0
}

function quantityOf(lines: CheckoutLine[], productId: ProductId): number {
  return lines.reduce((sum, line) => (line.product_id === productId ? sum + line.quantity : sum), 0)
}

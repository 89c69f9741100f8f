import { sql } from 'kysely'
import type { Rebuy } from '../catalog/product.ts'
import type { Tx } from '../db/database.ts'
import { type EntitlementId, type GameServerId, newId, type ProductId, type StoreId } from '../ids.ts'
import type { LineKey } from './entitlement.ts'

/** Where the product decides, not the buyer. */
const EVERYWHERE = '00000000-0000-0000-0000-000000000000'

export type GrantedLine = LineKey & {
  storeId: StoreId
  productId: ProductId
  gameUserId: string
  rebuy: Rebuy
  quantity: number
  /** For one unit; null: for ever. */
  durationSeconds: number | null
  serverIds: GameServerId[]
  buyerServerId: GameServerId | null
  /** The product with its expire commands, ready to hand out; null: nothing to run when it ends. */
  expiry: string | null
}

/**
 * Gives a player what a sold line promises. A product that extends feeds the entitlement the player already
 * holds, and locks it, so two purchases at once take turns.
 */
export async function grantLine(tx: Tx, line: GrantedLine): Promise<EntitlementId> {
  const { storeId, checkoutId, lineNo, quantity } = line
  const { rows } = await sql<{ id: EntitlementId }>`
    insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
    values (${storeId}, ${newId<EntitlementId>()}, ${line.productId}, ${line.gameUserId}, ${line.rebuy},
      ${line.buyerServerId ?? EVERYWHERE}, '-infinity')
    on conflict (store_id, product_id, game_user_id, scope) where ended_at is null and rebuy = 'extend'
    do update set until = entitlements.until
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an entitlement was neither made nor found')

  // Units of a product that extends follow each other; units that stand on their own run side by side.
  const units = line.rebuy === 'extend' ? quantity : 1
  await tx
    .insertInto('grants')
    .values({
      store_id: storeId,
      checkout_id: checkoutId,
      line_no: lineNo,
      entitlement_id: id,
      quantity,
      seconds: line.durationSeconds === null ? null : line.durationSeconds * units,
      server_ids: line.serverIds,
      expiry: line.expiry,
    })
    .execute()
  await sql`
    update entitlements set until = entitled_until(store_id, id)
    where store_id = ${storeId} and id = ${id}`.execute(tx)
  return id
}

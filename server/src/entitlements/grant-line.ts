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
  /** The conditions under which the EXPIRE is delivered. */
  requiresOnline: boolean
  repeatable: boolean
}

/**
 * Gives a player what a sold line promises. A product that extends feeds the entitlement the player already
 * holds, and locks it, so two purchases at once take turns.
 */
export async function grantLine(tx: Tx, line: GrantedLine): Promise<void> {
  // Units of a product that extends follow each other; units that stand on their own run side by side.
  const units = line.rebuy === 'extend' ? line.quantity : 1
  const seconds = line.durationSeconds === null ? null : line.durationSeconds * units
  await sql`
    select grant_line(${line.storeId}, ${line.checkoutId}, ${line.lineNo}::smallint, ${newId<EntitlementId>()}, ${line.productId},
      ${line.gameUserId}, ${line.rebuy}, ${line.buyerServerId ?? EVERYWHERE}, ${line.quantity}, ${seconds},
      ${line.serverIds}::uuid[], ${line.expiry}, ${line.requiresOnline}, ${line.repeatable})`.execute(tx)
}

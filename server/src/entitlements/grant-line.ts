import { sql } from 'kysely'
import type { Rebuy } from '../catalog/product.ts'
import type { Tx } from '../db/database.ts'
import { type EntitlementId, type GameServerId, newId, type ProductId, type StoreId } from '../ids.ts'
import type { LineKey } from './entitlement.ts'

/** The scope of an entitlement that is not bound to a server of the buyer's choice. */
const ALL_SERVERS = '00000000-0000-0000-0000-000000000000'

export type GrantedLine = LineKey & {
  storeId: StoreId
  productId: ProductId
  gameUserId: string
  rebuy: Rebuy
  quantity: number
  /** The duration of one unit. Null means for ever. */
  durationSeconds: number | null
  serverIds: GameServerId[]
  buyerServerId: GameServerId | null
  /** The product with its expire commands, as an EXPIRE delivery contains it. Null if it has no expire commands. */
  expiry: string | null
  /** The conditions of the EXPIRE delivery. */
  requiresOnline: boolean
  repeatable: boolean
}

/** Grants a sold line. See grant-line.sql. */
export async function grantLine(tx: Tx, line: GrantedLine): Promise<void> {
  // Units of a product with rebuy `extend` add up; independent units run at the same time.
  const units = line.rebuy === 'extend' ? line.quantity : 1
  const seconds = line.durationSeconds === null ? null : line.durationSeconds * units
  await sql`
    select grant_line(${line.storeId}, ${line.checkoutId}, ${line.lineNo}::smallint, ${newId<EntitlementId>()}, ${line.productId},
      ${line.gameUserId}, ${line.rebuy}, ${line.buyerServerId ?? ALL_SERVERS}, ${line.quantity}, ${seconds},
      ${line.serverIds}::uuid[], ${line.expiry}, ${line.requiresOnline}, ${line.repeatable})`.execute(tx)
}

import { createHash } from 'node:crypto'
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
  /** Purchases with different keys do not extend each other. Null: the values of the buyer do not matter. */
  valuesKey: string | null
  /** The product with its expire commands, as an EXPIRE delivery contains it. Null if it has no expire commands. */
  expiry: string | null
  /** The same for each server, if it contains values of the buyer. */
  expiryByServer: Record<string, string> | null
  /** The conditions of the EXPIRE delivery. */
  requiresOnline: boolean
  repeatable: boolean
  /** When its time starts. Absent: now. */
  startsAt?: Date | undefined
}

/** Grants a sold line and says whether the player did not have the entitlement before. See grant-line.sql. */
export async function grantLine(tx: Tx, line: GrantedLine): Promise<{ isNew: boolean }> {
  // Units of a product with rebuy `extend` add up; independent units run at the same time.
  const units = line.rebuy === 'extend' ? line.quantity : 1
  const seconds = line.durationSeconds === null ? null : line.durationSeconds * units
  const id = newId<EntitlementId>()
  const { rows } = await sql<{ held: EntitlementId }>`
    select grant_line(${line.storeId}, ${line.checkoutId}, ${line.lineNo}::smallint, ${id}, ${line.productId},
      ${line.gameUserId}, ${line.rebuy}, ${scopeOf(line)}, ${line.quantity}, ${seconds},
      ${line.serverIds}::uuid[], ${line.expiry}, ${line.requiresOnline}, ${line.repeatable}, ${line.expiryByServer && JSON.stringify(line.expiryByServer)}::jsonb,
      coalesce(${line.startsAt ?? null}::timestamptz, now())) as held`.execute(tx)
  return { isNew: rows[0]?.held === id }
}

/** The server that the buyer chose. With values, an id that is derived from both. */
function scopeOf({ buyerServerId, valuesKey }: GrantedLine): string {
  const place = buyerServerId ?? ALL_SERVERS
  if (valuesKey === null) return place
  const hash = createHash('sha256').update(`${place} ${valuesKey}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

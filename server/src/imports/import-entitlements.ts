import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deliveryContent, productText } from '../delivery/delivery-content.ts'
import { AppError } from '../errors.ts'
import { rulesOf } from '../game-servers/profiles/profile-rules.ts'
import { type CheckoutId, type EntitlementId, newId } from '../ids.ts'
import { requireLine } from '../text.ts'
import { type ImportedEntitlement, type ImportedItem, importedItem, type ImportSettings } from './import.ts'
import { type GrantedProduct, readGrantedProducts } from './read-granted-products.ts'
import { type NewGrant, storeGrants } from './store-grants.ts'

type Known = { sourceId: string; until: Date | null; quantity: number; isActive: boolean }
type Decision =
  { outcome: 'unchanged' } | { outcome: 'kept'; message: string } | { outcome: 'created' | 'changed'; grant: NewGrant }

/**
 * Records what players own at another platform as owned here. Nothing is enqueued: the platform has delivered it. One
 * that lasts longer there than at the last import is extended, and one that is shorter stays as it is.
 */
export async function importEntitlements(
  tx: Tx,
  settings: ImportSettings,
  entitlements: ImportedEntitlement[],
): Promise<ImportedItem[]> {
  if (entitlements.length === 0) return []
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  const now = rows[0]?.now ?? new Date()
  const products = await readGrantedProducts(tx, settings, [
    ...new Set(entitlements.map(({ productSourceId }) => productSourceId)),
  ])
  const known = await readKnown(tx, settings, entitlements.map(keyOf))
  const seen = new Set<string>()
  const grants: NewGrant[] = []
  const items = entitlements.map((entitlement) => {
    const { productSourceId: sourceId, gameUserId } = entitlement
    try {
      const key = keyOf(entitlement)
      if (seen.has(key)) throw new AppError('invalid_request', 'The same player and product are twice in this batch.')
      seen.add(key)
      const product = products.get(sourceId)
      if (!product) throw new AppError('not_found', 'Its product was not imported, so it was not imported either.')
      const decision = decide(entitlement, { key, product, known: known.get(key), now })
      if ('grant' in decision) grants.push(decision.grant)
      const { outcome } = decision
      return importedItem({ outcome, sourceId, gameUserId, message: 'message' in decision ? decision.message : null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return importedItem({ outcome: 'failed', sourceId, gameUserId, message: error.message })
    }
  })
  await storeGrants(tx, settings, grants)
  return items
}

type Facts = { key: string; product: GrantedProduct; known: Known | undefined; now: Date }

function decide(entitlement: ImportedEntitlement, { key, product, known, now }: Facts): Decision {
  const { since, until } = entitlement
  const isExtending = product.rebuy === 'extend'
  const quantity = isExtending ? 1 : entitlement.quantity
  const grant = (more: Pick<NewGrant, 'units' | 'seconds' | 'grantedAt' | 'since'>): NewGrant => ({
    checkoutId: newId<CheckoutId>(),
    entitlementId: newId<EntitlementId>(),
    product,
    gameUserId: entitlement.gameUserId,
    until,
    quantity,
    key,
    ...more,
    ...contentOf(product, more),
  })
  if (known) {
    const [before, after] = [known.until?.getTime() ?? Infinity, until?.getTime() ?? Infinity]
    if (before === after && known.quantity === quantity) return { outcome: 'unchanged' }
    if (!known.isActive) return { outcome: 'kept', message: 'It has ended here after it had been imported.' }
    if (after < before || quantity < known.quantity)
      return { outcome: 'kept', message: 'It is shorter or less at the source now. Refund its order if it must end.' }
    if (isExtending) {
      const seconds = after === Infinity ? null : Math.ceil((after - before) / 1000)
      return { outcome: 'changed', grant: grant({ units: 1, seconds, grantedAt: now, since: now }) }
    }
    const units = quantity - known.quantity
    if (units === 0) return { outcome: 'kept', message: 'Its units are independent here, so it cannot be extended.' }
    return { outcome: 'changed', grant: grant({ units, ...timesOf({ since, until, now }) }) }
  }
  requireLine("The player's id", entitlement.gameUserId, { max: 255 })
  requireReadable(entitlement.gameUserId, product)
  if (until !== null && until <= now) throw new AppError('invalid_request', 'It has already ended.')
  return { outcome: 'created', grant: grant({ units: quantity, ...timesOf({ since, until, now }) }) }
}

/** A grant counts whole seconds from its beginning, and has to end exactly when the source says. */
function timesOf({ since, until, now }: { since: Date | null; until: Date | null; now: Date }) {
  const bought = since !== null && since < now ? since : now
  if (until === null) return { since: bought, grantedAt: bought, seconds: null }
  const seconds = Math.ceil((until.getTime() - bought.getTime()) / 1000)
  return { since: bought, grantedAt: new Date(until.getTime() - seconds * 1000), seconds }
}

function contentOf(product: GrantedProduct, { units, seconds }: Pick<NewGrant, 'units' | 'seconds'>) {
  const { id: productId, name, currency, approveCommands, expireCommands } = product
  const line = { lineNo: 1, productId, name, priceMinor: 0, currency, quantity: units }
  return {
    approve: deliveryContent([{ ...line, commands: approveCommands }]),
    expire: seconds !== null && expireCommands.length > 0 ? productText({ ...line, commands: expireCommands }) : null,
  }
}

/** At its end, the game has to find the player. */
function requireReadable(gameUserId: string, { profiles }: GrantedProduct): void {
  const profile = profiles.find((each) => rulesOf(each).playerIds?.test(gameUserId) === false)
  if (profile === undefined) return
  throw new AppError(
    'invalid_request',
    `A server of the product finds players by number (profile ${profile}), and this id is not a number that it can read.`,
  )
}

/** Of the player's id only a hash is stored, so that an erased player is not found again by it. */
function keyOf({ productSourceId, gameUserId }: ImportedEntitlement): string {
  return createHash('sha256').update(`${productSourceId}\n${gameUserId}`).digest('hex')
}

async function readKnown(tx: Tx, { storeId, source }: ImportSettings, keys: string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select r.source_id as "sourceId", nullif(r.until, 'infinity') as until, coalesce(r.quantity, 1) as quantity, e.ended_at is null as "isActive"
    from imported_records r
    join entitlements e on e.store_id = r.store_id and e.id = r.target_id
    where r.store_id = ${storeId} and r.source = ${source} and r.kind = 'entitlement' and r.source_id = any(${keys}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.sourceId, row]))
}

import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

type Options = {
  storeId: StoreId
  /** In ascending order. */
  ids: EntitlementId[]
  /** Wait for locks instead of skipping. Only for a single entitlement, because waiting with other locks can deadlock. */
  wait: boolean
}

/**
 * Locks entitlements and the purchases that grant them, in the order in which a refund does, so that no refund, expiry
 * or resend changes them until the end of the transaction. Returns the entitlements before the first one that another
 * transaction has locked, so that the order is kept.
 */
export async function lockEntitlements(tx: Tx, { storeId, ids, wait }: Options): Promise<EntitlementId[]> {
  const lock = wait ? sql`for no key update` : sql`for no key update skip locked`
  const { rows: purchases } = await sql<{ id: string }>`
    select c.id from checkouts c
    where c.store_id = ${storeId} and c.id in (
      select g.checkout_id from grants g
      where g.store_id = ${storeId} and g.entitlement_id = any(${ids}::uuid[]) and g.revoked_at is null)
    order by c.id
    ${lock}`.execute(tx)
  const { rows } = await sql<{ id: EntitlementId }>`
    select e.id from entitlements e
    where e.store_id = ${storeId} and e.id = any(${ids}::uuid[]) and not exists (
      select from grants g
      where g.store_id = e.store_id and g.entitlement_id = e.id and g.revoked_at is null
        and g.checkout_id <> all(${purchases.map(({ id }) => id)}::uuid[]))
    order by e.id
    ${lock}`.execute(tx)
  const locked = new Set(rows.map(({ id }) => id))
  const firstSkipped = ids.findIndex((id) => !locked.has(id))
  return firstSkipped < 0 ? ids : ids.slice(0, firstSkipped)
}

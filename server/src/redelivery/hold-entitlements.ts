import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

type Asked = {
  storeId: StoreId
  /** In their order. */
  ids: EntitlementId[]
  /** Waits for what somebody else has in hand. Only for one: who waits while he holds others may wait in a circle. */
  waiting: boolean
}

/**
 * Holds entitlements and the purchases that feed them, in the order in which a refund does, so that what is decided about
 * them is still so when it is done: no refund, expiry or resend comes between. Answers with those before the first that
 * somebody else has in hand: nothing is overtaken.
 */
export async function holdEntitlements(tx: Tx, { storeId, ids, waiting }: Asked): Promise<EntitlementId[]> {
  const lock = waiting ? sql`for no key update` : sql`for no key update skip locked`
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
  const free = new Set(rows.map(({ id }) => id))
  const taken = ids.findIndex((id) => !free.has(id))
  return taken < 0 ? ids : ids.slice(0, taken)
}

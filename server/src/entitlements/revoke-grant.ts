import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'
import type { LineKey } from './entitlement.ts'

/**
 * The state of the entitlement after a grant was revoked:
 *   kept     other purchases still grant it, so the game must not revoke it
 *   ended    no purchase grants it any more, so the game must revoke it
 *   expired  it had expired before, and an EXPIRE was enqueued then
 */
export type Revocation = {
  outcome: 'kept' | 'ended' | 'expired'
  /** All lines that contributed to the entitlement, newest first. Each of them may have been delivered. */
  lines: GrantedLine[]
}

type GrantedLine = LineKey & { expires: boolean; revoked: boolean }

/** Revokes the grant of a line. The order in which grants are revoked does not matter. */
export async function revokeGrant(
  tx: Tx,
  { storeId, checkoutId, lineNo }: LineKey & { storeId: StoreId },
): Promise<Revocation> {
  const { rows } = await sql<{ id: EntitlementId; ended_by: 'refund' | 'expiry' | null }>`
    select e.id, e.ended_by from entitlements e
    join grants g on g.store_id = e.store_id and g.entitlement_id = e.id
    where g.store_id = ${storeId} and g.checkout_id = ${checkoutId} and g.line_no = ${lineNo}
    for update of e`.execute(tx)
  const entitlement = rows[0]
  if (!entitlement) throw new Error(`line ${lineNo} of checkout ${checkoutId} grants nothing`)
  await sql`
    update grants set revoked_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and line_no = ${lineNo}`.execute(tx)
  const lines = await readLines(tx, { storeId, id: entitlement.id })
  if (entitlement.ended_by !== null) {
    const hasExpired = entitlement.ended_by === 'expiry' && lines.some((line) => line.expires)
    return { outcome: hasExpired ? 'expired' : 'ended', lines }
  }

  // If the remaining grants are past their end, the expiry worker ends the entitlement, because their deliveries may
  // still be pending. Without expire commands nothing would be revoked in the game, so the refund ends it.
  const newest = lines.find((line) => !line.revoked)
  const isActive = sql`rest.until > case when ${newest?.expires === true} then '-infinity' else now() end`
  const { rows: changed } = await sql<{ ended: boolean }>`
    with rest as (select entitled_until(${storeId}, ${entitlement.id}) as until)
    update entitlements e set
      until = case when ${isActive} then rest.until else e.until end,
      ended_at = case when ${isActive} then null else now() end,
      ended_by = case when ${isActive} then null else 'refund' end
    from rest
    where e.store_id = ${storeId} and e.id = ${entitlement.id}
    returning e.ended_at is not null as ended`.execute(tx)
  return { outcome: changed[0]?.ended === true ? 'ended' : 'kept', lines }
}

async function readLines(tx: Tx, { storeId, id }: { storeId: StoreId; id: EntitlementId }): Promise<GrantedLine[]> {
  const { rows } = await sql<GrantedLine>`
    select checkout_id as "checkoutId", line_no as "lineNo", expire_product is not null as expires,
      revoked_at is not null as revoked
    from grants
    where store_id = ${storeId} and entitlement_id = ${id}
    order by granted_at desc, checkout_id desc, line_no desc`.execute(tx)
  return rows
}

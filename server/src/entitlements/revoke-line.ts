import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'
import type { LineKey } from './entitlement.ts'

/**
 * What a refund of a line means for the player:
 *   kept     other purchases still grant it, nothing may be taken away
 *   ended    nothing grants it any more, so what was delivered must be taken back
 *   expired  it had run out before, and was taken away then
 */
export type Revocation = {
  outcome: 'kept' | 'ended' | 'expired'
  /** All lines that fed the entitlement, newest first: each of them may have been delivered. */
  lines: FedLine[]
}

type FedLine = LineKey & { expires: boolean; revoked: boolean }

/** Works the refund of one line out from what the player still holds. The order of refunds does not matter. */
export async function revokeLine(
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
  const lines = await linesOf(tx, { storeId, id: entitlement.id })
  if (entitlement.ended_by !== null) {
    const tookAway = entitlement.ended_by === 'expiry' && lines.some((line) => line.expires)
    return { outcome: tookAway ? 'expired' : 'ended', lines }
  }

  // Where the purchases that are left have run out meanwhile, the scheduler finds it due and expires it: their
  // elements may still be waiting. Without expire commands nobody would take anything, so the refund does.
  const runsOn = sql`rest.until > case when ${newestLeft(lines)?.expires === true} then '-infinity' else now() end`
  const { rows: changed } = await sql<{ ended: boolean }>`
    with rest as (select entitled_until(${storeId}, ${entitlement.id}) as until)
    update entitlements e set
      until = case when ${runsOn} then rest.until else e.until end,
      ended_at = case when ${runsOn} then null else now() end,
      ended_by = case when ${runsOn} then null else 'refund' end
    from rest
    where e.store_id = ${storeId} and e.id = ${entitlement.id}
    returning e.ended_at is not null as ended`.execute(tx)
  return { outcome: changed[0]?.ended === true ? 'ended' : 'kept', lines }
}

function newestLeft(lines: FedLine[]): FedLine | undefined {
  return lines.find((line) => !line.revoked)
}

async function linesOf(tx: Tx, { storeId, id }: { storeId: StoreId; id: EntitlementId }): Promise<FedLine[]> {
  const { rows } = await sql<FedLine>`
    select checkout_id as "checkoutId", line_no as "lineNo", expire_product is not null as expires,
      revoked_at is not null as revoked
    from grants
    where store_id = ${storeId} and entitlement_id = ${id}
    order by granted_at desc, checkout_id desc, line_no desc`.execute(tx)
  return rows
}

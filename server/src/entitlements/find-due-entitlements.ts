import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

export const PARTITIONS = 16

export type DueEntitlement = {
  storeId: StoreId
  id: EntitlementId
  /** As text, because a Date would lose the microseconds and the next page starts after this value. */
  until: string
  /** The approximate number of EXPIRE deliveries. */
  weight: number
}

const NIL = '00000000-0000-0000-0000-000000000000'

type Page = {
  limit: number
  /** Without it, all stores. Stores are partitioned by the last byte of their ids, which is random. */
  partition?: number
  after?: Pick<DueEntitlement, 'until' | 'storeId' | 'id'>
}

/** Entitlements that are past their end, oldest first. Read without locks, so expiring them must check again. */
export async function findDueEntitlements(
  reader: ReaderDb,
  { limit, partition, after }: Page,
): Promise<DueEntitlement[]> {
  const inPartition =
    partition === undefined ? sql`true` : sql`get_byte(uuid_send(store_id), 15) % ${PARTITIONS}::integer = ${partition}`
  const { rows } = await sql<DueEntitlement>`
    select e.store_id as "storeId", e.id, e.until::text as until,
      case e.rebuy when 'extend' then 1 else coalesce((
        select sum(g.quantity * greatest(1, cardinality(g.server_ids)))::integer from grants g
        where g.store_id = e.store_id and g.entitlement_id = e.id), 1) end as weight
    from entitlements e
    where e.ended_at is null and e.until < 'infinity' and e.until <= now() and ${inPartition}
      and (e.until, e.store_id, e.id) > (${after?.until ?? '-infinity'}::timestamptz, ${after?.storeId ?? NIL}::uuid, ${after?.id ?? NIL}::uuid)
    order by e.until, e.store_id, e.id
    limit ${limit}`.execute(reader)
  return rows
}

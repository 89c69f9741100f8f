import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'

export const LANES = 16

export type Candidate = {
  storeId: StoreId
  id: EntitlementId
  /** As text: a Date would lose the microseconds, and the next slice begins behind this one. */
  until: string
  /** About how many elements its end queues. */
  weight: number
}

const NIL = '00000000-0000-0000-0000-000000000000'

type Search = {
  limit: number
  /** A sixteenth of all stores, by the last byte of their ids, which is chance. */
  lane?: number
  after?: Pick<Candidate, 'until' | 'storeId' | 'id'>
}

/** What seems to be over, oldest first, in all stores or in one lane of them. Whoever ends it asks again, under its lock. */
export async function expireCandidates(reader: ReaderDb, { limit, lane, after }: Search): Promise<Candidate[]> {
  const inLane = lane === undefined ? sql`true` : sql`get_byte(uuid_send(store_id), 15) % ${LANES}::integer = ${lane}`
  const { rows } = await sql<Candidate>`
    select e.store_id as "storeId", e.id, e.until::text as until,
      case e.rebuy when 'extend' then 1 else coalesce((
        select sum(g.quantity * greatest(1, cardinality(g.server_ids)))::integer from grants g
        where g.store_id = e.store_id and g.entitlement_id = e.id), 1) end as weight
    from entitlements e
    where e.ended_at is null and e.until < 'infinity' and e.until <= now() and ${inLane}
      and (e.until, e.store_id, e.id) > (${after?.until ?? '-infinity'}::timestamptz, ${after?.storeId ?? NIL}::uuid, ${after?.id ?? NIL}::uuid)
    order by e.until, e.store_id, e.id
    limit ${limit}`.execute(reader)
  return rows
}

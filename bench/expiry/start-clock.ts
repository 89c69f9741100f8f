import type pg from 'pg'

/**
 * Moves the entitlements that become due during the run to the next seconds, with their purchases. They were created a
 * day ahead, because the time to build the database is not known. Returns the start, by the clock of the database.
 */
export async function startClock(client: pg.Client): Promise<Date> {
  await client.query(`
    set session_replication_role = replica;
    create temporary table shift as
      select clock_timestamp() + interval '1 second' - min(until) as by from bench.owned where is_due_later;
    update bench.owned set until = until + shift.by from shift where is_due_later;
    update grants g set granted_at = granted_at + shift.by from shift, bench.owned o
      where o.is_due_later and g.store_id = o.store_id and g.entitlement_id = o.id;
    update entitlements e set until = o.until from bench.owned o
      where o.is_due_later and e.store_id = o.store_id and e.id = o.id`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  if (!rows[0]) throw new Error('The database did not return its time')
  return rows[0].now
}

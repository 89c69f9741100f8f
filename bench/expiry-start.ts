import type pg from 'pg'

/**
 * What ends while the schedulers run lay a day ahead until now: it is moved to the next seconds, purchases and all,
 * because nobody knows beforehand how long the building takes. Answers with the start, by the database's clock.
 */
export async function startTheClock(client: pg.Client): Promise<Date> {
  await client.query(`
    set session_replication_role = replica;
    create temporary table shift as select clock_timestamp() + interval '1 second' - min(until) as by from bench.held where soon;
    update bench.held set until = until + shift.by from shift where soon;
    update grants g set granted_at = granted_at + shift.by from shift, bench.held h
      where h.soon and g.store_id = h.store_id and g.entitlement_id = h.id;
    update entitlements e set until = h.until from bench.held h where h.soon and e.store_id = h.store_id and e.id = h.id`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  if (!rows[0]) throw new Error('the database did not tell the time')
  return rows[0].now
}

import { type QueryExecutorProvider, sql } from 'kysely'

type Lacking = { name: string; lacks_policy: boolean }

/**
 * Lets the role for backups read every table. Runs as the owner of the tables, at every migration and before every backup,
 * so that a new table or partition can't be forgotten: row-level security would hide its rows without an error. The caller
 * opens a transaction.
 */
export async function allowBackup(db: QueryExecutorProvider): Promise<void> {
  // Another migration of this database may be doing the same, which can take longer than the lock timeout.
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtext('quartermaster backup rights'))`.execute(db)
  await sql`set local lock_timeout = '2s'`.execute(db)
  const { rows } = await sql<Lacking>`
    with found as (
      select c.oid, c.relkind, c.relrowsecurity and not exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r' and p.polpermissive
          and p.polroles = array['quartermaster_backup'::regrole::oid] and pg_get_expr(p.polqual, p.polrelid) = 'true') as lacks_policy
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S'))
    select oid::regclass::text as name, lacks_policy from found
    where lacks_policy or not case when relkind = 'S' then has_sequence_privilege('quartermaster_backup', oid, 'SELECT')
      else has_table_privilege('quartermaster_backup', oid, 'SELECT') end
    order by name`.execute(db)
  for (const { name, lacks_policy } of rows) {
    await sql.raw(`grant select on ${name} to quartermaster_backup`).execute(db)
    if (lacks_policy) {
      await sql.raw(`create policy backup on ${name} for select to quartermaster_backup using (true)`).execute(db)
    }
  }
}

import { type QueryExecutorProvider, sql } from 'kysely'

/** Reads every row of every table. Only `quartermaster backup` and `restore` use it. */
export const BACKUP_ROLE = 'quartermaster_backup'

export const ROLES = [
  'quartermaster_app',
  'quartermaster_gateway',
  'quartermaster_reader',
  'quartermaster_accounts',
  BACKUP_ROLE,
]

/**
 * Creates the roles that the cluster lacks, and lets the user of DATABASE_URL take them. Roles belong to the whole cluster
 * and are in no dump, so they must exist before the tables of a dump are restored.
 */
export async function createRoles(db: QueryExecutorProvider): Promise<void> {
  await sql`
    do $$
    declare
      wanted text;
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock(hashtext('quartermaster roles'));
      foreach wanted in array array['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts', 'quartermaster_backup'] loop
        if not exists (select from pg_roles where rolname = wanted) then
          begin
            execute format('create role %I nologin', wanted);
          exception when duplicate_object or unique_violation then null; -- another database of this cluster created it first
          end;
        end if;
        begin
          -- Since PostgreSQL 16 the creator of a role is a member that may not set it.
          perform set_config('role', wanted, true);
          perform set_config('role', 'none', true);
        exception when insufficient_privilege or invalid_parameter_value then
          execute format('grant %I to current_user', wanted);
        end;
      end loop;
    end
    $$`.execute(db)
}

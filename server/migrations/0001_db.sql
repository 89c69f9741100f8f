-- The application connects with the login that owns the tables and takes one of four roles at once. No role owns a table.
--   app       works inside one store; row-level security hides every row until a store is set
--   gateway   serves the game servers: looks up server keys, dispatches deliveries, accepts reports
--   reader    reads across stores: due work, operators, `quartermaster verify`
--   accounts  signs people in; no other role sees passwords, sessions or second factors
do $$
declare
  wanted text;
begin
  foreach wanted in array array['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null; -- a migration of another database in this cluster created it first
      end;
    end if;
    begin
      -- Membership alone is not enough: since PostgreSQL 16 the creator of a role is a member that may not set it.
      perform set_config('role', wanted, true);
      perform set_config('role', 'none', true);
    exception when insufficient_privilege or invalid_parameter_value then
      execute format('grant %I to current_user', wanted);
    end;
  end loop;
end
$$;

grant select on migrations to quartermaster_reader;

/* The store of this transaction. Null, so that no row is visible, if none was set. */
create function current_store() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('quartermaster.store_id', true), '')::uuid;

/* For triggers that guard an invariant. The argument says which one. */
create function reject_change() returns trigger
  language plpgsql as
$$
begin
  raise exception 'not allowed: %', tg_argv[0] using errcode = 'check_violation', table = tg_table_name;
end
$$;

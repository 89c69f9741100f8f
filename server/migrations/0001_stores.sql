-- Three roles stand between the application and the tables, and none of them owns a table:
--   app      works inside one store; row-level security shows it nothing until a store is set
--   gateway  serves the game servers: finds a key, hands the queue out, takes reports
--   reader   looks across stores: what is due, what an operator asks for, the invariant checker
do $$
declare
  wanted text;
begin
  foreach wanted in array array['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null; -- another database of this cluster was faster
      end;
    end if;
    begin
      -- Membership alone does not say it: since version 16 the maker of a role is a member that may not take it.
      perform set_config('role', wanted, true);
      perform set_config('role', 'none', true);
    exception when insufficient_privilege or invalid_parameter_value then
      execute format('grant %I to current_user', wanted);
    end;
  end loop;
end
$$;

/* The store this transaction works in; null, and so no row at all, when none was set. */
create function current_store() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('quartermaster.store_id', true), '')::uuid;

create function refuse_change() returns trigger
  language plpgsql as
$$
begin
  raise exception 'not allowed: %', tg_argv[0] using errcode = 'check_violation', table = tg_table_name;
end
$$;

create table stores (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  plan text not null check (length(plan) between 1 and 64),
  expires_at timestamptz,
  url text not null check (length(url) between 1 and 253),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  default_server_id uuid,
  created_at timestamptz not null default now()
);

alter table stores enable row level security;
alter table stores force row level security;
create policy own_store on stores to quartermaster_app using (id = current_store()) with check (id = current_store());
create policy gateway on stores for select to quartermaster_gateway using (true);
create policy reader on stores for select to quartermaster_reader using (true);

grant select, insert, update (name, plan, expires_at, url, default_server_id) on stores to quartermaster_app;
grant select on stores to quartermaster_gateway, quartermaster_reader;
grant select on migrations to quartermaster_reader;

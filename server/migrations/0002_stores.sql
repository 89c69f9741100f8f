-- A test store is a real store whose players pay with play money. Its clock can be moved ahead: everything that is due in it
-- moves nearer by the same amount, so all other code can compare with the clock of the database.
create table stores (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  mode text not null default 'live' check (mode in ('live', 'test')),
  plan text not null check (length(plan) between 1 and 64),
  expires_at timestamptz, -- null: the plan does not expire
  url text not null check (length(url) between 1 and 253),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  default_server_id uuid,
  clock_ahead_seconds bigint not null default 0 check (clock_ahead_seconds >= 0),
  version bigint not null default 1, -- counts the owner's edits
  created_at timestamptz not null default now(),
  constraint stores_live_clock check (mode = 'test' or clock_ahead_seconds = 0)
);

create trigger store_mode_fixed before update of mode on stores
  for each row when (old.mode <> new.mode)
  execute function reject_change('a store stays live or test');

alter table stores enable row level security, force row level security;
create policy own_store on stores to quartermaster_app using (id = current_store()) with check (id = current_store());
create policy gateway on stores for select to quartermaster_gateway using (true);
create policy reader on stores for select to quartermaster_reader using (true);
create policy accounts on stores for select to quartermaster_accounts using (true);

grant select, insert, update (name, plan, expires_at, url, default_server_id, clock_ahead_seconds, version) on stores to quartermaster_app;
grant select on stores to quartermaster_gateway, quartermaster_reader;
grant select (id, name, plan, expires_at, url, currency, mode, created_at) on stores to quartermaster_accounts;

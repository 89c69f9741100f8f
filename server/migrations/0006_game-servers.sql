create table game_servers (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  game text check (length(game) between 1 and 100),
  profile text not null check (profile in ('standard', 'fivem', 'mta')),
  bound_to text[] not null default '{}' check (cardinality(bound_to) <= 50), -- address ranges its keys work from; empty: everywhere
  port integer check (port between 1 and 65535),
  address text,
  initialized_at timestamptz,
  last_seen_at timestamptz,
  version bigint not null default 1, -- counts the owner's edits; what a server reports about itself is not an edit
  created_at timestamptz not null default now(),
  primary key (store_id, id)
) with (fillfactor = 80);

-- Operators name a server by its id alone. Ids carry their time and rows arrive in that order, so a few BRIN pages find one
-- row among millions.
create index game_servers_by_id on game_servers using brin (id);

alter table stores add foreign key (id, default_server_id) references game_servers (store_id, id);

alter table game_servers enable row level security, force row level security;
create policy own_store on game_servers to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on game_servers to quartermaster_gateway using (true) with check (true);
create policy reader on game_servers for select to quartermaster_reader using (true);

grant select, insert, update (name, game, profile, bound_to, version) on game_servers to quartermaster_app;
grant select, update (port, address, initialized_at, last_seen_at) on game_servers to quartermaster_gateway;
grant select on game_servers to quartermaster_reader;

create table server_keys (
  store_id uuid not null,
  id uuid not null,
  server_id uuid not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  hint text not null,
  source text not null check (source in ('issued', 'imported')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  changed_at timestamptz, -- the last change of the key, its server or its store; processes that cache keys poll it
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

-- A request brings only its key, so this index cannot begin with the store.
create unique index server_keys_by_hash on server_keys (key_hash);
create index server_keys_by_server on server_keys (store_id, server_id);
create index server_keys_by_change on server_keys (changed_at) where changed_at is not null;

create trigger server_key_stays_revoked before update of revoked_at on server_keys
  for each row when (old.revoked_at is not null)
  execute function reject_change('a revoked key stays revoked');

alter table server_keys enable row level security, force row level security;
create policy own_store on server_keys to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on server_keys for select to quartermaster_gateway using (true);
create policy reader on server_keys for select to quartermaster_reader using (true);

grant select, insert, update (revoked_at, changed_at) on server_keys to quartermaster_app;
grant select on server_keys to quartermaster_gateway, quartermaster_reader;

-- The addresses that keys are used from. Written in batches now and then, not at every call, and limited for each key.
create table server_key_addresses (
  store_id uuid not null,
  key_id uuid not null,
  address inet not null, -- for IPv6 the /64 network: a machine changes its addresses within it
  first_seen_at timestamptz not null default now(),
  in_use_since timestamptz not null, -- used since then without a long pause
  last_seen_at timestamptz not null,
  refused_at timestamptz, -- the server is bound to other addresses
  notified_at timestamptz, -- when the store was warned
  primary key (store_id, key_id, address),
  foreign key (store_id, key_id) references server_keys (store_id, id)
) with (fillfactor = 80);

alter table server_key_addresses enable row level security, force row level security;
create policy own_store on server_key_addresses to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on server_key_addresses to quartermaster_gateway using (true) with check (true);
create policy reader on server_key_addresses for select to quartermaster_reader using (true);

grant select on server_key_addresses to quartermaster_app, quartermaster_reader;
grant select, insert, update (in_use_since, last_seen_at, refused_at, notified_at), delete on server_key_addresses to quartermaster_gateway;

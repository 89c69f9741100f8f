create table game_servers (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  game text check (length(game) between 1 and 100),
  profile text not null check (profile in ('standard', 'fivem', 'mta')),
  port integer check (port between 1 and 65535),
  address text,
  initialized_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
) with (fillfactor = 80);

-- Operators name a server by its id alone. Ids carry their time and rows arrive in that order,
-- so a few pages of BRIN find one among millions.
create index game_servers_by_id on game_servers using brin (id);

alter table stores add foreign key (id, default_server_id) references game_servers (store_id, id);

create table server_keys (
  store_id uuid not null,
  id uuid not null,
  server_id uuid not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  hint text not null,
  source text not null check (source in ('issued', 'imported')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

-- A request brings nothing but its key, so this one index cannot begin with the store.
create unique index server_keys_by_hash on server_keys (key_hash);
create index server_keys_by_server on server_keys (store_id, server_id);

create trigger server_key_stays_revoked before update of revoked_at on server_keys
  for each row when (old.revoked_at is not null)
  execute function refuse_change('a revoked key stays revoked');

alter table game_servers enable row level security;
alter table game_servers force row level security;
create policy own_store on game_servers to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on game_servers to quartermaster_gateway using (true) with check (true);
create policy reader on game_servers for select to quartermaster_reader using (true);

alter table server_keys enable row level security;
alter table server_keys force row level security;
create policy own_store on server_keys to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on server_keys for select to quartermaster_gateway using (true);
create policy reader on server_keys for select to quartermaster_reader using (true);

grant select, insert, update (name, game, profile) on game_servers to quartermaster_app;
grant select, insert, update (revoked_at) on server_keys to quartermaster_app;
grant select, update (port, address, initialized_at, last_seen_at) on game_servers to quartermaster_gateway;
grant select on server_keys to quartermaster_gateway;
grant select on game_servers, server_keys to quartermaster_reader;

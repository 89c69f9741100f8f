-- Players who have proved who they are, by the token in their cookie.
create table player_sessions (
  store_id uuid not null references stores (id),
  token_hash bytea not null check (length(token_hash) = 32), -- SHA-256 of the token in the visitor's cookie
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  identity text not null check (identity in ('steam', 'discord', 'code')),
  label text check (length(label) between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (store_id, token_hash)
);
create index player_sessions_by_player on player_sessions (store_id, game_user_id);
create index player_sessions_by_expiry on player_sessions (expires_at);

alter table player_sessions enable row level security, force row level security;
create policy own_store on player_sessions to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on player_sessions for select to quartermaster_reader using (true);
grant select, insert, delete on player_sessions to quartermaster_app;
grant select (store_id, expires_at) on player_sessions to quartermaster_reader;

-- Answers of an OpenID provider that were used. A second use is a replay.
create table openid_nonces (
  store_id uuid not null references stores (id),
  nonce_hash bytea not null check (length(nonce_hash) = 32), -- SHA-256 of the nonce
  expires_at timestamptz not null,
  primary key (store_id, nonce_hash)
);
create index openid_nonces_by_expiry on openid_nonces (expires_at);

alter table openid_nonces enable row level security, force row level security;
create policy own_store on openid_nonces to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on openid_nonces for select to quartermaster_reader using (true);
grant select, insert, delete on openid_nonces to quartermaster_app;
grant select (store_id, expires_at) on openid_nonces to quartermaster_reader;

-- Codes that the game has shown to players. A player has one at a time.
create table player_codes (
  store_id uuid not null,
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  code_hash bytea not null check (length(code_hash) = 32), -- SHA-256 of the code
  server_id uuid not null, -- the game server that asked for it
  expires_at timestamptz not null,
  primary key (store_id, game_user_id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);
create unique index player_codes_by_code on player_codes (store_id, code_hash);
create index player_codes_by_expiry on player_codes (expires_at);

alter table player_codes enable row level security, force row level security;
create policy own_store on player_codes to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on player_codes to quartermaster_gateway using (true) with check (true);
create policy reader on player_codes for select to quartermaster_reader using (true);
grant select, delete on player_codes to quartermaster_app;
grant select, insert, update (code_hash, server_id, expires_at) on player_codes to quartermaster_gateway;
grant select (store_id, expires_at) on player_codes to quartermaster_reader;

-- When the client of a game server last asked for a code: its players can get one.
alter table game_servers add column gave_code_at timestamptz;
grant update (gave_code_at) on game_servers to quartermaster_gateway;

-- The application of a store at a service that signs players in.
create table identity_connections (
  store_id uuid not null references stores (id),
  provider text not null check (provider in ('discord')),
  client_id text not null check (length(client_id) between 1 and 100),
  key_id text not null check (key_id ~ '^[a-z0-9]{1,16}$'),
  sealed bytea not null, -- the client secret, encrypted with a key that is not in the database
  updated_at timestamptz not null default now(),
  primary key (store_id, provider)
);
alter table identity_connections enable row level security, force row level security;
create policy own_store on identity_connections to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on identity_connections for select to quartermaster_reader using (true);
grant select, insert, update (client_id, key_id, sealed, updated_at), delete on identity_connections to quartermaster_app;
grant select (store_id, provider, key_id) on identity_connections to quartermaster_reader;

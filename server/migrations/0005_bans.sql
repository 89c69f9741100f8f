-- Players who may not buy in a store. One row for each player: a new ban replaces an old one, and the audit log keeps the history.
create table player_bans (
  store_id uuid not null references stores (id),
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  reason text not null check (length(reason) between 1 and 500),
  until timestamptz, -- null: until staff lift it
  created_at timestamptz not null default now(),
  created_by text not null check (length(created_by) between 1 and 254),
  lifted_at timestamptz,
  primary key (store_id, game_user_id)
);

alter table player_bans enable row level security, force row level security;
create policy own_store on player_bans to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on player_bans for select to quartermaster_reader using (true);

grant select, insert, update (reason, until, created_at, created_by, lifted_at) on player_bans to quartermaster_app;
grant select on player_bans to quartermaster_reader;

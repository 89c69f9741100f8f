-- Players who do not want to be named on the pages of a store. Their earlier purchases are not named either.
create table unnamed_players (
  store_id uuid not null references stores (id),
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  since timestamptz not null default now(),
  primary key (store_id, game_user_id)
);

alter table unnamed_players enable row level security, force row level security;
create policy own_store on unnamed_players to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on unnamed_players for select to quartermaster_reader using (true);

grant select, insert, delete on unnamed_players to quartermaster_app;
-- Not the names: no query across stores needs them.
grant select (store_id, since) on unnamed_players to quartermaster_reader;

-- How many people play on a server, as it reports with its polls. It is as old as `last_seen_at`.
alter table game_servers
  add column player_count integer check (player_count >= 0), -- null: the server does not report it
  add column max_players integer check (max_players >= 1);

grant update (player_count, max_players) on game_servers to quartermaster_gateway;

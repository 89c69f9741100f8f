-- How visitors of a store say or prove who they are. Empty: it follows from the game of the default server.
alter table storefronts add column identity_providers text[] not null default '{}'
  check (identity_providers <@ array['name', 'minecraft', 'steam', 'discord', 'code']);
grant update (identity_providers) on storefronts to quartermaster_app;

-- Who the player of a basket is, and how we know.
alter table baskets
  add column identity text not null default 'name' check (identity in ('name', 'minecraft', 'steam', 'discord', 'code')),
  add column proof text not null default 'typed' check (proof in ('typed', 'found', 'proven')), -- found: the service of the game knows the name
  add column player_label text check (length(player_label) between 1 and 100), -- the name that people know, if the id is a number
  add column player_avatar text check (player_avatar ~ '^/avatars/[\w./-]{1,100}$'), -- a path of our own host
  add column recipient_avatar text check (recipient_avatar ~ '^/avatars/[\w./-]{1,100}$');
grant update (identity, proof, player_label, player_avatar, recipient_avatar) on baskets to quartermaster_app;

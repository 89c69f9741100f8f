-- The basket of a visitor. It reserves nothing, and has no prices of its own: prices are those of the catalog of now.
create table baskets (
  store_id uuid not null references stores (id),
  id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32), -- SHA-256 of the token in the visitor's cookie
  game_user_id text check (length(game_user_id) between 1 and 255), -- the player who buys
  recipient text check (length(recipient) between 1 and 255), -- the player who gets it as a gift
  server_id uuid, -- the game server that the buyer chose
  email text check (length(email) between 3 and 254),
  checkout_id uuid, -- the checkout that was opened last from this basket
  checkout_intent bytea check (length(checkout_intent) = 32), -- SHA-256 of what was bought, for whom and how: submitting the same again returns the same checkout
  expires_at timestamptz not null,
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id),
  constraint baskets_intent_of_checkout check ((checkout_id is null) = (checkout_intent is null))
);

create unique index baskets_by_token on baskets (store_id, token_hash);
create index baskets_by_player on baskets (store_id, game_user_id) where game_user_id is not null;
create index baskets_by_recipient on baskets (store_id, recipient) where recipient is not null;
create index baskets_by_expiry on baskets (expires_at);

alter table baskets enable row level security, force row level security;
create policy own_store on baskets to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on baskets for select to quartermaster_reader using (true);

grant select, insert, update (game_user_id, recipient, server_id, email, checkout_id, checkout_intent, expires_at), delete
  on baskets to quartermaster_app;
grant select (store_id, id, expires_at) on baskets to quartermaster_reader;

create table basket_lines (
  store_id uuid not null,
  basket_id uuid not null,
  line_no smallint not null check (line_no >= 1),
  product_id uuid not null,
  variant_id uuid,
  quantity integer not null check (quantity between 1 and 1000),
  seen_price_minor bigint not null check (seen_price_minor >= 0), -- the price of one when the buyer last changed the line
  primary key (store_id, basket_id, line_no),
  foreign key (store_id, basket_id) references baskets (store_id, id) on delete cascade,
  foreign key (store_id, product_id) references products (store_id, id),
  constraint basket_lines_once unique nulls not distinct (store_id, basket_id, product_id, variant_id)
);

alter table basket_lines enable row level security, force row level security;
create policy own_store on basket_lines to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on basket_lines for select to quartermaster_reader using (true);

grant select, insert, update (quantity, seen_price_minor), delete on basket_lines to quartermaster_app;
grant select on basket_lines to quartermaster_reader;

-- An owner wiped a game server and has everything given again that players still own there. The choice and the moment are
-- frozen here; `reached` moves in the transaction that queues, so whoever goes on after a crash goes on behind it.
create table redeliveries (
  store_id uuid not null references stores (id),
  id uuid not null,
  product_ids uuid[] check (cardinality(product_ids) between 1 and 1000), -- null: all, here and below
  server_ids uuid[] check (cardinality(server_ids) between 1 and 1000),
  game_user_ids text[] check (cardinality(game_user_ids) between 1 and 1000),
  purchased_from timestamptz,
  purchased_until timestamptz,
  wiped_at timestamptz not null, -- what was delivered since then is there
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  reached uuid not null default '00000000-0000-0000-0000-000000000000', -- the last entitlement that was looked at
  entitlements integer check (entitlements >= 0), -- how many were sent, of how many players; known at the end
  players integer check (players >= 0),
  created_by text not null check (length(created_by) between 1 and 254),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store_id, id),
  check (wiped_at <= created_at),
  check ((state = 'running') = (finished_at is null)),
  check ((state = 'running') = (entitlements is null) and (state = 'running') = (players is null))
);

create index redeliveries_running on redeliveries (store_id, id) where state = 'running';

create trigger redelivery_ends_once before update of state, finished_at on redeliveries
  for each row when (old.state <> 'running')
  execute function refuse_change('a redelivery ends once');

create trigger redelivery_goes_forward before update of reached on redeliveries
  for each row when (new.reached < old.reached)
  execute function refuse_change('a redelivery does not go back');

-- What was sent. The key makes it once, whoever calls.
create table redelivery_items (
  store_id uuid not null,
  redelivery_id uuid not null,
  entitlement_id uuid not null,
  server_id uuid not null,
  delivery_id uuid not null,
  primary key (store_id, redelivery_id, entitlement_id, server_id),
  foreign key (store_id, redelivery_id) references redeliveries (store_id, id),
  foreign key (store_id, entitlement_id) references entitlements (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

-- What became of all that was looked at, added up.
create table redelivery_counts (
  store_id uuid not null,
  redelivery_id uuid not null,
  product_id uuid not null,
  server_id uuid not null,
  outcome text not null check (outcome in ('sent', 'waiting', 'delivered', 'cancelled', 'refunded', 'expired')),
  items integer not null check (items > 0),
  primary key (store_id, redelivery_id, product_id, server_id, outcome),
  foreign key (store_id, redelivery_id) references redeliveries (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

alter table redeliveries enable row level security;
alter table redeliveries force row level security;
create policy own_store on redeliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redeliveries for select to quartermaster_reader using (true);

alter table redelivery_items enable row level security;
alter table redelivery_items force row level security;
create policy own_store on redelivery_items to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redelivery_items for select to quartermaster_reader using (true);

alter table redelivery_counts enable row level security;
alter table redelivery_counts force row level security;
create policy own_store on redelivery_counts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redelivery_counts for select to quartermaster_reader using (true);

grant select, insert, update (state, reached, entitlements, players, finished_at) on redeliveries to quartermaster_app;
grant select, insert on redelivery_items to quartermaster_app;
grant select, insert, update (items) on redelivery_counts to quartermaster_app;
grant select on redeliveries, redelivery_items, redelivery_counts to quartermaster_reader;

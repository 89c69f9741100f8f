-- What a redelivery sent. The primary key makes it once, whoever calls.
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

alter table redelivery_items enable row level security, force row level security;
create policy own_store on redelivery_items to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redelivery_items for select to quartermaster_reader using (true);

grant select, insert on redelivery_items to quartermaster_app;
grant select on redelivery_items to quartermaster_reader;

-- The outcomes of everything that a redelivery considered, added up.
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

alter table redelivery_counts enable row level security, force row level security;
create policy own_store on redelivery_counts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redelivery_counts for select to quartermaster_reader using (true);

grant select, insert, update (items) on redelivery_counts to quartermaster_app;
grant select on redelivery_counts to quartermaster_reader;

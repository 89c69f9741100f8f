-- The limited stock that a checkout of the storefront has reserved, by the network of its buyer.
create table stock_holds (
  store_id uuid not null references stores (id),
  checkout_id uuid not null,
  network bytea not null check (length(network) = 32), -- keyed hash, so that it reveals no address
  pieces integer not null check (pieces >= 1),
  created_at timestamptz not null default now(),
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id)
);
create index stock_holds_by_network on stock_holds (store_id, network);
create index stock_holds_by_time on stock_holds (created_at);

alter table stock_holds enable row level security, force row level security;
create policy own_store on stock_holds to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on stock_holds for select to quartermaster_reader using (true);
grant select, insert, delete on stock_holds to quartermaster_app;
grant select (store_id, created_at) on stock_holds to quartermaster_reader;

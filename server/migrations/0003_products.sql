create table products (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  price_minor bigint not null check (price_minor between 0 and 1000000000000),
  approve_commands text[] not null check (cardinality(approve_commands) between 1 and 50),
  refund_commands text[] not null check (cardinality(refund_commands) <= 50),
  expire_commands text[] not null check (cardinality(expire_commands) <= 50),
  duration_seconds bigint check (duration_seconds between 1 and 3153600000),
  rebuy text not null check (rebuy in ('extend', 'independent')),
  delivers_to text not null check (delivers_to in ('default', 'named', 'buyer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);

-- Which servers a product goes to: each of them ('named'), or the ones a buyer may pick from ('buyer').
create table product_servers (
  store_id uuid not null,
  product_id uuid not null,
  server_id uuid not null,
  primary key (store_id, product_id, server_id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

alter table products enable row level security;
alter table products force row level security;
create policy own_store on products to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on products for select to quartermaster_reader using (true);

alter table product_servers enable row level security;
alter table product_servers force row level security;
create policy own_store on product_servers to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on product_servers for select to quartermaster_reader using (true);

grant select, insert, update (name, price_minor, approve_commands, refund_commands, expire_commands,
  duration_seconds, rebuy, delivers_to, updated_at) on products to quartermaster_app;
grant select, insert, delete on product_servers to quartermaster_app;
grant select on products, product_servers to quartermaster_reader;

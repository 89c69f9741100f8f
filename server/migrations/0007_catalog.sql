-- How a store groups its products.
create table categories (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  position integer not null default 0 check (position between 0 and 1000000), -- the order of categories; equal positions by age
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index categories_by_position on categories (store_id, position, id);

alter table categories enable row level security, force row level security;
create policy own_store on categories to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on categories for select to quartermaster_reader using (true);

grant select, insert, update (name, position, version, updated_at), delete on categories to quartermaster_app;
grant select on categories to quartermaster_reader;

create table products (
  store_id uuid not null references stores (id),
  id uuid not null,
  category_id uuid,
  name text not null check (length(name) between 1 and 200),
  price_minor bigint not null check (price_minor between 0 and 1000000000000),
  approve_commands text[] not null check (cardinality(approve_commands) between 1 and 50),
  refund_commands text[] not null check (cardinality(refund_commands) <= 50),
  expire_commands text[] not null check (cardinality(expire_commands) <= 50),
  duration_seconds bigint check (duration_seconds between 1 and 3153600000), -- null: for ever
  rebuy text not null check (rebuy in ('extend', 'independent')),
  delivers_to text not null check (delivers_to in ('default', 'named', 'buyer')),
  stock bigint, -- units that can still be sold; null: unlimited. Negative if an abandoned checkout was paid after all
  max_per_player integer check (max_per_player >= 1),
  requires_online boolean not null default true, -- false: the commands work while the player is offline
  delay_seconds integer not null default 0 check (delay_seconds between 0 and 86400),
  free_slots smallint not null default 0 check (free_slots between 0 and 1000),
  repeatable boolean not null default false, -- running the commands twice does no harm
  archived_at timestamptz, -- not sold any more; what was sold stays valid
  version bigint not null default 1, -- counts the owner's edits; a sale that takes from the stock is not an edit
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, category_id) references categories (store_id, id)
);
create index products_by_category on products (store_id, category_id, id) where category_id is not null;

alter table products enable row level security, force row level security;
create policy own_store on products to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on products for select to quartermaster_reader using (true);

grant select, insert, update (category_id, name, price_minor, approve_commands, refund_commands, expire_commands, duration_seconds, rebuy,
  delivers_to, stock, max_per_player, requires_online, delay_seconds, free_slots, repeatable, archived_at, version, updated_at)
  on products to quartermaster_app;
grant select on products to quartermaster_reader;

-- The servers that a product is delivered to ('named'), or that its buyer can choose from ('buyer').
create table product_servers (
  store_id uuid not null,
  product_id uuid not null,
  server_id uuid not null,
  primary key (store_id, product_id, server_id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

alter table product_servers enable row level security, force row level security;
create policy own_store on product_servers to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on product_servers for select to quartermaster_reader using (true);

grant select, insert, delete on product_servers to quartermaster_app;
grant select on product_servers to quartermaster_reader;

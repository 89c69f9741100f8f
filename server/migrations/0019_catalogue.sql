-- How a store arranges what it sells.
create table categories (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  position integer not null default 0 check (position between 0 and 1000000), -- where it stands among the others; equals by age
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index categories_by_position on categories (store_id, position, id);

alter table products
  add column category_id uuid,
  add column archived_at timestamptz, -- not sold any more; what was sold goes on
  add foreign key (store_id, category_id) references categories (store_id, id);
create index products_by_category on products (store_id, category_id, id) where category_id is not null;

-- Each edit counts one further, so that who edits what he has read a while ago can be told that it has changed since. What
-- a sale takes from the stock, and what a server says of itself, is no edit.
alter table products add column version bigint not null default 1;
alter table stores add column version bigint not null default 1;
alter table game_servers add column version bigint not null default 1;
alter table webhook_endpoints add column version bigint not null default 1;

alter table categories enable row level security;
alter table categories force row level security;
create policy own_store on categories to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on categories for select to quartermaster_reader using (true);

grant select, insert, update (name, position, version, updated_at), delete on categories to quartermaster_app;
grant update (category_id, archived_at, version) on products to quartermaster_app;
grant update (version) on stores to quartermaster_app;
grant update (version) on game_servers to quartermaster_app;
grant update (version, event_types) on webhook_endpoints to quartermaster_app;
grant select on categories to quartermaster_reader;
grant select (version) on webhook_endpoints to quartermaster_reader;

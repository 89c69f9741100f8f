-- Products that replace each other, such as the ranks of a server. Buying a higher one credits what was paid for the lower ones.
create table tier_groups (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  credit text not null check (credit in ('full', 'remaining_time')), -- all that was paid, or the part for the time that remains
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);

alter table tier_groups enable row level security, force row level security;
create policy own_store on tier_groups to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on tier_groups for select to quartermaster_reader using (true);
grant select, insert, update (name, credit, version, updated_at), delete on tier_groups to quartermaster_app;
grant select on tier_groups to quartermaster_reader;

alter table products
  add column tier_group_id uuid,
  add column tier_rank smallint, -- the lowest is 1
  add constraint products_tier check ((tier_group_id is null) = (tier_rank is null) and tier_rank >= 1) not valid,
  add constraint products_tier_group foreign key (store_id, tier_group_id) references tier_groups (store_id, id) not valid;

grant update (tier_group_id, tier_rank) on products to quartermaster_app;

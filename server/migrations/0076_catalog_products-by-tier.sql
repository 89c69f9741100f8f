-- squawk-disable-assume-in-transaction
drop index concurrently if exists products_by_tier;
create index concurrently if not exists products_by_tier on products (store_id, tier_group_id) where tier_group_id is not null;

alter table products validate constraint products_tier;
alter table products validate constraint products_tier_group;

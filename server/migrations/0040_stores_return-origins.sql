-- The websites to which the checkout of a store can send buyers back.
alter table storefronts add column return_origins text[] not null default '{}'
  check (cardinality(return_origins) <= 10);
grant update (return_origins) on storefronts to quartermaster_app;

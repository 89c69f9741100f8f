-- `first_amount_minor`: what the first period costs, if a code has reduced only that one. `raise_at`: when a provider that cannot change
-- the price by itself is told next what the later periods cost.
alter table subscriptions
  add column first_amount_minor bigint,
  add column raise_at timestamptz,
  add constraint subscriptions_first_amount check (first_amount_minor > 0) not valid;
grant update (raise_at) on subscriptions to quartermaster_app;

-- A product with a billing period is sold as a subscription.
alter table products
  add column billing_period text constraint products_billing_period_check check (billing_period in ('P1W', 'P1M', 'P3M', 'P1Y')),
  add column grace_days smallint constraint products_grace_days_check check (grace_days between 1 and 30), -- null: as the store says
  add column renewal_commands boolean not null default false; -- every renewal runs the approve commands

grant update (billing_period, grace_days, renewal_commands) on products to quartermaster_app;

alter table product_variants
  add column billing_period text constraint product_variants_billing_period_check check (billing_period in ('P1W', 'P1M', 'P3M', 'P1Y'));

grant update (billing_period) on product_variants to quartermaster_app;

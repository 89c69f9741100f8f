-- A line with a billing period is the first order of a subscription or, if `renewal_of` names that order, a renewal.
alter table checkout_lines
  add column billing_period text,
  add column renewal_of uuid;

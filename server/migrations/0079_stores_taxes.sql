-- Prices include tax. The store, not the platform, is the seller and owes it.
alter table stores
  add column seller text not null default '', -- who sells, as receipts name it: name, address, tax number
  add column tax_rates jsonb not null default '{}'; -- basis points by country of the buyer: {"DE": 1900}

grant update (seller, tax_rates) on stores to quartermaster_app;

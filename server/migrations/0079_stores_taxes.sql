-- Prices include tax. The store, not the platform, is the seller and owes it.
alter table stores add column tax_rates jsonb not null default '{}'; -- basis points by country of the buyer: {"DE": 1900}

grant update (tax_rates) on stores to quartermaster_app;

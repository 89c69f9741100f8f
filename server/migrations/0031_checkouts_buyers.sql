-- What a buyer entered in the storefront, and the link to their order.
create table checkout_buyers (
  store_id uuid not null,
  checkout_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32), -- SHA-256 of the token in the link
  token_sealed bytea, -- the token, encrypted with a key that is not in the database, until the receipt is queued
  key_id text check (key_id ~ '^[a-z0-9]{1,16}$'),
  email text check (length(email) between 3 and 254),
  locale text not null check (length(locale) between 2 and 35),
  bought_by text check (length(bought_by) between 1 and 255), -- the player who gives it to the player of the checkout
  consented_at timestamptz, -- to a delivery before the time to withdraw has ended
  consent_version text check (length(consent_version) between 1 and 50), -- of the text that the buyer agreed to
  created_at timestamptz not null default now(),
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id),
  constraint checkout_buyers_sealed_with_key check ((token_sealed is null) = (key_id is null)),
  constraint checkout_buyers_consent_complete check ((consented_at is null) = (consent_version is null))
);

create unique index buyers_by_token on checkout_buyers (store_id, token_hash);
create index buyers_by_giver on checkout_buyers (store_id, bought_by) where bought_by is not null;
create index buyers_without_receipt on checkout_buyers (created_at) where token_sealed is not null;
create index buyers_with_address on checkout_buyers (created_at) where email is not null or bought_by is not null;

alter table checkout_buyers enable row level security, force row level security;
create policy own_store on checkout_buyers to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on checkout_buyers for select to quartermaster_reader using (true);

grant select, insert, update (token_sealed, key_id, email, bought_by) on checkout_buyers to quartermaster_app;
-- Not the tokens: no query across stores needs them.
grant select (store_id, checkout_id, key_id, email, locale, bought_by, consented_at, consent_version, created_at)
  on checkout_buyers to quartermaster_reader;

-- When the buyer withdrew from the contract for this line.
alter table checkout_lines add column withdrawn_at timestamptz;
grant update (withdrawn_at) on checkout_lines to quartermaster_app;

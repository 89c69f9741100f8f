-- A test store is a real store whose players pay play money. Its clock can be moved ahead: what is due in it is
-- then moved nearer by as much, so that everything else goes on comparing with the one clock of the database.
alter table stores
  add column mode text not null default 'live' check (mode in ('live', 'test')),
  add column clock_ahead_seconds bigint not null default 0 check (clock_ahead_seconds >= 0),
  add constraint stores_live_clock check (mode = 'test' or clock_ahead_seconds = 0);

create trigger store_stays_what_it_is before update of mode on stores
  for each row when (old.mode <> new.mode)
  execute function refuse_change('a store stays live or test');

alter table products
  add column stock bigint, -- what can still be sold; null: without end. Below zero: paid after it was given up
  add column max_per_player integer check (max_per_player >= 1);

alter table checkouts add column disputed_at timestamptz;

-- Whether the line took its quantity from the product's stock.
alter table checkout_lines add column reserved boolean not null default false;

-- How many of a product a player has.
create index checkouts_by_player on checkouts (store_id, game_user_id);

-- Money that arrives after its checkout was given up is money all the same.
drop trigger checkout_transition on checkouts;
create trigger checkout_transition before update of state on checkouts
  for each row when (old.state <> new.state and (old.state, new.state) not in (
    ('open', 'paid'), ('open', 'abandoned'), ('abandoned', 'paid'), ('paid', 'refunded'), ('paid', 'disputed'),
    ('disputed', 'refunded')))
  execute function refuse_change('this change of a checkout''s state');

-- A store's account at a provider. What its owner entered is kept sealed: only a key outside the database opens it.
create table payment_accounts (
  store_id uuid not null references stores (id),
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, provider)
);

-- What is known about the payment of a checkout. Facts only add up; the checkout's state follows from them.
create table payments (
  store_id uuid not null,
  checkout_id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  amount_minor bigint not null check (amount_minor > 0),
  page_ref text,
  page_url text,
  payment_ref text,
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  closed boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ask_at timestamptz, -- when the provider is asked; null: nothing left to ask
  asked integer not null default 0,
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id)
) with (fillfactor = 80);

create unique index payments_by_page on payments (store_id, provider, page_ref) where page_ref is not null;
create unique index payments_by_ref on payments (store_id, provider, payment_ref) where payment_ref is not null;
create index payments_to_ask on payments (ask_at) where ask_at is not null;

create trigger payment_facts_add_up before update of payment_ref, refunded_minor, dispute, closed on payments
  for each row when (old.payment_ref is not null and new.payment_ref is distinct from old.payment_ref
    or new.refunded_minor < old.refunded_minor
    or array_position(array['none', 'open', 'won', 'lost'], new.dispute) < array_position(array['none', 'open', 'won', 'lost'], old.dispute)
    or old.closed and not new.closed)
  execute function refuse_change('facts about a payment only add up');

-- Every callback that was believed. The key is what makes each count once, for ever.
create table payment_notices (
  store_id uuid not null references stores (id),
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  event_id text not null check (length(event_id) between 1 and 255),
  kind text not null,
  checkout_id uuid,
  received_at timestamptz not null default now(),
  primary key (store_id, provider, event_id)
);

-- What does not fit waits here for a person.
create table parked_payments (
  store_id uuid not null references stores (id),
  id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  reason text not null check (reason in
    ('unknown_checkout', 'store_mismatch', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch', 'payment_mismatch', 'partial_refund')),
  subject text not null, -- what it is about: the provider's payment, or the checkout it names
  checkout_id uuid,
  facts text not null,
  parked_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution_note text,
  primary key (store_id, id),
  check ((resolved_at is null) = (resolution_note is null))
);

-- Telling again what is parked already adds nothing.
create unique index parked_once on parked_payments (store_id, provider, reason, subject);

create trigger parked_settled_once before update of resolved_at on parked_payments
  for each row when (old.resolved_at is not null)
  execute function refuse_change('a parked payment is settled once');

-- Money that we give back. The row is there before the provider is asked, and its id makes asking again harmless.
create table payment_refunds (
  store_id uuid not null,
  id uuid not null,
  checkout_id uuid not null,
  line_nos smallint[] not null check (cardinality(line_nos) >= 1),
  amount_minor bigint not null check (amount_minor >= 0),
  state text not null check (state in ('requested', 'done', 'failed')),
  error text,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  try_at timestamptz, -- when the provider is asked again; null: nothing left to ask
  primary key (store_id, id),
  foreign key (store_id, checkout_id) references payments (store_id, checkout_id),
  check ((state = 'requested') = (try_at is not null)),
  check ((state = 'requested') = (finished_at is null))
);

create index refunds_by_checkout on payment_refunds (store_id, checkout_id);
create index refunds_to_try on payment_refunds (try_at) where try_at is not null;

create trigger refund_finished_once before update of state on payment_refunds
  for each row when (old.state <> 'requested')
  execute function refuse_change('a refund ends once');

-- What players of a test store chose on the built-in payment page, and what comes of it later.
create table sandbox_payments (
  store_id uuid not null,
  checkout_id uuid not null,
  paid boolean not null,
  refund_at timestamptz,
  dispute_at timestamptz,
  refunds jsonb not null default '{}', -- what we gave back: amount by id of the refund
  tell_at timestamptz, -- when the next callback is due; null: everything was told
  created_at timestamptz not null default now(),
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references payments (store_id, checkout_id),
  check (paid or (refund_at is null and dispute_at is null))
);

create index sandbox_to_tell on sandbox_payments (tell_at) where tell_at is not null;

alter table payment_accounts enable row level security;
alter table payment_accounts force row level security;
create policy own_store on payment_accounts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payment_accounts for select to quartermaster_reader using (true);

alter table payments enable row level security;
alter table payments force row level security;
create policy own_store on payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payments for select to quartermaster_reader using (true);

alter table payment_notices enable row level security;
alter table payment_notices force row level security;
create policy own_store on payment_notices to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payment_notices for select to quartermaster_reader using (true);

alter table parked_payments enable row level security;
alter table parked_payments force row level security;
create policy own_store on parked_payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on parked_payments for select to quartermaster_reader using (true);

alter table payment_refunds enable row level security;
alter table payment_refunds force row level security;
create policy own_store on payment_refunds to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payment_refunds for select to quartermaster_reader using (true);

alter table sandbox_payments enable row level security;
alter table sandbox_payments force row level security;
create policy own_store on sandbox_payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on sandbox_payments for select to quartermaster_reader using (true);

grant update (clock_ahead_seconds) on stores to quartermaster_app;
grant update (stock, max_per_player) on products to quartermaster_app;
grant update (disputed_at) on checkouts to quartermaster_app;
grant update (granted_at) on grants to quartermaster_app;
grant select, insert, update (key_id, sealed, updated_at), delete on payment_accounts to quartermaster_app;
grant select, insert, update (page_ref, page_url, payment_ref, refunded_minor, dispute, closed, expires_at, ask_at, asked)
  on payments to quartermaster_app;
grant select, insert on payment_notices to quartermaster_app;
grant select, insert, update (resolved_at, resolution_note) on parked_payments to quartermaster_app;
grant select, insert, update (state, error, finished_at, try_at) on payment_refunds to quartermaster_app;
grant select, insert, update (paid, refund_at, dispute_at, refunds, tell_at) on sandbox_payments to quartermaster_app;
-- Not what an owner entered: nobody reads secrets across stores.
grant select (store_id, provider, key_id, created_at, updated_at) on payment_accounts to quartermaster_reader;
grant select on payments, payment_notices, parked_payments, payment_refunds, sandbox_payments to quartermaster_reader;

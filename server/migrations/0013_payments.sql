-- The credentials of a store at a payment provider. They are sealed with a key that is not in the database.
create table provider_connections (
  store_id uuid not null references stores (id),
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, provider)
);

alter table provider_connections enable row level security, force row level security;
create policy own_store on provider_connections to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on provider_connections for select to quartermaster_reader using (true);

grant select, insert, update (key_id, sealed, updated_at), delete on provider_connections to quartermaster_app;
-- Not the credentials: no query across stores needs them.
grant select (store_id, provider, key_id, created_at, updated_at) on provider_connections to quartermaster_reader;

-- What is known about the payment of a checkout. Facts only add up; the state of the checkout follows from them.
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
  reconcile_at timestamptz, -- when the provider is queried next; null: nothing left to query
  reconcile_attempts integer not null default 0,
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id)
) with (fillfactor = 80);

create unique index payments_by_page on payments (store_id, provider, page_ref) where page_ref is not null;
create unique index payments_by_ref on payments (store_id, provider, payment_ref) where payment_ref is not null;
create index payments_to_reconcile on payments (reconcile_at) where reconcile_at is not null;

create trigger payment_facts_add_up before update of payment_ref, refunded_minor, dispute, closed on payments
  for each row when (old.payment_ref is not null and new.payment_ref is distinct from old.payment_ref
    or new.refunded_minor < old.refunded_minor
    or array_position(array['none', 'open', 'won', 'lost'], new.dispute) < array_position(array['none', 'open', 'won', 'lost'], old.dispute)
    or old.closed and not new.closed)
  execute function reject_change('facts about a payment only add up');

alter table payments enable row level security, force row level security;
create policy own_store on payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payments for select to quartermaster_reader using (true);

grant select, insert, update (page_ref, page_url, payment_ref, refunded_minor, dispute, closed, expires_at, reconcile_at, reconcile_attempts)
  on payments to quartermaster_app;
grant select on payments to quartermaster_reader;

-- Callbacks with a valid signature. The primary key makes each of them count once, for ever.
create table payment_callbacks (
  store_id uuid not null references stores (id),
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  event_id text not null check (length(event_id) between 1 and 255),
  kind text not null,
  checkout_id uuid,
  received_at timestamptz not null default now(),
  -- mutant: callback-event-key
  primary key (store_id, provider, event_id)
);

alter table payment_callbacks enable row level security, force row level security;
create policy own_store on payment_callbacks to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payment_callbacks for select to quartermaster_reader using (true);

grant select, insert on payment_callbacks to quartermaster_app;
grant select on payment_callbacks to quartermaster_reader;

-- Money that fits no checkout waits here until staff resolve it.
create table parked_payments (
  store_id uuid not null references stores (id),
  id uuid not null,
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  reason text not null check (reason in ('unknown_checkout', 'store_mismatch', 'provider_mismatch', 'amount_mismatch', 'currency_mismatch',
    'payment_mismatch', 'partial_refund', 'erased_player')),
  subject text not null, -- the provider's payment, or the checkout that it names
  checkout_id uuid,
  facts text not null,
  -- The part of a partial refund that no refund of ours explains. A second partial refund needs its own decision.
  unmatched_refund_minor bigint not null default 0 check (unmatched_refund_minor >= 0),
  parked_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution_note text,
  primary key (store_id, id),
  constraint parked_payments_resolved_with_note check ((resolved_at is null) = (resolution_note is null))
);

-- Repeating facts that are parked already adds nothing.
create unique index parked_once on parked_payments (store_id, provider, reason, subject, unmatched_refund_minor);

create trigger parked_resolved_once before update of resolved_at on parked_payments
  for each row when (old.resolved_at is not null)
  execute function reject_change('a parked payment is resolved once');

alter table parked_payments enable row level security, force row level security;
create policy own_store on parked_payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on parked_payments for select to quartermaster_reader using (true);

grant select, insert, update (resolved_at, resolution_note) on parked_payments to quartermaster_app;
grant select on parked_payments to quartermaster_reader;

-- Refunds that we request. The row exists before the provider is called, and its id makes a repeated call harmless.
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
  retry_at timestamptz, -- when the provider is called again; null: finished
  primary key (store_id, id),
  foreign key (store_id, checkout_id) references payments (store_id, checkout_id),
  constraint payment_refunds_retry_until_finished check ((state = 'requested') = (retry_at is not null)),
  constraint payment_refunds_finished_at_matches_state check ((state = 'requested') = (finished_at is null))
);

create index refunds_by_checkout on payment_refunds (store_id, checkout_id);
create index refunds_to_retry on payment_refunds (retry_at) where retry_at is not null;

create trigger refund_finished_once before update of state on payment_refunds
  for each row when (old.state <> 'requested')
  execute function reject_change('a refund ends once');

alter table payment_refunds enable row level security, force row level security;
create policy own_store on payment_refunds to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on payment_refunds for select to quartermaster_reader using (true);

grant select, insert, update (state, error, finished_at, retry_at) on payment_refunds to quartermaster_app;
grant select on payment_refunds to quartermaster_reader;

-- What players of a test store chose on the built-in payment page, and when its consequences are due.
create table sandbox_payments (
  store_id uuid not null,
  checkout_id uuid not null,
  paid boolean not null,
  refund_at timestamptz,
  dispute_at timestamptz,
  refunds jsonb not null default '{}', -- refunds that we requested: amount by refund id
  next_callback_at timestamptz, -- null: all callbacks were sent
  created_at timestamptz not null default now(),
  primary key (store_id, checkout_id),
  foreign key (store_id, checkout_id) references payments (store_id, checkout_id),
  constraint sandbox_payments_reversed_only_if_paid check (paid or (refund_at is null and dispute_at is null))
);

create index sandbox_by_next_callback on sandbox_payments (next_callback_at) where next_callback_at is not null;

alter table sandbox_payments enable row level security, force row level security;
create policy own_store on sandbox_payments to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on sandbox_payments for select to quartermaster_reader using (true);

grant select, insert, update (paid, refund_at, dispute_at, refunds, next_callback_at) on sandbox_payments to quartermaster_app;
grant select on sandbox_payments to quartermaster_reader;

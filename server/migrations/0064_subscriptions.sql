-- Subscriptions. The state follows from the invoices, from `cancelled_at` and from the time (decision 0046). Times that the calendar
-- decides are times of the store's clock; what is due is in the time of the database and moves with the clock of a test store.
create table subscriptions (
  store_id uuid not null,
  id uuid not null,
  checkout_id uuid not null, -- the first order
  provider text not null check (provider in ('sandbox', 'stripe', 'mercadopago', 'paypal')),
  subscription_ref text, -- the provider's id
  amount_minor bigint not null check (amount_minor > 0), -- of each period
  currency text not null,
  billing_period text not null check (billing_period in ('P1W', 'P1M', 'P3M', 'P1Y')),
  grace_seconds integer not null check (grace_seconds > 0),
  renewal_commands boolean not null,
  state text not null default 'pending' check (state in ('pending', 'active', 'past_due', 'cancelling', 'ended')),
  anchor timestamptz, -- store's clock: when the first period starts; null: nothing was paid
  newest_period integer, -- the newest period that was paid
  paid_until timestamptz, -- store's clock
  cancelled_at timestamptz, -- store's clock
  cancelled_by text check (cancelled_by in ('buyer', 'staff', 'provider')),
  is_stopped boolean not null default false, -- the provider has confirmed that it charges no more
  check_at timestamptz, -- when the state changes next
  query_at timestamptz, -- when the provider is asked next
  stop_at timestamptz, -- when the provider is told next to charge no more
  stop_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id),
  constraint subscriptions_cancelled_by_someone check ((cancelled_at is null) = (cancelled_by is null)),
  constraint subscriptions_paid_with_anchor check ((newest_period is null) = (paid_until is null) and (newest_period is null or anchor is not null))
) with (fillfactor = 80);

create unique index subscriptions_by_checkout on subscriptions (store_id, checkout_id);
create unique index subscriptions_by_ref on subscriptions (store_id, provider, subscription_ref) where subscription_ref is not null;
create index subscriptions_by_state on subscriptions (store_id, state, id);
create index subscriptions_to_check on subscriptions (check_at) where check_at is not null;
create index subscriptions_to_query on subscriptions (query_at) where query_at is not null;
create index subscriptions_to_stop on subscriptions (stop_at) where stop_at is not null;

create trigger subscription_facts_add_up before update of anchor, cancelled_at, is_stopped, subscription_ref on subscriptions
  for each row when (old.anchor is not null and new.anchor is distinct from old.anchor
    or old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at
    or old.subscription_ref is not null and new.subscription_ref is distinct from old.subscription_ref
    or old.is_stopped and not new.is_stopped)
  execute function reject_change('facts about a subscription only add up');

alter table subscriptions enable row level security, force row level security;
create policy own_store on subscriptions to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on subscriptions for select to quartermaster_reader using (true);

grant select, insert, update (subscription_ref, state, anchor, newest_period, paid_until, cancelled_at, cancelled_by, is_stopped, check_at,
  query_at, stop_at, stop_attempts) on subscriptions to quartermaster_app;
grant select on subscriptions to quartermaster_reader;

-- One row for each period that was paid or could not be charged. Whether it was refunded or disputed is the state of its checkout.
create table subscription_invoices (
  store_id uuid not null,
  subscription_id uuid not null,
  period_no integer not null check (period_no between 0 and 100000), -- the first is 0
  checkout_id uuid, -- null: not paid
  failed boolean not null default false,
  primary key (store_id, subscription_id, period_no),
  foreign key (store_id, subscription_id) references subscriptions (store_id, id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id)
);

create unique index subscription_invoices_by_checkout on subscription_invoices (store_id, checkout_id) where checkout_id is not null;

create trigger subscription_invoice_adds_up before update on subscription_invoices
  for each row when (old.checkout_id is not null and new.checkout_id is distinct from old.checkout_id or old.failed and not new.failed)
  execute function reject_change('facts about an invoice only add up');

alter table subscription_invoices enable row level security, force row level security;
create policy own_store on subscription_invoices to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on subscription_invoices for select to quartermaster_reader using (true);

grant select, insert, update (checkout_id, failed) on subscription_invoices to quartermaster_app;
grant select on subscription_invoices to quartermaster_reader;

-- A grant of a subscription lasts for its period, and the newest one for the grace period too.
grant update (seconds) on grants to quartermaster_app;

-- What the sandbox knows about its subscriptions, and when it charges next.
create table sandbox_subscriptions (
  store_id uuid not null,
  subscription_id uuid not null,
  anchor timestamptz not null, -- store's clock
  fails_from integer check (fails_from >= 1), -- charges from this period on fail
  recovers boolean not null default false, -- the second attempt succeeds
  stopped boolean not null default false,
  next_period integer not null default 1,
  next_charge_at timestamptz, -- null: no more charges
  next_callback_at timestamptz, -- null: all callbacks were sent
  primary key (store_id, subscription_id),
  foreign key (store_id, subscription_id) references subscriptions (store_id, id)
);

create index sandbox_subscriptions_to_charge on sandbox_subscriptions (next_charge_at) where next_charge_at is not null;
create index sandbox_subscriptions_by_callback on sandbox_subscriptions (next_callback_at) where next_callback_at is not null;

alter table sandbox_subscriptions enable row level security, force row level security;
create policy own_store on sandbox_subscriptions to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on sandbox_subscriptions for select to quartermaster_reader using (true);

grant select, insert, update (stopped, next_period, next_charge_at, next_callback_at) on sandbox_subscriptions to quartermaster_app;
grant select on sandbox_subscriptions to quartermaster_reader;

create table sandbox_invoices (
  store_id uuid not null,
  subscription_id uuid not null,
  period_no integer not null,
  paid boolean not null,
  refunds jsonb not null default '{}', -- refunds that we requested: amount by refund id
  refund_at timestamptz,
  dispute_at timestamptz,
  primary key (store_id, subscription_id, period_no),
  foreign key (store_id, subscription_id) references sandbox_subscriptions (store_id, subscription_id)
);

alter table sandbox_invoices enable row level security, force row level security;
create policy own_store on sandbox_invoices to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on sandbox_invoices for select to quartermaster_reader using (true);

grant select, insert, update (paid, refunds, refund_at, dispute_at) on sandbox_invoices to quartermaster_app;
grant select on sandbox_invoices to quartermaster_reader;

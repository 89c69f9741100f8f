-- The queue. A row moves to the ledger when it is reported or cancelled, so this table is as small as the remaining work.
create table pending_deliveries (
  store_id uuid not null,
  id uuid not null,
  server_id uuid, -- null: sold before the store had a server
  position bigint not null generated always as identity,
  -- The transaction that put it into the queue. Positions are assigned before a commit, so they do not tell a reader that
  -- follows the queue what is new; transactions do, because a snapshot knows which of them had ended.
  enqueued_xid xid8 not null default pg_current_xact_id(),
  checkout_id uuid not null,
  game_user_id text not null,
  delivery_type text not null check (delivery_type in ('APPROVE', 'REFUND', 'EXPIRE')),
  line_nos smallint[] not null check (cardinality(line_nos) >= 1),
  unit integer not null default 1, -- which of several equal units an EXPIRE ends
  products text not null, -- the JSON array that is dispatched, written once
  -- The most that it adds to a response: some clients get the product of an EXPIRE twice, and quotes are escaped.
  bytes integer not null generated always as
    (case delivery_type when 'EXPIRE' then 2 else 1 end * octet_length(products) + 2 * octet_length(game_user_id) + 256) stored,
  -- The delivery conditions of the lines, for clients of interface 2.0.
  requires_online boolean not null default true,
  delay_seconds integer not null default 0,
  free_slots integer not null default 0,
  repeatable boolean not null default false,
  resend_of uuid,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz, -- stored before the delivery is first sent
  attempts smallint not null default 0, -- that failed
  commands_run smallint not null default 0, -- console commands of it that certainly ran
  retry_at timestamptz, -- an attempt failed; until this is cleared, later deliveries of the player wait as well
  hold_reason text check (hold_reason in ('failed', 'uncertain')), -- out of the queue until staff decide
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id),
  constraint pending_deliveries_held_not_retrying check (hold_reason is null or retry_at is null),
  constraint pending_deliveries_held_after_attempt check (hold_reason is null or attempts > 0),
  constraint pending_deliveries_attempt_after_dispatch check (attempts = 0 or dispatched_at is not null)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);

-- Held deliveries are not in it, so they do not slow polls down.
create index pending_by_server on pending_deliveries (store_id, server_id, position) where hold_reason is null;
create index pending_by_enqueued_xid on pending_deliveries (enqueued_xid);
create index pending_retrying on pending_deliveries (store_id, server_id, game_user_id, position) where retry_at is not null;
create index pending_by_retry_at on pending_deliveries (retry_at) where retry_at is not null;
create index pending_held on pending_deliveries (store_id, id) where hold_reason is not null;

-- The same delivery is never in the queue twice. A resent one counts by the delivery that it repeats.
create unique index pending_once on pending_deliveries
  (store_id, checkout_id, server_id, delivery_type, line_nos, unit, resend_of) nulls not distinct;

create trigger pending_dispatched_once before update of dispatched_at on pending_deliveries
  for each row when (old.dispatched_at is not null and new.dispatched_at is distinct from old.dispatched_at)
  execute function reject_change('the time of the first dispatch stays');

create trigger pending_frozen_when_dispatched before update of products, line_nos on pending_deliveries
  for each row when (old.dispatched_at is not null)
  execute function reject_change('a dispatched delivery does not change');

alter table pending_deliveries enable row level security, force row level security;
create policy own_store on pending_deliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on pending_deliveries to quartermaster_gateway using (true) with check (true);
create policy reader on pending_deliveries for select to quartermaster_reader using (true);

grant select, insert, update (server_id, line_nos, products, requires_online, delay_seconds, free_slots, repeatable, commands_run, retry_at,
  hold_reason, enqueued_xid), delete on pending_deliveries to quartermaster_app;
grant select, update (dispatched_at, attempts, commands_run, retry_at, hold_reason, enqueued_xid), delete on pending_deliveries
  to quartermaster_gateway;
grant select on pending_deliveries to quartermaster_reader;

-- Finished deliveries, partitioned by the month of their id. The product creates partitions ahead of time; the default
-- partition takes ids that no month covers, so no report is refused because a partition is missing.
create table delivery_ledger (
  store_id uuid not null,
  id uuid not null,
  server_id uuid,
  position bigint not null,
  checkout_id uuid not null,
  game_user_id text not null,
  delivery_type text not null check (delivery_type in ('APPROVE', 'REFUND', 'EXPIRE')),
  line_nos smallint[] not null,
  unit integer not null,
  products text not null,
  resend_of uuid,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  state text not null check (state in ('processed', 'cancelled')),
  cancelled_by text check (cancelled_by in ('refund', 'operator')),
  finished_at timestamptz not null default now(),
  late_report_at timestamptz, -- cancelled after it was dispatched, and reported as run anyway
  receipt text, -- what the game answered
  primary key (store_id, id),
  constraint delivery_ledger_cancelled_by_someone check ((state = 'cancelled') = (cancelled_by is not null)),
  -- mutant: refund-before-dispatch
  constraint delivery_ledger_refund_before_dispatch check (cancelled_by is distinct from 'refund' or dispatched_at is null),
  constraint delivery_ledger_late_report_after_cancel check (late_report_at is null or (state = 'cancelled' and dispatched_at is not null))
) partition by range (id);

create index ledger_by_checkout on delivery_ledger (store_id, checkout_id);
-- Cancelled deliveries and those that are not an APPROVE are rare; all others are found by their id.
create index ledger_cancelled on delivery_ledger (store_id, id) where state = 'cancelled';
create index ledger_not_approve on delivery_ledger (store_id, delivery_type, id) where delivery_type <> 'APPROVE';

create table delivery_ledger_default partition of delivery_ledger default;

alter table delivery_ledger enable row level security, force row level security;
create policy own_store on delivery_ledger to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on delivery_ledger to quartermaster_gateway using (true) with check (true);
create policy reader on delivery_ledger for select to quartermaster_reader using (true);

grant select, insert on delivery_ledger to quartermaster_app;
grant select, insert, update (late_report_at) on delivery_ledger to quartermaster_gateway;
grant select on delivery_ledger to quartermaster_reader;

-- Attempts that failed, or that nobody knows the result of.
create table delivery_attempts (
  store_id uuid not null,
  delivery_id uuid not null,
  attempt smallint not null check (attempt > 0),
  server_id uuid not null,
  outcome text not null check (outcome in ('failed', 'uncertain')),
  commands_run smallint not null,
  reason text not null,
  output text,
  reported_at timestamptz not null default now(),
  primary key (store_id, delivery_id, attempt),
  foreign key (store_id, server_id) references game_servers (store_id, id)
);

alter table delivery_attempts enable row level security, force row level security;
create policy own_store on delivery_attempts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on delivery_attempts to quartermaster_gateway using (true) with check (true);
create policy reader on delivery_attempts for select to quartermaster_reader using (true);

grant select on delivery_attempts to quartermaster_app;
grant insert on delivery_attempts to quartermaster_gateway;
grant select on delivery_attempts to quartermaster_reader;

-- The position of the window over a very long queue.
create table poll_windows (
  store_id uuid not null,
  server_id uuid not null,
  position bigint not null,
  primary key (store_id, server_id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
) with (fillfactor = 50);

alter table poll_windows enable row level security, force row level security;
create policy own_store on poll_windows to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on poll_windows to quartermaster_gateway using (true) with check (true);
create policy reader on poll_windows for select to quartermaster_reader using (true);

grant select, insert, update on poll_windows to quartermaster_gateway;
grant select on poll_windows to quartermaster_reader;

-- What others may hear of, written in the transaction that caused it. Nobody may change one afterwards.
create table events (
  store_id uuid not null references stores (id),
  id uuid not null,
  type text not null check (length(type) between 1 and 64),
  body text not null, -- the JSON that is sent, written once
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);

-- The cleaner asks for what is old in all stores at once. Ids carry their time and rows arrive in that order.
create index events_by_id on events using brin (id);

create table webhook_endpoints (
  store_id uuid not null references stores (id),
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  event_types text[] not null check (cardinality(event_types) <= 100), -- empty: all
  secret bytea not null, -- sealed, with the name of the key that opens it
  secret_key text not null,
  old_secret bytea, -- signs too until its time is over
  old_secret_key text,
  old_secret_expires_at timestamptz,
  failing_since timestamptz, -- every attempt since then has failed
  paused_until timestamptz, -- the receiver asked for a rest
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  check (num_nulls(old_secret, old_secret_key, old_secret_expires_at) in (0, 3)),
  check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 80);

create index webhook_endpoints_by_id on webhook_endpoints using brin (id);

-- What was not delivered yet. A row leaves when its receiver has it, so this table is as small as the work that is left.
create table webhook_deliveries (
  store_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  position bigint not null generated always as identity,
  attempts integer not null default 0 check (attempts >= 0), -- of the present schedule
  next_at timestamptz, -- null: given up; it stays to be sent again
  created_at timestamptz not null default now(),
  primary key (store_id, event_id, endpoint_id),
  foreign key (store_id, event_id) references events (store_id, id),
  foreign key (store_id, endpoint_id) references webhook_endpoints (store_id, id)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);

-- Leads from one endpoint to the next without reading what waits for either.
create index webhook_deliveries_due on webhook_deliveries (store_id, endpoint_id, next_at, position)
  where next_at is not null;
create index webhook_deliveries_given_up on webhook_deliveries (store_id, endpoint_id, created_at)
  where next_at is null;

-- What was tried, for people to look at. The worker forgets what is old.
create table webhook_attempts (
  store_id uuid not null,
  endpoint_id uuid not null,
  sent_at timestamptz not null,
  event_id uuid not null,
  status smallint check (status between 100 and 999),
  error text check (length(error) between 1 and 200),
  ms integer not null check (ms >= 0),
  primary key (store_id, endpoint_id, sent_at, event_id),
  foreign key (store_id, endpoint_id) references webhook_endpoints (store_id, id),
  check ((status is null) = (error is not null))
);

create index webhook_attempts_by_time on webhook_attempts using brin (sent_at);

alter table events enable row level security;
alter table events force row level security;
create policy own_store on events to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on events for select to quartermaster_reader using (true);

alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy own_store on webhook_endpoints to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_endpoints for select to quartermaster_reader using (true);

alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_store on webhook_deliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_deliveries for select to quartermaster_reader using (true);

alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy own_store on webhook_attempts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_attempts for select to quartermaster_reader using (true);

grant select, insert, delete on events to quartermaster_app;
grant select, insert, update (secret, secret_key, old_secret, old_secret_key, old_secret_expires_at,
  failing_since, paused_until, disabled_at, disabled_reason), delete on webhook_endpoints to quartermaster_app;
grant select, insert, update (attempts, next_at), delete on webhook_deliveries to quartermaster_app;
grant select, insert, delete on webhook_attempts to quartermaster_app;
grant select on events, webhook_deliveries, webhook_attempts to quartermaster_reader;
-- Not the secrets, though they are sealed: nobody needs them across stores.
grant select (store_id, id, url, event_types, secret_key, old_secret_key, old_secret_expires_at, failing_since, paused_until, disabled_at,
  disabled_reason, created_at) on webhook_endpoints to quartermaster_reader;

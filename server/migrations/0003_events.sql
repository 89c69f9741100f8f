-- Events of a store, each written by the transaction that causes it. No role may change one.
create table events (
  store_id uuid not null references stores (id),
  id uuid not null,
  type text not null check (length(type) between 1 and 64),
  body text not null, -- the JSON that is sent, written once
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);

-- The cleaner searches for old events in all stores. Ids carry their time and rows arrive in that order, so BRIN is enough.
create index events_by_id on events using brin (id);

alter table events enable row level security, force row level security;
create policy own_store on events to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on events for select to quartermaster_reader using (true);

grant select, insert, delete on events to quartermaster_app;
grant select on events to quartermaster_reader;

-- The addresses that receive the events of a store. Secrets are sealed; `…_key_id` names the key that opens them.
create table webhook_endpoints (
  store_id uuid not null references stores (id),
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  event_types text[] not null check (cardinality(event_types) <= 100), -- empty: all
  secret bytea not null,
  secret_key_id text not null,
  old_secret bytea, -- signs as well until it expires
  old_secret_key_id text,
  old_secret_expires_at timestamptz,
  failing_since timestamptz, -- every attempt since then has failed
  paused_until timestamptz, -- the receiver asked for a pause
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  version bigint not null default 1, -- counts the owner's edits
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint webhook_endpoints_old_secret_complete check (num_nulls(old_secret, old_secret_key_id, old_secret_expires_at) in (0, 3)),
  constraint webhook_endpoints_disabled_with_reason check ((disabled_at is null) = (disabled_reason is null))
) with (fillfactor = 80);

create index webhook_endpoints_by_id on webhook_endpoints using brin (id);

alter table webhook_endpoints enable row level security, force row level security;
create policy own_store on webhook_endpoints to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_endpoints for select to quartermaster_reader using (true);

grant select, insert, update (event_types, secret, secret_key_id, old_secret, old_secret_key_id, old_secret_expires_at, failing_since,
  paused_until, disabled_at, disabled_reason, version), delete on webhook_endpoints to quartermaster_app;
-- Not the secrets, although they are sealed: no query across stores needs them.
grant select (store_id, id, url, event_types, secret_key_id, old_secret_key_id, old_secret_expires_at, failing_since, paused_until,
  disabled_at, disabled_reason, version, created_at) on webhook_endpoints to quartermaster_reader;

-- Events that an endpoint has not received yet. A row is deleted when the endpoint has the event, so the table is as small as
-- the remaining work.
create table webhook_deliveries (
  store_id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  position bigint not null generated always as identity,
  attempts integer not null default 0 check (attempts >= 0), -- of the current schedule
  next_at timestamptz, -- null: abandoned; it is kept so that it can be resent
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

-- A query can skip from one endpoint to the next without reading what waits for either.
create index webhook_deliveries_due on webhook_deliveries (store_id, endpoint_id, next_at, position)
  where next_at is not null;
create index webhook_deliveries_abandoned on webhook_deliveries (store_id, endpoint_id, created_at)
  where next_at is null;

alter table webhook_deliveries enable row level security, force row level security;
create policy own_store on webhook_deliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_deliveries for select to quartermaster_reader using (true);

grant select, insert, update (attempts, next_at), delete on webhook_deliveries to quartermaster_app;
grant select on webhook_deliveries to quartermaster_reader;

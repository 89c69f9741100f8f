-- The history of webhook requests, shown to owners. A worker deletes old rows.
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
  constraint webhook_attempts_status_or_error check ((status is null) = (error is not null))
);

create index webhook_attempts_by_time on webhook_attempts using brin (sent_at);

alter table webhook_attempts enable row level security, force row level security;
create policy own_store on webhook_attempts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on webhook_attempts for select to quartermaster_reader using (true);

grant select, insert, delete on webhook_attempts to quartermaster_app;
grant select on webhook_attempts to quartermaster_reader;

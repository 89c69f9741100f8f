-- What waits for a game server. A row leaves for the ledger when it is reported or cancelled, so this
-- table is as small as the work that is left, whatever the history.
create table pending_deliveries (
  store_id uuid not null,
  id uuid not null,
  server_id uuid, -- null: sold before the store had a server
  position bigint not null generated always as identity,
  checkout_id uuid not null,
  game_user_id text not null,
  delivery_type text not null check (delivery_type in ('APPROVE', 'REFUND', 'EXPIRE')),
  line_nos smallint[] not null check (cardinality(line_nos) >= 1),
  unit integer not null default 1, -- which of several equal units an EXPIRE ends
  products text not null, -- the JSON array that is handed out, written once
  -- What it adds to an answer at the most: some clients get the product of an EXPIRE twice, and quotes are escaped.
  bytes integer not null generated always as
    (case delivery_type when 'EXPIRE' then 2 else 1 end * octet_length(products) + 2 * octet_length(game_user_id) + 256) stored,
  resend_of uuid,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz, -- durable before the element is first handed out
  primary key (store_id, id),
  foreign key (store_id, server_id) references game_servers (store_id, id),
  foreign key (store_id, checkout_id) references checkouts (store_id, id)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);

create index pending_by_server on pending_deliveries (store_id, server_id, position);

-- The same delivery never waits twice; one that an operator sent again counts by what it repeats.
create unique index pending_once on pending_deliveries
  (store_id, checkout_id, server_id, delivery_type, line_nos, unit, resend_of) nulls not distinct;

create trigger pending_offered_once before update of dispatched_at on pending_deliveries
  for each row when (old.dispatched_at is not null and new.dispatched_at is distinct from old.dispatched_at)
  execute function refuse_change('an offer cannot be taken back');

create trigger pending_frozen_when_offered before update of products, line_nos on pending_deliveries
  for each row when (old.dispatched_at is not null)
  execute function refuse_change('an element that was offered does not change');

-- What left the queue, by month of the command's id. Partitions are made ahead by the product itself;
-- the last one takes what no month covers, so a report is never refused for want of a partition.
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
  late_report_at timestamptz, -- cancelled after it was offered, and run all the same
  primary key (store_id, id),
  check ((state = 'cancelled') = (cancelled_by is not null)),
  check (cancelled_by is distinct from 'refund' or dispatched_at is null),
  check (late_report_at is null or (state = 'cancelled' and dispatched_at is not null))
) partition by range (id);

create index ledger_by_checkout on delivery_ledger (store_id, checkout_id);
create table delivery_ledger_rest partition of delivery_ledger default;

/* The smallest id of a moment: the first 48 bits of an id are its time in milliseconds. */
create function first_id_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

/* Makes the ledger's monthly partitions from the month of a moment on, and names the new ones.
   Attaching instead of creating in place keeps reports running meanwhile. */
create function make_ledger_partitions(starting timestamptz, months integer) returns setof text
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  month timestamp; -- in UTC, whatever the session's time zone is
  partition text;
  low uuid;
  high uuid;
begin
  if months not between 1 and 240 then
    raise exception 'between 1 and 240 months at a time';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_ledger_partitions'));
  for month in
    select date_trunc('month', starting at time zone 'UTC') + make_interval(months => n) from generate_series(0, months - 1) n
  loop
    partition := 'delivery_ledger_' || to_char(month, 'YYYY_MM');
    if to_regclass(partition) is null then
      low := first_id_at(month at time zone 'UTC');
      high := first_id_at((month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like delivery_ledger including all)', partition);
      -- Ids carry the clock of the process that made them: one that runs ahead has filled the rest with this month.
      if exists (select from delivery_ledger_rest where id >= low and id < high) then
        lock table delivery_ledger_rest in access exclusive mode;
        execute format('with moved as (delete from delivery_ledger_rest where id >= %L and id < %L returning *)
          insert into %I select * from moved', low, high, partition);
      end if;
      execute format('alter table delivery_ledger attach partition %I for values from (%L) to (%L)', partition, low, high);
      return next partition;
    end if;
  end loop;
end
$$;

-- Where the window over a very long queue stands.
create table poll_windows (
  store_id uuid not null,
  server_id uuid not null,
  position bigint not null,
  primary key (store_id, server_id),
  foreign key (store_id, server_id) references game_servers (store_id, id)
) with (fillfactor = 50);

alter table pending_deliveries enable row level security;
alter table pending_deliveries force row level security;
create policy own_store on pending_deliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on pending_deliveries to quartermaster_gateway using (true) with check (true);
create policy reader on pending_deliveries for select to quartermaster_reader using (true);

alter table delivery_ledger enable row level security;
alter table delivery_ledger force row level security;
create policy own_store on delivery_ledger to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on delivery_ledger to quartermaster_gateway using (true) with check (true);
create policy reader on delivery_ledger for select to quartermaster_reader using (true);

alter table poll_windows enable row level security;
alter table poll_windows force row level security;
create policy own_store on poll_windows to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on poll_windows to quartermaster_gateway using (true) with check (true);
create policy reader on poll_windows for select to quartermaster_reader using (true);

grant select, insert, update (server_id, products, line_nos), delete on pending_deliveries to quartermaster_app;
grant select, insert on delivery_ledger to quartermaster_app;
grant select, update (dispatched_at), delete on pending_deliveries to quartermaster_gateway;
grant select, insert, update (late_report_at) on delivery_ledger to quartermaster_gateway;
grant select, insert, update on poll_windows to quartermaster_gateway;
grant select on pending_deliveries, delivery_ledger, poll_windows to quartermaster_reader;
revoke execute on function make_ledger_partitions(timestamptz, integer) from public;
grant execute on function make_ledger_partitions(timestamptz, integer) to quartermaster_app;

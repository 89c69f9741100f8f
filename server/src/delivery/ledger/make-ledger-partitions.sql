/* Creates the monthly partitions of the ledger, beginning with the month of `starting`, and returns the names of the new ones.
   They are attached instead of created in place, so that reports continue meanwhile. */
create or replace function make_ledger_partitions(starting timestamptz, months integer) returns setof text
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
      -- Ids carry the clock of the process that made them. A process whose clock is ahead may have put rows of this month
      -- into the default partition.
      if exists (select from delivery_ledger_default where id >= low and id < high) then
        lock table delivery_ledger_default in access exclusive mode;
        execute format('with moved as (delete from delivery_ledger_default where id >= %L and id < %L returning *)
          insert into %I select * from moved', low, high, partition);
      end if;
      execute format('alter table delivery_ledger attach partition %I for values from (%L) to (%L)', partition, low, high);
      return next partition;
    end if;
  end loop;
end
$$;
revoke execute on function make_ledger_partitions(timestamptz, integer) from public;
grant execute on function make_ledger_partitions(timestamptz, integer) to quartermaster_app;

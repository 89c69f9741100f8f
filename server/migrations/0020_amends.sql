/* Each grant runs from its purchase or from the end of the one before it, whichever is later. Who has bought more than seven
   thousand years has it for ever: the calendar ends. Only lengths are compared, so that it does not matter when it is asked.
   -infinity: nothing grants it any more. The order of refunds does not matter. */
create or replace function entitled_until(store uuid, entitlement uuid) returns timestamptz
  language plpgsql stable as
$$
declare
  longest constant interval := make_interval(days => 7000 * 365);
  part record;
  result timestamptz := '-infinity';
begin
  for part in
    select granted_at, seconds from grants
    where store_id = store and entitlement_id = entitlement and revoked_at is null
    order by granted_at, checkout_id, line_no
  loop
    if part.seconds is null or part.seconds > extract(epoch from longest) then
      return 'infinity';
    end if;
    result := greatest(result, part.granted_at) + make_interval(secs => part.seconds);
    if result > part.granted_at + longest then
      return 'infinity';
    end if;
  end loop;
  return result;
end
$$;

-- Whether it is another thing on each server that is named: not where the default one is named for what goes there anyway.
-- What was sold before keeps what it had.
alter table checkout_lines add column own_scope boolean not null default true;

-- Of a partial refund: how much went back that no refund of ours accounts for. A further part is another riddle.
alter table parked_payments add column part_minor bigint not null default 0 check (part_minor >= 0);
drop index parked_once;
create unique index parked_once on parked_payments (store_id, provider, reason, subject, part_minor);

/* Whether a redelivery has passed by what a sold line fed and left it out because the line's own delivery to this server was on
   its way, and nothing was given there since the wipe: then that delivery stands for the redelivery, too. */
create function redelivery_relies_on(store uuid, checkout uuid, line smallint, server uuid) returns boolean
  language sql stable
  return exists (
    select from grants own
    join entitlements e on e.store_id = own.store_id and e.id = own.entitlement_id
    join redeliveries r on r.store_id = own.store_id and r.reached >= e.id
      and (r.server_ids is null or server = any(r.server_ids))
      and (r.product_ids is null or e.product_id = any(r.product_ids))
      and (r.game_user_ids is null or e.game_user_id = any(r.game_user_ids))
    where own.store_id = store and own.checkout_id = checkout and own.line_no = line
      and exists (
        select from grants g where g.store_id = own.store_id and g.entitlement_id = e.id and g.granted_at <= r.created_at
          and g.granted_at >= coalesce(r.purchased_from, '-infinity') and g.granted_at < coalesce(r.purchased_until, 'infinity'))
      and not exists (
        select from grants g join delivery_ledger l on l.store_id = g.store_id and l.checkout_id = g.checkout_id
          and g.line_no = any(l.line_nos) and l.delivery_type = 'APPROVE' and l.server_id = server
        where g.store_id = own.store_id and g.entitlement_id = e.id
          and case l.state when 'processed' then l.finished_at else l.late_report_at end >= r.wiped_at));

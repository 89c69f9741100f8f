/* Whether a redelivery skipped a sold line on a server because the line's own delivery was still in the queue, and nothing has been
   delivered there since the wipe. If so, the redelivery counts on that delivery. */
create or replace function redelivery_skipped_line(store uuid, checkout uuid, line smallint, server uuid) returns boolean
  language sql stable as
$$
  select exists (
    select from grants own
    join entitlements e on e.store_id = own.store_id and e.id = own.entitlement_id
    join redeliveries r on r.store_id = own.store_id and r.last_entitlement_id >= e.id
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
          and case l.state when 'processed' then l.finished_at else l.late_report_at end >= r.wiped_at))
$$;

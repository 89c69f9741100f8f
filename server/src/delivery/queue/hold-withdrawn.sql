/* Holds the purchases of these lines (pairs of checkout and line) that wait for clients of MTA, after a refund or an expiry. These
   clients never run the refund or the expiry: they would give the goods at the player's next join, and nothing would take them
   away. If the client has the purchase already, its report can still come. Locks deliveries in the order of the queue. */
create or replace function hold_withdrawn(store uuid, checkouts uuid[], lines smallint[]) returns void
  language sql as
$$
  with withdrawn as (
    select p.id from unnest(checkouts, lines) as line (checkout_id, line_no)
    cross join lateral (
      select each.id, each.position from pending_deliveries each
      join game_servers g on g.store_id = each.store_id and g.id = each.server_id and g.profile = 'mta'
      where each.store_id = store and each.checkout_id = line.checkout_id and line.line_no = any(each.line_nos)
        and each.delivery_type = 'APPROVE' and each.hold_reason is null
      offset 0) p
    group by p.id, p.position
    order by p.position
  ), locked as (
    select p.id from withdrawn w join pending_deliveries p on p.store_id = store and p.id = w.id
    order by p.position
    for no key update of p
  )
  update pending_deliveries p set hold_reason = 'withdrawn', retry_at = null
  from locked where p.store_id = store and p.id = locked.id
$$;

/* The state of a subscription follows from the states of its checkouts, so a refund, a dispute or an abandoned first order makes it due.
   The checkout is locked before the subscription here and everywhere else. */
create or replace function recheck_subscription() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  update subscriptions s set check_at = now()
  from subscription_invoices i
  where i.store_id = new.store_id and i.checkout_id = new.id and s.store_id = i.store_id and s.id = i.subscription_id;
  if not found then
    update subscriptions set check_at = now() where store_id = new.store_id and checkout_id = new.id;
  end if;
  return null;
end
$$;
create or replace trigger recheck_subscription after update of state on checkouts
  for each row when (new.state <> old.state and new.state in ('refunded', 'disputed', 'abandoned'))
  execute function recheck_subscription();

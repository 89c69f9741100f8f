/* A delivery left the queue until staff decide. The gateway holds deliveries but may not write events, so this runs as the owner of
   the tables, whom row-level security limits to the store that is set here. */
create or replace function record_delivery_held_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  why text;
  data json;
begin
  if is_copying() then
    return null;
  end if;
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select a.reason into why from delivery_attempts a
  where a.store_id = new.store_id and a.delivery_id = new.id and a.attempt = new.attempts;
  if new.hold_reason = 'withdrawn' then
    why := 'It was refunded or expired before the game server reported it';
  end if;
  data := json_build_object('storeId', type_id('sto', new.store_id), 'deliveryId', type_id('cmd', new.id),
    'checkoutId', type_id('chk', new.checkout_id), 'serverId', type_id('srv', new.server_id), 'gameUserId', new.game_user_id,
    'deliveryType', new.delivery_type, 'holdReason', new.hold_reason, 'attempts', new.attempts, 'reason', coalesce(why, ''));
  perform record_events(new.store_id, 'delivery.held', array[new_id()], array[data::text], null);
  return null;
end
$$;
revoke execute on function record_delivery_held_event() from public;
create or replace trigger record_delivery_held_event after update of hold_reason on pending_deliveries
  for each row when (old.hold_reason is null and new.hold_reason is not null)
  execute function record_delivery_held_event();

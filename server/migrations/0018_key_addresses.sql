-- From where the keys of a server may be used: ranges of addresses; empty: from everywhere.
alter table game_servers add column bound_to text[] not null default '{}' check (cardinality(bound_to) <= 50);
grant update (bound_to) on game_servers to quartermaster_app;

drop trigger game_server_changes_keys on game_servers;
create trigger game_server_changes_keys after update of name, profile, bound_to on game_servers
  for each row when (row(old.name, old.profile, old.bound_to) is distinct from row(new.name, new.profile, new.bound_to))
  execute function note_keys_of_server();

-- From where the keys are used: some addresses for each key, written now and then, never for each call.
create table server_key_addresses (
  store_id uuid not null,
  key_id uuid not null,
  address inet not null, -- for IPv6 the network of a machine: its addresses in there come and go
  first_seen_at timestamptz not null default now(),
  since timestamptz not null, -- it has been in use since then without a long pause
  last_seen_at timestamptz not null,
  refused_at timestamptz, -- the server is bound to other addresses
  told_at timestamptz, -- when the store was warned
  primary key (store_id, key_id, address),
  foreign key (store_id, key_id) references server_keys (store_id, id)
) with (fillfactor = 80);

alter table server_key_addresses enable row level security;
alter table server_key_addresses force row level security;
create policy own_store on server_key_addresses to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on server_key_addresses to quartermaster_gateway using (true) with check (true);
create policy reader on server_key_addresses for select to quartermaster_reader using (true);

grant select on server_key_addresses to quartermaster_app, quartermaster_reader;
grant select, insert, update (since, last_seen_at, refused_at, told_at), delete on server_key_addresses to quartermaster_gateway;

/* Records an event, as the application does it. For the functions below alone: they tell of what the gateway has changed,
   which may read neither events nor endpoints. They run as the owner of the tables, who is held to the one store that is
   set here, like everybody. */
create function tell(store uuid, kind text, data json) returns void
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  event uuid := new_delivery_id();
begin
  perform set_config('quartermaster.store_id', store::text, true);
  insert into events (store_id, id, type, body)
  values (store, event, kind, json_build_object('type', kind, 'timestamp', wire_time(now()), 'data', data));
  with listening as (
    select w.id from webhook_endpoints w
    where w.store_id = store and w.disabled_at is null and (w.event_types = '{}' or kind = any(w.event_types))
    order by w.id
    for key share)
  insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
  select store, event, listening.id, now() from listening;
end
$$;
revoke execute on function tell(uuid, text, json) from public;

/* An element that nobody gets any more until its owner decides. */
create function tell_of_held() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  why text;
begin
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select a.reason into why from delivery_attempts a
  where a.store_id = new.store_id and a.delivery_id = new.id and a.attempt = new.attempts;
  perform tell(new.store_id, 'delivery.held', json_build_object('storeId', type_id('sto', new.store_id),
    'deliveryId', type_id('cmd', new.id), 'checkoutId', type_id('chk', new.checkout_id), 'serverId', type_id('srv', new.server_id),
    'gameUserId', new.game_user_id, 'deliveryType', new.delivery_type, 'holdReason', new.held, 'attempts', new.attempts,
    'reason', coalesce(why, '')));
  return null;
end
$$;
revoke execute on function tell_of_held() from public;
create trigger held_is_told after update of held on pending_deliveries
  for each row when (old.held is null and new.held is not null)
  execute function tell_of_held();

/* A key in use at a second place, or at one where it may not be used. */
create function tell_of_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  kind text := case when new.refused_at is null then 'server_key.concurrent_use' else 'server_key.address_rejected' end;
  data json;
begin
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select json_build_object('storeId', type_id('sto', new.store_id), 'serverId', type_id('srv', k.server_id), 'name', g.name,
    'keyId', type_id('key', k.id), 'hint', k.hint, 'ipAddress', abbrev(new.address)) into data
  from server_keys k join game_servers g on g.store_id = k.store_id and g.id = k.server_id
  where k.store_id = new.store_id and k.id = new.key_id;
  perform tell(new.store_id, kind, data);
  return null;
end
$$;
revoke execute on function tell_of_address() from public;
create trigger address_is_told after update of told_at on server_key_addresses
  for each row when (old.told_at is null and new.told_at is not null)
  execute function tell_of_address();

/* A key is used from a second address, or from one that its server is not bound to. The gateway writes the addresses but may not
   write events, so this runs as the owner of the tables, whom row-level security limits to the store that is set here. */
create or replace function record_key_address_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  kind text := case when new.refused_at is null then 'server_key.concurrent_use' else 'server_key.address_rejected' end;
  data json;
begin
  if is_copying() then
    return null;
  end if;
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select json_build_object('storeId', type_id('sto', new.store_id), 'serverId', type_id('srv', k.server_id), 'name', g.name,
    'keyId', type_id('key', k.id), 'hint', k.hint, 'ipAddress', abbrev(new.address)) into data
  from server_keys k join game_servers g on g.store_id = k.store_id and g.id = k.server_id
  where k.store_id = new.store_id and k.id = new.key_id;
  perform record_events(new.store_id, kind, array[new_id()], array[data::text], null);
  return null;
end
$$;
revoke execute on function record_key_address_event() from public;
create or replace trigger record_key_address_event after update of notified_at on server_key_addresses
  for each row when (old.notified_at is null and new.notified_at is not null)
  execute function record_key_address_event();

create or replace function mark_server_key_changed() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return new;
  end if;
  new.changed_at := now();
  return new;
end
$$;
create or replace trigger mark_server_key_changed before update of revoked_at on server_keys
  for each row execute function mark_server_key_changed();

create or replace function mark_server_keys_changed() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  update server_keys set changed_at = now() where store_id = new.store_id and server_id = new.id;
  return null;
end
$$;
create or replace trigger mark_server_keys_changed after update of name, profile, bound_to on game_servers
  for each row when (row(old.name, old.profile, old.bound_to) is distinct from row(new.name, new.profile, new.bound_to))
  execute function mark_server_keys_changed();

create or replace function mark_store_keys_changed() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return null;
  end if;
  update server_keys set changed_at = now() where store_id = new.id;
  return null;
end
$$;
create or replace trigger mark_store_keys_changed after update of name, plan, expires_at, url on stores
  for each row when (row(old.name, old.plan, old.expires_at, old.url) is distinct from row(new.name, new.plan, new.expires_at, new.url))
  execute function mark_store_keys_changed();

-- Which transaction put an element into the queue. Positions are drawn before a transaction commits, so they tell a
-- reader who follows the queue nothing about what he has not seen yet; transactions do: a snapshot knows which of
-- them had ended.
alter table pending_deliveries add column queued_in xid8 not null default pg_current_xact_id();
create index pending_by_arrival on pending_deliveries (queued_in);

-- When something changed that a key stands for. Processes remember keys, and look here for what they must forget.
alter table server_keys add column changed_at timestamptz;
create index server_keys_by_change on server_keys (changed_at) where changed_at is not null;
grant update (changed_at) on server_keys to quartermaster_app;

create function note_key_revoked() returns trigger language plpgsql as
$$
begin
  new.changed_at := now();
  return new;
end
$$;
create trigger server_key_changes before update of revoked_at on server_keys
  for each row execute function note_key_revoked();

create function note_keys_of_server() returns trigger language plpgsql as
$$
begin
  update server_keys set changed_at = now() where store_id = new.store_id and server_id = new.id;
  return null;
end
$$;
create trigger game_server_changes_keys after update of profile on game_servers
  for each row when (old.profile is distinct from new.profile)
  execute function note_keys_of_server();

create function note_keys_of_store() returns trigger language plpgsql as
$$
begin
  update server_keys set changed_at = now() where store_id = new.id;
  return null;
end
$$;
create trigger store_changes_keys after update of name, plan, expires_at, url on stores
  for each row when (row(old.name, old.plan, old.expires_at, old.url) is distinct from row(new.name, new.plan, new.expires_at, new.url))
  execute function note_keys_of_store();

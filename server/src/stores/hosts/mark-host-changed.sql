create or replace function mark_store_host_changed() returns trigger language plpgsql as
$$
begin
  if is_copying() then
    return new;
  end if;
  new.changed_at := now();
  return new;
end
$$;
create or replace trigger mark_store_host_changed before update on store_hosts
  for each row execute function mark_store_host_changed();

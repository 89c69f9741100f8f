create or replace function protect_audit_log() returns trigger
  language plpgsql as
$$
begin
  if is_copying() then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  -- Erasing a player changes the subject and the details. Everything else in the row stays.
  if tg_op = 'UPDATE' and (new.store_id, new.id, new.at, new.actor_kind, new.actor_id, new.actor_name, new.action)
    is not distinct from (old.store_id, old.id, old.at, old.actor_kind, old.actor_id, old.actor_name, old.action) then
    return new;
  end if;
  raise exception 'not allowed: the audit log only grows' using errcode = 'check_violation', table = tg_table_name;
end
$$;
create or replace trigger protect_audit_log before update or delete on audit_log
  for each row execute function protect_audit_log();

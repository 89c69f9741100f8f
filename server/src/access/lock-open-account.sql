/* Locks an account that is about to join a store and returns whether it is open, so that an account that is being closed cannot
   join. A store may not read accounts that are not its members, so this runs with the owner's rights. */
create or replace function lock_open_account(account uuid) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp as
$$
begin
  perform from accounts where id = account and closed_at is null for share;
  return found;
end
$$;
revoke execute on function lock_open_account(uuid) from public;
grant execute on function lock_open_account(uuid) to quartermaster_app;

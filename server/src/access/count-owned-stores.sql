/* Locks the account and returns how many stores it owns, so that concurrent requests can't exceed the limit together. A store
   may not read the members of other stores, so this runs with the owner's rights. */
create or replace function count_owned_stores(account uuid) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp as
$$
begin
  perform from accounts where id = account for no key update;
  return (select count(*) from store_members where account_id = account and role = 'owner');
end
$$;
revoke execute on function count_owned_stores(uuid) from public;
grant execute on function count_owned_stores(uuid) to quartermaster_app;

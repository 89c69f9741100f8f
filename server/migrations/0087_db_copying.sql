/* Whether this session copies rows of a store from an archive or from another cell. Triggers then neither reject a change nor add
   another one, because it happened where the rows come from. Only the owner of the tables can copy. */
create function is_copying() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('quartermaster.copying', true), '') = 'on'
    and current_user::text not in ('quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts');

create or replace function reject_change() returns trigger
  language plpgsql as
$$
begin
  if is_copying() then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  raise exception 'not allowed: %', tg_argv[0] using errcode = 'check_violation', table = tg_table_name;
end
$$;

/* When an entitlement ends, by the grants that are left: each grant runs from its purchase or from the end of the one before it,
   whichever is later. -infinity: no grant is left. The order of refunds does not matter. More than seven thousand years is for
   ever, because timestamps end; only lengths are compared, so the result does not depend on the current time. */
create or replace function entitled_until(store uuid, entitlement uuid) returns timestamptz
  language plpgsql stable as
$$
declare
  longest constant interval := make_interval(days => 7000 * 365);
  part record;
  result timestamptz := '-infinity';
begin
  for part in
    select granted_at, seconds from grants
    where store_id = store and entitlement_id = entitlement and revoked_at is null
    order by granted_at, checkout_id, line_no
  loop
    if part.seconds is null or part.seconds > extract(epoch from longest) then
      return 'infinity';
    end if;
    result := greatest(result, part.granted_at) + make_interval(secs => part.seconds);
    if result > part.granted_at + longest then
      return 'infinity';
    end if;
  end loop;
  return result;
end
$$;

-- `replaced_at`: another checkout of the same basket took its place, so it is never paid. `holds_player`: while it is unpaid, it holds a
-- part of its player's limits, of their uses of a code and of their credit for an upgrade. A typed name that nobody proved holds none.
alter table checkouts
  add column replaced_at timestamptz,
  add column holds_player boolean not null default true;
grant update (replaced_at) on checkouts to quartermaster_app;

create trigger checkout_replaced_once before update of replaced_at on checkouts
  for each row when (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at)
  execute function reject_change('a checkout is replaced once');

-- What a player has of a product, and until when. Refunds, expiries and rebuys are worked out here.
create table entitlements (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  game_user_id text not null,
  rebuy text not null check (rebuy in ('extend', 'independent')),
  scope uuid not null, -- the server the buyer picked; all zeros where the product decides
  until timestamptz not null, -- infinity: for ever
  ended_at timestamptz,
  ended_by text check (ended_by in ('refund', 'expiry')),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_by is distinct from 'expiry' or ended_at >= until)
);

-- A product that extends is held once by a player, however many purchases feed it.
create unique index entitlements_held on entitlements (store_id, product_id, game_user_id, scope)
  where ended_at is null and rebuy = 'extend';

-- The scheduler asks for what is due in all stores at once.
create index entitlements_due on entitlements (until) where ended_at is null and until < 'infinity';

create trigger entitlement_ends_once before update of until, ended_at, ended_by on entitlements
  for each row when (old.ended_at is not null)
  execute function refuse_change('an ended entitlement stays as it ended');

-- What each sold line adds to an entitlement. The key makes a line grant once, whoever calls.
create table grants (
  store_id uuid not null,
  checkout_id uuid not null,
  line_no smallint not null,
  entitlement_id uuid not null,
  quantity integer not null check (quantity >= 1),
  seconds bigint check (seconds > 0), -- null: for ever
  server_ids uuid[] not null,
  expiry text, -- the product with its expire commands, as an EXPIRE hands it out; null: nothing to run
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (store_id, checkout_id, line_no),
  foreign key (store_id, entitlement_id) references entitlements (store_id, id),
  foreign key (store_id, checkout_id, line_no) references checkout_lines (store_id, checkout_id, line_no)
);

create index grants_by_entitlement on grants (store_id, entitlement_id);

create trigger grant_revoked_once before update of revoked_at on grants
  for each row when (old.revoked_at is not null)
  execute function refuse_change('a grant is revoked once');

/* Each grant runs from its purchase or from the end of the one before it, whichever is later.
   -infinity: nothing grants it any more. The order of refunds does not matter. */
create function entitled_until(store uuid, entitlement uuid) returns timestamptz
  language plpgsql stable as
$$
declare
  part record;
  result timestamptz := '-infinity';
begin
  for part in
    select granted_at, seconds from grants
    where store_id = store and entitlement_id = entitlement and revoked_at is null
    order by granted_at, checkout_id, line_no
  loop
    if part.seconds is null then
      return 'infinity';
    end if;
    result := greatest(result, part.granted_at) + make_interval(secs => part.seconds);
  end loop;
  return result;
end
$$;

alter table entitlements enable row level security;
alter table entitlements force row level security;
create policy own_store on entitlements to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on entitlements for select to quartermaster_reader using (true);

alter table grants enable row level security;
alter table grants force row level security;
create policy own_store on grants to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on grants for select to quartermaster_reader using (true);

grant select, insert, update (until, ended_at, ended_by) on entitlements to quartermaster_app;
grant select, insert, update (revoked_at) on grants to quartermaster_app;
grant select on entitlements, grants to quartermaster_reader;

-- The products that players own, and until when. Refunds, expiries and rebuys are decided from these rows.
create table entitlements (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  game_user_id text not null,
  rebuy text not null check (rebuy in ('extend', 'independent')),
  scope uuid not null, -- the server that the buyer chose; all zeros if the product decides
  until timestamptz not null, -- infinity: for ever
  ended_at timestamptz,
  ended_by text check (ended_by in ('refund', 'expiry')),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  constraint entitlements_ended_by_something check ((ended_at is null) = (ended_by is null)),
  constraint entitlements_expired_in_time check (ended_by is distinct from 'expiry' or ended_at >= until)
);

-- A player owns a product that extends once, however many purchases contribute to it.
create unique index entitlements_held on entitlements (store_id, product_id, game_user_id, scope)
  where ended_at is null and rebuy = 'extend';

-- The scheduler queries what is due in all stores at once.
create index entitlements_due on entitlements (until) where ended_at is null and until < 'infinity';

create trigger entitlement_ends_once before update of until, ended_at, ended_by on entitlements
  for each row when (old.ended_at is not null)
  execute function reject_change('an ended entitlement stays as it ended');

alter table entitlements enable row level security, force row level security;
create policy own_store on entitlements to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on entitlements for select to quartermaster_reader using (true);

grant select, insert, update (until, ended_at, ended_by) on entitlements to quartermaster_app;
grant select on entitlements to quartermaster_reader;

-- What each sold line contributes to an entitlement. The primary key makes a line grant once, whoever calls.
create table grants (
  store_id uuid not null,
  checkout_id uuid not null,
  line_no smallint not null,
  entitlement_id uuid not null,
  quantity integer not null check (quantity >= 1),
  seconds bigint check (seconds > 0), -- null: for ever
  server_ids uuid[] not null,
  expire_product text, -- the product with its expire commands, as an EXPIRE dispatches it; null: nothing to run
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (store_id, checkout_id, line_no),
  foreign key (store_id, entitlement_id) references entitlements (store_id, id)
);

create index grants_by_entitlement on grants (store_id, entitlement_id);

create trigger grant_revoked_once before update of revoked_at on grants
  for each row when (old.revoked_at is not null)
  execute function reject_change('a grant is revoked once');

alter table grants enable row level security, force row level security;
create policy own_store on grants to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on grants for select to quartermaster_reader using (true);

grant select, insert, update (granted_at, revoked_at) on grants to quartermaster_app;
grant select on grants to quartermaster_reader;

-- Redeliveries: an owner wiped a game server and wants everything delivered again that players still own. The choice and the
-- time are frozen here. `last_entitlement_id` moves in the transaction that enqueues, so that a process continues behind it
-- after a crash. The table belongs to this room because a refund has to know which entitlements a redelivery has passed.
create table redeliveries (
  store_id uuid not null references stores (id),
  id uuid not null,
  product_ids uuid[] check (cardinality(product_ids) between 1 and 1000), -- null: all, here and below
  server_ids uuid[] check (cardinality(server_ids) between 1 and 1000),
  game_user_ids text[] check (cardinality(game_user_ids) between 1 and 1000),
  purchased_from timestamptz,
  purchased_until timestamptz,
  wiped_at timestamptz not null, -- what was delivered since then is not sent again
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  last_entitlement_id uuid not null default '00000000-0000-0000-0000-000000000000', -- the last one that was processed
  entitlements integer check (entitlements >= 0), -- how many were sent, of how many players; known at the end
  players integer check (players >= 0),
  created_by text not null check (length(created_by) between 1 and 254),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store_id, id),
  constraint redeliveries_wiped_before_start check (wiped_at <= created_at),
  constraint redeliveries_finished_unless_running check ((state = 'running') = (finished_at is null)),
  constraint redeliveries_totals_when_finished check ((state = 'running') = (entitlements is null) and (state = 'running') = (players is null))
);

create index redeliveries_running on redeliveries (store_id, id) where state = 'running';

create trigger redelivery_ends_once before update of state, finished_at on redeliveries
  for each row when (old.state <> 'running')
  execute function reject_change('a redelivery ends once');

create trigger redelivery_goes_forward before update of last_entitlement_id on redeliveries
  for each row when (new.last_entitlement_id < old.last_entitlement_id)
  execute function reject_change('a redelivery does not go back');

alter table redeliveries enable row level security, force row level security;
create policy own_store on redeliveries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on redeliveries for select to quartermaster_reader using (true);

grant select, insert, update (state, last_entitlement_id, entitlements, players, finished_at) on redeliveries to quartermaster_app;
grant select on redeliveries to quartermaster_reader;

/* When an entitlement ends, by the grants that are left: each grant runs from its purchase or from the end of the one before it,
   whichever is later. -infinity: no grant is left. The order of refunds does not matter. More than seven thousand years is for
   ever, because timestamps end; only lengths are compared, so the result does not depend on the current time. */
create function entitled_until(store uuid, entitlement uuid) returns timestamptz
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

/* Grants a sold line in one round trip and returns the entitlement. A product that extends adds to the entitlement that the player
   already has and locks it, so two concurrent purchases take turns. */
create function grant_line(store uuid, checkout uuid, line smallint, entitlement uuid, product uuid, player text, rule text,
  place uuid, units integer, lasts bigint, servers uuid[], ending text) returns uuid
  language plpgsql as
$$
declare
  held uuid;
begin
  insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
  values (store, entitlement, product, player, rule, place, '-infinity')
  on conflict (store_id, product_id, game_user_id, scope) where ended_at is null and rebuy = 'extend'
  do update set until = entitlements.until
  returning id into held;
  insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product)
  values (store, checkout, line, held, units, lasts, servers, ending);
  update entitlements set until = entitled_until(store, held) where store_id = store and id = held;
  return held;
end
$$;

/* Ends those of the given entitlements (pairs of store and id) that are due, enqueues the EXPIRE deliveries that take them away,
   and returns the ones that it ended. An entitlement is checked under its lock and by the clock of the database, because a
   purchase may have extended it or another scheduler may have ended it. One call is one transaction over many stores: after an
   outage, a round trip for each store would take longer than the work. Every statement still sees one store, by its own filter
   and by row-level security.

   Deadlocks are impossible because every transaction locks entitlements first, then the store, then deliveries in the order of
   the queue. A locked entitlement is skipped, not waited for, so a sale or a refund that waits for one of ours holds nothing
   that we need. Stores are processed in the order of their ids, for two concurrent calls. The inserted deliveries lock the keys of
   checkouts and servers, and no transaction locks those against it.

   Statements are planned once and serve stores with one entitlement and with a million: every row is fetched by its whole key,
   behind `offset 0` where the planner would otherwise read a whole store. */
create function expire_entitlements(stores uuid[], ids uuid[]) returns table (store_id uuid, id uuid)
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
  as
$$
#variable_conflict use_column
declare
  store uuid;
  candidates uuid[];
  due uuid[];
  ending uuid;
  unclear uuid[];
  default_server uuid;
  holders uuid[];
  holder_servers uuid[];
begin
  for store, candidates in
    select pair.store, array_agg(pair.id) from unnest(stores, ids) as pair (store, id) group by 1 order by 1
  loop
    perform set_config('quartermaster.store_id', store::text, true);
    due := array(
      select locked.id from unnest(candidates) as one (id) cross join lateral (
        select e.id from entitlements e
        where e.store_id = store and e.id = one.id and e.ended_at is null and e.until <= now()
        for update skip locked) locked);
    continue when due = '{}';

    -- Lines that were sold before the store had a server, and lines that a refund left because another purchase still granted
    -- the product, are on the servers that their deliveries went to. Lock those deliveries before reading them, so that a
    -- dispatch waits for us or we wait for it.
    holders := '{}';
    holder_servers := '{}';
    unclear := array(
      select fed.checkout_id from unnest(due) as one (id) cross join lateral (
        select g.checkout_id from grants g
        where g.store_id = store and g.entitlement_id = one.id and (g.revoked_at is not null or g.server_ids = '{}')
        offset 0) fed);
    if unclear <> '{}' then
      -- Before the deliveries: creating a first server locks the store first and the deliveries after it.
      select s.default_server_id into default_server from stores s where s.id = store for key share;
      -- Planned for each call: how many pending deliveries a store has cannot be known in advance.
      execute 'select from pending_deliveries where store_id = $1 and checkout_id = any($2) order by position for update'
      using store, unclear;
      execute $deliveries$
        select array_agg(g.entitlement_id), array_agg(coalesce(a.server_id, $4))
        from (
          select checkout_id, server_id, line_nos, dispatched_at is not null as dispatched from pending_deliveries
          where store_id = $1 and checkout_id = any($2) and delivery_type = 'APPROVE'
          union all
          select checkout_id, server_id, line_nos, dispatched_at is not null or state = 'processed' from delivery_ledger
          where store_id = $1 and checkout_id = any($2) and delivery_type = 'APPROVE'
        ) a
        join grants g on g.store_id = $1 and g.checkout_id = a.checkout_id and g.line_no = any(a.line_nos)
        where g.checkout_id = any($2) and g.entitlement_id = any($3)
          and case when g.revoked_at is null then g.server_ids = '{}' else a.dispatched end
        $deliveries$
      into holders, holder_servers
      using store, unclear, due, default_server;
    end if;

    -- One EXPIRE for each product and server, for the newest purchase that counted to the end. Independent units were each
    -- delivered, so each of them gets its own EXPIRE.
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
      requires_online, repeatable)
    select store, new_id(), given.server_id, newest.checkout_id, e.game_user_id, 'EXPIRE', array[newest.line_no], unit,
      '[' || newest.expire_product || ']', sold.requires_online, sold.repeatable
    from unnest(due) as one (id)
    cross join lateral (
      select held.id, held.game_user_id, held.rebuy from entitlements held
      where held.store_id = store and held.id = one.id
      offset 0) e
    cross join lateral (
      select g.checkout_id, g.line_no, g.quantity, g.expire_product from grants g
      where g.store_id = store and g.entitlement_id = e.id and g.revoked_at is null
      order by g.granted_at desc, g.checkout_id desc, g.line_no desc
      limit 1) newest
    cross join lateral (
      select l.requires_online, l.repeatable from checkout_lines l
      where l.store_id = store and l.checkout_id = newest.checkout_id and l.line_no = newest.line_no
      offset 0) sold
    cross join lateral (
      select unnest(g.server_ids) as server_id from grants g
      where g.store_id = store and g.entitlement_id = e.id and g.revoked_at is null
      union
      select holder.server_id from unnest(holders, holder_servers) as holder (id, server_id) where holder.id = e.id) given
    cross join lateral generate_series(1, case e.rebuy when 'extend' then 1 else newest.quantity end) unit
    where newest.expire_product is not null;
    foreach ending in array due loop
      update entitlements e set ended_at = now(), ended_by = 'expiry' where e.store_id = store and e.id = ending;
    end loop;

    -- The event, and a webhook delivery for each endpoint that receives its type.
    with ended as materialized (
      select new_id() as event_id, e.* from unnest(due) as one (id) cross join lateral (
        select held.id, held.product_id, held.game_user_id, held.until from entitlements held
        where held.store_id = store and held.id = one.id
        offset 0) e),
    event as (
      insert into events (store_id, id, type, body)
      select store, event_id, 'entitlement.expired', json_build_object('type', 'entitlement.expired', 'timestamp', wire_time(now()),
        'data', json_build_object('storeId', type_id('sto', store), 'entitlementId', type_id('ent', id),
          'productId', type_id('prd', product_id), 'gameUserId', game_user_id, 'until', wire_time(until)))
      from ended),
    listening as (
      select w.id from webhook_endpoints w
      where w.store_id = store and w.disabled_at is null
        and (w.event_types = '{}' or 'entitlement.expired' = any(w.event_types))
      order by w.id
      for key share)
    insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
    select store, ended.event_id, listening.id, now() from ended cross join listening;
    return query select store, ended from unnest(due) ended;
  end loop;
end
$$;

/* Whether a redelivery skipped a sold line on a server because the line's own delivery was still in the queue, and nothing has been
   delivered there since the wipe. If so, the redelivery counts on that delivery. */
create function redelivery_skipped_line(store uuid, checkout uuid, line smallint, server uuid) returns boolean
  language sql stable
  return exists (
    select from grants own
    join entitlements e on e.store_id = own.store_id and e.id = own.entitlement_id
    join redeliveries r on r.store_id = own.store_id and r.last_entitlement_id >= e.id
      and (r.server_ids is null or server = any(r.server_ids))
      and (r.product_ids is null or e.product_id = any(r.product_ids))
      and (r.game_user_ids is null or e.game_user_id = any(r.game_user_ids))
    where own.store_id = store and own.checkout_id = checkout and own.line_no = line
      and exists (
        select from grants g where g.store_id = own.store_id and g.entitlement_id = e.id and g.granted_at <= r.created_at
          and g.granted_at >= coalesce(r.purchased_from, '-infinity') and g.granted_at < coalesce(r.purchased_until, 'infinity'))
      and not exists (
        select from grants g join delivery_ledger l on l.store_id = g.store_id and l.checkout_id = g.checkout_id
          and g.line_no = any(l.line_nos) and l.delivery_type = 'APPROVE' and l.server_id = server
        where g.store_id = own.store_id and g.entitlement_id = e.id
          and case l.state when 'processed' then l.finished_at else l.late_report_at end >= r.wiped_at));

/* Ends what is due among some entitlements, given as pairs of store and id, and queues what takes them away. Answers with
   the ends it made. Whether one is due is asked here, under its lock and by this clock: a purchase may just have
   extended it, another scheduler ended it. One call is one transaction over many stores, because after an outage the
   journeys between would take longer than the work; every statement still sees one store, by its own filter and by
   row-level security.

   No circle of waiting: whoever locks more than one thing takes entitlements first, then the store, then elements in the
   order of the queue. An entitlement that is taken is skipped here, never waited for, so a sale or a refund that waits for
   one of ours holds nothing that we want. Stores come in the order of their ids, for two of these calls at once. What is
   inserted holds the keys of checkouts and servers, and nobody locks these against it.

   Statements are planned once and serve stores with one entitlement and with a million: every row is fetched by its whole
   key, behind `offset 0` where the planner would rather read a store as a whole. */
create function expire_entitlements(stores uuid[], ids uuid[]) returns table (store_id uuid, id uuid)
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
  as
$$
#variable_conflict use_column
declare
  store uuid;
  asked uuid[];
  due uuid[];
  ending uuid;
  unclear uuid[];
  default_server uuid;
  holders uuid[];
  holder_servers uuid[];
begin
  for store, asked in
    select pair.store, array_agg(pair.id) from unnest(stores, ids) as pair (store, id) group by 1 order by 1
  loop
    perform set_config('quartermaster.store_id', store::text, true);
    due := array(
      select locked.id from unnest(asked) as one (id) cross join lateral (
        select e.id from entitlements e
        where e.store_id = store and e.id = one.id and e.ended_at is null and e.until <= now()
        for update skip locked) locked);
    continue when due = '{}';

    -- What was sold before there was a server, and what a refund left because another purchase still granted it, is
    -- where its elements went. They are locked before they are read, so that an offer waits for us or we for it.
    holders := '{}';
    holder_servers := '{}';
    unclear := array(
      select fed.checkout_id from unnest(due) as one (id) cross join lateral (
        select g.checkout_id from grants g
        where g.store_id = store and g.entitlement_id = one.id and (g.revoked_at is not null or g.server_ids = '{}')
        offset 0) fed);
    if unclear <> '{}' then
      -- Comes before the elements: making a first server takes the store first and the elements after it.
      select s.default_server_id into default_server from stores s where s.id = store for key share;
      -- Planned anew each time: how many elements a store has waiting cannot be known beforehand.
      execute 'select from pending_deliveries where store_id = $1 and checkout_id = any($2) order by position for update'
      using store, unclear;
      execute $elements$
        select array_agg(g.entitlement_id), array_agg(coalesce(a.server_id, $4))
        from (
          select checkout_id, server_id, line_nos, dispatched_at is not null as offered from pending_deliveries
          where store_id = $1 and checkout_id = any($2) and delivery_type = 'APPROVE'
          union all
          select checkout_id, server_id, line_nos, dispatched_at is not null or state = 'processed' from delivery_ledger
          where store_id = $1 and checkout_id = any($2) and delivery_type = 'APPROVE'
        ) a
        join grants g on g.store_id = $1 and g.checkout_id = a.checkout_id and g.line_no = any(a.line_nos)
        where g.checkout_id = any($2) and g.entitlement_id = any($3)
          and case when g.revoked_at is null then g.server_ids = '{}' else a.offered end
        $elements$
      into holders, holder_servers
      using store, unclear, due, default_server;
    end if;

    -- One for each product and server, in the name of the newest purchase that counted to the end. Units that stand on
    -- their own were each given, so each is taken.
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, unit, products)
    select store, new_delivery_id(), given.server_id, newest.checkout_id, e.game_user_id, 'EXPIRE', array[newest.line_no], unit,
      '[' || newest.expiry || ']'
    from unnest(due) as one (id)
    cross join lateral (
      select held.id, held.game_user_id, held.rebuy from entitlements held
      where held.store_id = store and held.id = one.id
      offset 0) e
    cross join lateral (
      select g.checkout_id, g.line_no, g.quantity, g.expiry from grants g
      where g.store_id = store and g.entitlement_id = e.id and g.revoked_at is null
      order by g.granted_at desc, g.checkout_id desc, g.line_no desc
      limit 1) newest
    cross join lateral (
      select unnest(g.server_ids) as server_id from grants g
      where g.store_id = store and g.entitlement_id = e.id and g.revoked_at is null
      union
      select holder.server_id from unnest(holders, holder_servers) as holder (id, server_id) where holder.id = e.id) given
    cross join lateral generate_series(1, case e.rebuy when 'extend' then 1 else newest.quantity end) unit
    where newest.expiry is not null;
    foreach ending in array due loop
      update entitlements e set ended_at = now(), ended_by = 'expiry' where e.store_id = store and e.id = ending;
    end loop;

    -- Others hear of it, as of everything that is recorded: the event, and a delivery for each endpoint that listens.
    with ended as materialized (
      select new_delivery_id() as event_id, e.* from unnest(due) as one (id) cross join lateral (
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

/* With its time in front, like every id the processes make: the ledger's months go by it. */
create function new_delivery_id() returns uuid
  language sql volatile parallel safe
  return overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' from 1)::uuid;

/* An id and a moment as everyone outside sees them. */
create function type_id(prefix text, id uuid) returns text
  language plpgsql immutable strict parallel safe as
$$
declare
  bits bit(130) := b'00' || ('x' || replace(id::text, '-', ''))::bit(128);
  result text := prefix || '_';
begin
  for place in 0..25 loop
    result := result || substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1);
  end loop;
  return result;
end
$$;

create function wire_time(moment timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

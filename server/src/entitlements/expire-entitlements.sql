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
create or replace function expire_entitlements(stores uuid[], ids uuid[]) returns table (store_id uuid, id uuid)
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
  event_ids uuid[];
  event_data text[];
begin
  for store, candidates in
    select pair.store, array_agg(pair.id) from unnest(stores, ids) as pair (store, id) group by 1 order by 1
  loop
    -- A store that is being moved to another cell, or has left.
    continue when store = any (stopped_stores());
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

    if exists (select from game_servers s where s.store_id = store and s.profile = 'mta') then
      perform hold_withdrawn(store, array_agg(g.checkout_id), array_agg(g.line_no))
      from unnest(due) as one (id) cross join lateral (
        select fed.checkout_id, fed.line_no from grants fed where fed.store_id = store and fed.entitlement_id = one.id
        offset 0) g;
    end if;

    -- One EXPIRE for each product and server, for the newest purchase that counted to the end. Independent units were each
    -- delivered, so each of them gets its own EXPIRE.
    insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
      requires_online, repeatable)
    select store, new_id(), given.server_id, newest.checkout_id, e.game_user_id, 'EXPIRE', array[newest.line_no], unit,
      '[' || case when newest.expire_products is null then newest.expire_product else coalesce(newest.expire_products->>given.server_id::text, (
        -- A server of an earlier purchase. All purchases that extend each other revoke the same values.
        select g.expire_products->>given.server_id::text from grants g
        where g.store_id = store and g.entitlement_id = e.id and g.expire_products->>given.server_id::text is not null
        order by g.granted_at desc, g.checkout_id desc, g.line_no desc
        limit 1), newest.expire_product) end || ']', newest.requires_online, newest.repeatable
    from unnest(due) as one (id)
    cross join lateral (
      select held.id, held.game_user_id, held.rebuy from entitlements held
      where held.store_id = store and held.id = one.id
      offset 0) e
    cross join lateral (
      select g.checkout_id, g.line_no, g.quantity, g.expire_product, g.expire_products, g.requires_online, g.repeatable from grants g
      where g.store_id = store and g.entitlement_id = e.id and g.revoked_at is null
      order by g.granted_at desc, g.checkout_id desc, g.line_no desc
      limit 1) newest
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

    select array_agg(new_id()), array_agg(json_build_object('storeId', type_id('sto', store), 'entitlementId', type_id('ent', e.id),
      'productId', type_id('prd', e.product_id), 'gameUserId', e.game_user_id, 'until', wire_time(e.until))::text)
    into event_ids, event_data
    from unnest(due) as one (id) cross join lateral (
      select held.id, held.product_id, held.game_user_id, held.until from entitlements held
      where held.store_id = store and held.id = one.id
      offset 0) e;
    perform record_events(store, 'entitlement.expired', event_ids, event_data, null);
    return query select store, ended from unnest(due) ended;
  end loop;
end
$$;

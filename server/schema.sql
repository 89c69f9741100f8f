SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE COLLATION public.any_spelling (provider = icu, deterministic = false, locale = 'und-u-kk-true-ks-level2');

CREATE FUNCTION public.change_storefront_of_part() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  perform mark_storefront_changed(case tg_op when 'DELETE' then old.store_id else new.store_id end);
  return null;
end
$$;

CREATE FUNCTION public.change_storefront_of_store() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  perform mark_storefront_changed(new.id);
  return null;
end
$$;

CREATE FUNCTION public.count_owned_stores(account uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from accounts where id = account for no key update;
  return (select count(*) from store_members where account_id = account and role = 'owner');
end
$$;

CREATE FUNCTION public.create_storefront() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  insert into storefronts (store_id) values (new.id);
  return null;
end
$$;

CREATE FUNCTION public.current_store() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('quartermaster.store_id'::text, true), ''::text))::uuid;

CREATE FUNCTION public.entitled_until(store uuid, entitlement uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    AS $$
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

CREATE FUNCTION public.erase_commands(products jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE jsonb_typeof(products) WHEN 'array'::text THEN (SELECT jsonb_agg((e.one || '{"commands": []}'::jsonb) ORDER BY e.place) AS jsonb_agg FROM jsonb_array_elements(erase_commands.products) WITH ORDINALITY e(one, place)) ELSE (products || '{"commands": []}'::jsonb) END;

CREATE FUNCTION public.erase_player(store uuid, player text, pseudonym text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $_$
#variable_conflict use_column
declare
  bought uuid[];
  delivered uuid[];
  named_in uuid[];
  named text[];
  quoted text := to_json(player);
begin
  if store is distinct from current_store() then
    raise exception 'a player is erased inside their store' using errcode = 'insufficient_privilege';
  end if;
  if pseudonym !~ '^erased-[0-9a-z]{26}$' then
    raise exception 'not a pseudonym' using errcode = 'invalid_parameter_value';
  end if;
  bought := array(select id from checkouts where store_id = store and game_user_id = player);
  delivered := array(select id from delivery_ledger where store_id = store and checkout_id = any(bought));

  update entitlements set game_user_id = pseudonym
  where store_id = store and game_user_id = player and id = any(array(
    select entitlement_id from grants where store_id = store and checkout_id = any(bought)));
  -- What the player entered for products, and what others entered about the player. Commands with these values are removed.
  named_in := array(
    select checkout_id from checkout_lines where store_id = store and fields is not null and fields @> jsonb_build_object('values', jsonb_build_array(
      jsonb_build_object('type', 'player', 'value', player))));
  update grants g set expire_products = null, expire_product = case when g.expire_product is not null
    then erase_commands(g.expire_product::jsonb)::text end
  where g.store_id = store and g.checkout_id = any(bought || named_in) and exists (
    select from checkout_lines l where l.store_id = store and l.checkout_id = g.checkout_id and l.line_no = g.line_no
      and l.fields is not null);
  update delivery_ledger d set products = erase_commands(d.products::jsonb)::text
  where d.store_id = store and d.checkout_id = any(bought || named_in) and exists (
    select from checkout_lines l where l.store_id = store and l.checkout_id = d.checkout_id and l.line_no = any(d.line_nos)
      and l.fields is not null);
  update checkout_lines set approve_commands = without_fields(approve_commands), refund_commands = without_fields(refund_commands),
    expire_commands = without_fields(expire_commands)
  where store_id = store and checkout_id = any(bought || named_in) and fields is not null;
  update checkout_lines set fields = jsonb_set(fields, '{values}', '[]')
  where store_id = store and checkout_id = any(bought) and fields is not null;
  update checkout_lines set fields = jsonb_set(fields, '{values}', coalesce((
    select jsonb_agg(entry) from jsonb_array_elements(fields->'values') entry
    where not entry @> jsonb_build_object('type', 'player', 'value', player)), '[]'))
  where store_id = store and checkout_id = any(named_in) and fields is not null;
  delete from basket_lines where store_id = store and player in (select value from jsonb_each_text(fields));

  -- An EXPIRE could not be carried out: the game does not know the pseudonym.
  update grants g set expire_product = null
  where g.store_id = store and g.checkout_id = any(bought) and g.expire_product is not null and exists (
    select from entitlements e where e.store_id = store and e.id = g.entitlement_id and e.ended_at is null);
  update checkouts set game_user_id = pseudonym,
    reference = case when strpos(lower(reference), lower(player)) = 0 then reference end
  where store_id = store and id = any(bought);

  update checkout_buyers set email = null, bought_by = null, token_sealed = null, key_id = null
  where store_id = store and checkout_id = any(bought);
  update checkout_buyers set email = null, bought_by = pseudonym where store_id = store and bought_by = player;
  update gift_cards set code_sealed = null, key_id = null
  where store_id = store and checkout_id = any(bought) and code_sealed is not null;
  update gift_cards set note = 'erased' where store_id = store and strpos(lower(note), lower(player)) > 0;
  update gift_card_entries set note = 'erased' where store_id = store and strpos(lower(note), lower(player)) > 0;
  update discount_code_players set game_user_id = pseudonym where store_id = store and game_user_id = player;
  delete from baskets where store_id = store and (game_user_id = player or recipient = player);
  delete from player_sessions where store_id = store and game_user_id = player;
  delete from unnamed_players where store_id = store and game_user_id = player;
  delete from player_codes where store_id = store and game_user_id = player;

  update delivery_ledger set game_user_id = pseudonym, receipt = null where store_id = store and id = any(delivered);
  update delivery_attempts set reason = 'erased', output = null where store_id = store and delivery_id = any(delivered);

  update payments set page_url = null, return_url = null
  where store_id = store and checkout_id = any(bought) and (page_url is not null or return_url is not null);
  update payment_refunds set error = 'erased' where store_id = store and checkout_id = any(bought) and error is not null;
  update parked_payments set facts = replace_player(facts::jsonb, player, pseudonym)::text,
    resolution_note = case when resolution_note is not null then 'erased' end
  where store_id = store and checkout_id = any(bought);

  -- As text, so that the rest of the body keeps its spelling: it is sent as it is.
  update events set body = regexp_replace(
    regexp_replace(body, '("gameUserId"\s*:\s*)' || escape_regex(quoted), format('\1"%s"', pseudonym), 'g'),
    '("(reason|output)"\s*:\s*)"(\\.|[^"\\])*"', '\1"erased"', 'g')
  where store_id = store and strpos(body, quoted) > 0 and mentions_player(body, player);
  update idempotent_responses set body = replace_player(body::jsonb, player, pseudonym)::text
  where scope = store and strpos(body, quoted) > 0 and mentions_player(body, player);

  named := array(select type_id('chk', id) from unnest(bought) id)
    || array(select type_id('prk', id) from parked_payments where store_id = store and checkout_id = any(bought))
    || array(select type_id('cmd', id) from unnest(delivered) id)
    || array(select type_id('ent', entitlement_id) from grants where store_id = store and checkout_id = any(bought));
  update audit_log set subject = pseudonym, details = '{}'
  where store_id = store and subject = player and is_player_action(action);
  update audit_log set details = replace_player(details, player, pseudonym)
  where store_id = store and (subject = any(named) or mentions_player(details::text, player));

  update redeliveries set game_user_ids = array_replace(game_user_ids, player, pseudonym)
  where store_id = store and player = any(game_user_ids);
  update player_bans set game_user_id = pseudonym, reason = 'erased' where store_id = store and game_user_id = player;
end
$_$;

CREATE FUNCTION public.escape_regex(literal text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(literal, '([]^.$*+?(){}|\\[])'::text, '\\\1'::text, 'g'::text);

CREATE FUNCTION public.expire_entitlements(stores uuid[], ids uuid[]) RETURNS TABLE(store_id uuid, id uuid)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
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
$_$;

CREATE FUNCTION public.fill_slug() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  base text := coalesce(nullif(slug_of(new.name), ''), tg_argv[0]);
  is_taken boolean;
  number integer := 1;
begin
  loop
    new.slug := base || case when number = 1 then '' when number <= 20 then '-' || number else '-' || right(new.id::text, 12) end;
    execute format('select exists (select from %I where store_id = $1 and slug = $2)', tg_table_name)
      into is_taken using new.store_id, new.slug;
    exit when not is_taken or number > 20;
    number := number + 1;
  end loop;
  return new;
end
$_$;

CREATE FUNCTION public.first_id_at(moment timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (rpad(lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text), 32, '0'::text))::uuid;

CREATE FUNCTION public.grant_line(store uuid, checkout uuid, line smallint, entitlement uuid, product uuid, player text, rule text, place uuid, units integer, lasts bigint, servers uuid[], ending text, needs_online boolean, may_repeat boolean, ending_by_server jsonb DEFAULT NULL::jsonb, starts timestamp with time zone DEFAULT now()) RETURNS uuid
    LANGUAGE plpgsql
    AS $$
declare
  held uuid;
begin
  insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
  values (store, entitlement, product, player, rule, place, '-infinity')
  on conflict (store_id, product_id, game_user_id, scope) where ended_at is null and rebuy = 'extend'
  do update set until = entitlements.until
  returning id into held;
  insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product, requires_online,
    repeatable, expire_products, granted_at)
  values (store, checkout, line, held, units, lasts, servers, ending, needs_online, may_repeat,
    ending_by_server, starts);
  update entitlements set until = entitled_until(store, held) where store_id = store and id = held;
  return held;
end
$$;

CREATE FUNCTION public.hold_withdrawn(store uuid, checkouts uuid[], lines smallint[]) RETURNS void
    LANGUAGE sql
    AS $$
  with withdrawn as (
    select p.id from unnest(checkouts, lines) as line (checkout_id, line_no)
    cross join lateral (
      select each.id, each.position from pending_deliveries each
      join game_servers g on g.store_id = each.store_id and g.id = each.server_id and g.profile = 'mta'
      where each.store_id = store and each.checkout_id = line.checkout_id and line.line_no = any(each.line_nos)
        and each.delivery_type = 'APPROVE' and each.hold_reason is null
      offset 0) p
    group by p.id, p.position
    order by p.position
  ), locked as (
    select p.id from withdrawn w join pending_deliveries p on p.store_id = store and p.id = w.id
    order by p.position
    for no key update of p
  )
  update pending_deliveries p set hold_reason = 'withdrawn', retry_at = null
  from locked where p.store_id = store and p.id = locked.id
$$;

CREATE FUNCTION public.is_copying() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((COALESCE(current_setting('quartermaster.copying'::text, true), ''::text) = 'on'::text) AND ((CURRENT_USER)::text <> ALL (ARRAY['quartermaster_app'::text, 'quartermaster_gateway'::text, 'quartermaster_reader'::text, 'quartermaster_accounts'::text])));

CREATE FUNCTION public.is_player_action(action text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (action = ANY (ARRAY['getPlayer'::text, 'exportPlayer'::text, 'erasePlayer'::text, 'banPlayer'::text, 'liftBan'::text, 'setPlayerNaming'::text]));

CREATE FUNCTION public.lock_open_account(account uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from accounts where id = account and closed_at is null for share;
  return found;
end
$$;

CREATE FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  month timestamp; -- in UTC, whatever the session's time zone is
  partition text;
  low uuid;
  high uuid;
begin
  if months not between 1 and 240 then
    raise exception 'between 1 and 240 months at a time';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_ledger_partitions'));
  for month in
    select date_trunc('month', starting at time zone 'UTC') + make_interval(months => n) from generate_series(0, months - 1) n
  loop
    partition := 'delivery_ledger_' || to_char(month, 'YYYY_MM');
    if to_regclass(partition) is null then
      low := first_id_at(month at time zone 'UTC');
      high := first_id_at((month + interval '1 month') at time zone 'UTC');
      execute format('create table %I (like delivery_ledger including all)', partition);
      -- Ids carry the clock of the process that made them. A process whose clock is ahead may have put rows of this month
      -- into the default partition.
      if exists (select from delivery_ledger_default where id >= low and id < high) then
        lock table delivery_ledger_default in access exclusive mode;
        execute format('with moved as (delete from delivery_ledger_default where id >= %L and id < %L returning *)
          insert into %I select * from moved', low, high, partition);
      end if;
      execute format('alter table delivery_ledger attach partition %I for values from (%L) to (%L)', partition, low, high);
      return next partition;
    end if;
  end loop;
end
$$;

CREATE FUNCTION public.mark_server_key_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return new;
  end if;
  new.changed_at := now();
  return new;
end
$$;

CREATE FUNCTION public.mark_server_keys_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  update server_keys set changed_at = now() where store_id = new.store_id and server_id = new.id;
  return null;
end
$$;

CREATE FUNCTION public.mark_store_host_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return new;
  end if;
  new.changed_at := now();
  return new;
end
$$;

CREATE FUNCTION public.mark_store_keys_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  update server_keys set changed_at = now() where store_id = new.id;
  return null;
end
$$;

CREATE FUNCTION public.mark_storefront_changed(store uuid) RETURNS void
    LANGUAGE sql
    AS $$
  update storefronts set revision = revision + 1, changed_at = now() where store_id = store
$$;

CREATE FUNCTION public.mentions_player(body text, player text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (strpos(body, (to_json(player))::text) > 0) THEN (jsonb_path_exists((body)::jsonb, '$.**."gameUserId"?(@ == $"player")'::jsonpath, jsonb_build_object('player', player)) OR jsonb_path_exists((body)::jsonb, '$.**."gameUserIds"[*]?(@ == $"player")'::jsonpath, jsonb_build_object('player', player))) ELSE false END;

CREATE FUNCTION public.new_id() RETURNS uuid
    LANGUAGE sql PARALLEL SAFE
    RETURN (OVERLAY(replace((gen_random_uuid())::text, '-'::text, ''::text) PLACING (lpad(to_hex(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint), 12, '0'::text) || '7'::text) FROM 1))::uuid;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.checkout_lines (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_no smallint NOT NULL,
    product_id uuid NOT NULL,
    name text NOT NULL,
    price_minor bigint NOT NULL,
    quantity integer NOT NULL,
    approve_commands text[] NOT NULL,
    refund_commands text[] NOT NULL,
    expire_commands text[] NOT NULL,
    duration_seconds bigint,
    rebuy text NOT NULL,
    requires_online boolean DEFAULT true NOT NULL,
    delay_seconds integer DEFAULT 0 NOT NULL,
    free_slots smallint DEFAULT 0 NOT NULL,
    repeatable boolean DEFAULT false NOT NULL,
    server_ids uuid[] NOT NULL,
    buyer_server_id uuid,
    entitlement_per_server boolean DEFAULT true NOT NULL,
    reserved boolean DEFAULT false NOT NULL,
    refunded_at timestamp with time zone,
    variant_id uuid,
    variant_name text,
    withdrawn_at timestamp with time zone,
    upgrade_credit_minor bigint DEFAULT 0 NOT NULL,
    sale_minor bigint DEFAULT 0 NOT NULL,
    code_minor bigint DEFAULT 0 NOT NULL,
    gift_card_minor bigint DEFAULT 0 NOT NULL,
    tax_minor bigint DEFAULT 0 NOT NULL,
    creator_share_minor bigint DEFAULT 0 NOT NULL,
    fields jsonb,
    billing_period text,
    renewal_of uuid,
    sale_id uuid,
    is_gift_card boolean DEFAULT false NOT NULL,
    CONSTRAINT checkout_lines_amounts CHECK (((LEAST(upgrade_credit_minor, sale_minor, code_minor, gift_card_minor, tax_minor, creator_share_minor) >= 0) AND ((((upgrade_credit_minor + sale_minor) + code_minor) + gift_card_minor) <= (price_minor * quantity)))),
    CONSTRAINT checkout_lines_line_no_check CHECK ((line_no >= 1)),
    CONSTRAINT checkout_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
    CONSTRAINT checkout_lines_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text]))),
    CONSTRAINT checkout_lines_variant_named CHECK (((variant_id IS NULL) = (variant_name IS NULL)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.checkout_lines FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.paid_minor(line public.checkout_lines) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((((((line).price_minor * (line).quantity) - (line).upgrade_credit_minor) - (line).sale_minor) - (line).code_minor) - (line).gift_card_minor);

CREATE FUNCTION public.protect_audit_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.recheck_subscription() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if is_copying() then
    return null;
  end if;
  update subscriptions s set check_at = now()
  from subscription_invoices i
  where i.store_id = new.store_id and i.checkout_id = new.id and s.store_id = i.store_id and s.id = i.subscription_id;
  if not found then
    update subscriptions set check_at = now() where store_id = new.store_id and checkout_id = new.id;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.record_delivery_held_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  why text;
  data json;
begin
  if is_copying() then
    return null;
  end if;
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select a.reason into why from delivery_attempts a
  where a.store_id = new.store_id and a.delivery_id = new.id and a.attempt = new.attempts;
  if new.hold_reason = 'withdrawn' then
    why := 'It was refunded or expired before the game server reported it';
  end if;
  data := json_build_object('storeId', type_id('sto', new.store_id), 'deliveryId', type_id('cmd', new.id),
    'checkoutId', type_id('chk', new.checkout_id), 'serverId', type_id('srv', new.server_id), 'gameUserId', new.game_user_id,
    'deliveryType', new.delivery_type, 'holdReason', new.hold_reason, 'attempts', new.attempts, 'reason', coalesce(why, ''));
  perform record_events(new.store_id, 'delivery.held', array[new_id()], array[data::text], null);
  return null;
end
$$;

CREATE FUNCTION public.record_events(store uuid, kind text, ids uuid[], data text[], only_endpoint uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  with recorded as (
    insert into events (store_id, id, type, body)
    select store, event.id, kind, concat('{"type":"', kind, '","timestamp":"', wire_time(now()), '","data":', event.data, '}')
    from unnest(ids, data) as event (id, data)),
  receiving as (
    select w.id from webhook_endpoints w
    where w.store_id = store and w.disabled_at is null
      and case when only_endpoint is null then w.event_types = '{}' or kind = any(w.event_types) else w.id = only_endpoint end
    order by w.id
    -- An endpoint that is being deleted drops out here instead of failing the sale that caused the event.
    for key share)
  insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
  select store, event.id, receiving.id, now() from unnest(ids) as event (id) cross join receiving;
end
$$;

CREATE FUNCTION public.record_key_address_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  kind text := case when new.refused_at is null then 'server_key.concurrent_use' else 'server_key.address_rejected' end;
  data json;
begin
  if is_copying() then
    return null;
  end if;
  perform set_config('quartermaster.store_id', new.store_id::text, true);
  select json_build_object('storeId', type_id('sto', new.store_id), 'serverId', type_id('srv', k.server_id), 'name', g.name,
    'keyId', type_id('key', k.id), 'hint', k.hint, 'ipAddress', abbrev(new.address)) into data
  from server_keys k join game_servers g on g.store_id = k.store_id and g.id = k.server_id
  where k.store_id = new.store_id and k.id = new.key_id;
  perform record_events(new.store_id, kind, array[new_id()], array[data::text], null);
  return null;
end
$$;

CREATE FUNCTION public.redelivery_skipped_line(store uuid, checkout uuid, line smallint, server uuid) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
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
          and case l.state when 'processed' then l.finished_at else l.late_report_at end >= r.wiped_at))
$$;

CREATE FUNCTION public.reject_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.replace_player(document jsonb, player text, pseudonym text) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  case jsonb_typeof(document)
    when 'object' then
      return coalesce((
        select jsonb_object_agg(key, case
          when key = 'gameUserId' and value = to_jsonb(player) then to_jsonb(pseudonym)
          when key = 'gameUserIds' and value ? player then value - player || to_jsonb(pseudonym)
          else replace_player(value, player, pseudonym) end)
        from jsonb_each(document)), '{}');
    when 'array' then
      return coalesce((
        select jsonb_agg(replace_player(value, player, pseudonym) order by place)
        from jsonb_array_elements(document) with ordinality as e (value, place)), '[]');
    when 'string' then
      if length(player) < 5 then
        return document;
      end if;
      return to_jsonb(regexp_replace(document #>> '{}', '(?<!\w)' || escape_regex(player) || '(?!\w)', pseudonym, 'g'));
    else
      return document;
  end case;
end
$$;

CREATE FUNCTION public.slug_of(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select trim(both '-' from left(trim(both '-' from regexp_replace(lower(regexp_replace(regexp_replace(replace(
    regexp_replace(translate(normalize(name, nfkd), 'ØøĐđÐðŁłı', 'ooddddlli'), U&'[\0300-\036F]', '', 'g'),
    'ß', 'ss'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g')), '[^a-z0-9]+', '-', 'g')), 60))
$$;

CREATE TABLE public.store_moves (
    id uuid NOT NULL,
    state text NOT NULL,
    cell text NOT NULL,
    token bytea NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT store_moves_cell_check CHECK ((cell ~ '^[a-z0-9]{1,8}$'::text)),
    CONSTRAINT store_moves_state_check CHECK ((state = ANY (ARRAY['copying'::text, 'stopping'::text, 'arriving'::text, 'moved'::text]))),
    CONSTRAINT store_moves_token_check CHECK ((length(token) = 32))
);

ALTER TABLE ONLY public.store_moves FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.stopped_stores() RETURNS uuid[]
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ARRAY(SELECT store_moves.id FROM public.store_moves WHERE (store_moves.state <> 'copying'::text));

CREATE FUNCTION public.type_id(prefix text, id uuid) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.wire_time(moment timestamp with time zone) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE FUNCTION public.without_fields(commands text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT e.command FROM unnest(without_fields.commands) WITH ORDINALITY e(command, place) WHERE (strpos(e.command, '{field.'::text) = 0) ORDER BY e.place);

CREATE TABLE public.account_challenges (
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    account_id uuid,
    sealed bytea,
    key_id text,
    attempts smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT account_challenges_account_known CHECK (((account_id IS NOT NULL) OR (kind = ANY (ARRAY['passkey_sign_in'::text, 'provider'::text])))),
    CONSTRAINT account_challenges_kind_check CHECK ((kind = ANY (ARRAY['second_factor'::text, 'totp'::text, 'passkey_register'::text, 'passkey_sign_in'::text, 'provider'::text]))),
    CONSTRAINT account_challenges_sealed_complete CHECK ((num_nulls(sealed, key_id) = ANY (ARRAY[0, 2]))),
    CONSTRAINT account_challenges_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.account_challenges FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_identities (
    provider text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_identities_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT account_identities_provider_check CHECK ((provider = ANY (ARRAY['discord'::text, 'github'::text]))),
    CONSTRAINT account_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 100)))
);

ALTER TABLE ONLY public.account_identities FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_links (
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    account_id uuid,
    email text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_links_confirm_without_account CHECK (((kind = 'confirm'::text) = (account_id IS NULL))),
    CONSTRAINT account_links_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT account_links_kind_check CHECK ((kind = ANY (ARRAY['confirm'::text, 'reset'::text, 'change_email'::text, 'approve_email'::text]))),
    CONSTRAINT account_links_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.account_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_passkeys (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    backed_up boolean NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT account_passkeys_credential_id_check CHECK (((length(credential_id) >= 16) AND (length(credential_id) <= 1023))),
    CONSTRAINT account_passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT account_passkeys_sign_count_check CHECK ((sign_count >= 0)),
    CONSTRAINT account_passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);

ALTER TABLE ONLY public.account_passkeys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_recovery_codes (
    account_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

ALTER TABLE ONLY public.account_recovery_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_sessions (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    authenticated_at timestamp with time zone DEFAULT now() NOT NULL,
    address text,
    agent text,
    CONSTRAINT account_sessions_address_check CHECK (((length(address) >= 1) AND (length(address) <= 64))),
    CONSTRAINT account_sessions_agent_check CHECK (((length(agent) >= 1) AND (length(agent) <= 300))),
    CONSTRAINT account_sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.account_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.account_undos (
    token_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    sealed bytea,
    key_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    CONSTRAINT account_undos_sealed_complete CHECK ((num_nulls(sealed, key_id) = ANY (ARRAY[0, 2]))),
    CONSTRAINT account_undos_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.account_undos FORCE ROW LEVEL SECURITY;

CREATE TABLE public.accounts (
    id uuid NOT NULL,
    email text,
    name text NOT NULL,
    password_hash text,
    email_confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
    is_operator boolean DEFAULT false NOT NULL,
    totp_sealed bytea,
    totp_key_id text,
    totp_confirmed_at timestamp with time zone,
    totp_last_step bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    pending_email text,
    pending_email_at timestamp with time zone,
    muted_alerts text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT accounts_closed_without_pending_email CHECK (((closed_at IS NULL) OR (pending_email IS NULL))),
    CONSTRAINT accounts_closed_without_secrets CHECK (((closed_at IS NULL) OR ((NOT is_operator) AND (num_nonnulls(password_hash, totp_sealed) = 0)))),
    CONSTRAINT accounts_email_check CHECK (((length(email) <= 254) AND (email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$'::text))),
    CONSTRAINT accounts_email_unless_closed CHECK (((email IS NULL) = (closed_at IS NOT NULL))),
    CONSTRAINT accounts_muted_alerts_check CHECK ((muted_alerts <@ '{commands_changed,token_created}'::text[])),
    CONSTRAINT accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT accounts_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
    CONSTRAINT accounts_pending_email_check CHECK (((length(pending_email) >= 3) AND (length(pending_email) <= 254))),
    CONSTRAINT accounts_pending_email_complete CHECK ((num_nulls(pending_email, pending_email_at) = ANY (ARRAY[0, 2]))),
    CONSTRAINT accounts_totp_complete CHECK ((num_nulls(totp_sealed, totp_key_id, totp_confirmed_at) = ANY (ARRAY[0, 3])))
);

ALTER TABLE ONLY public.accounts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_tokens (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    token_hash bytea NOT NULL,
    hint text NOT NULL,
    scopes text[] NOT NULL,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    last_used_from text,
    revoked_at timestamp with time zone,
    CONSTRAINT api_tokens_hint_check CHECK (((length(hint) >= 1) AND (length(hint) <= 16))),
    CONSTRAINT api_tokens_last_used_from_check CHECK (((length(last_used_from) >= 1) AND (length(last_used_from) <= 64))),
    CONSTRAINT api_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT api_tokens_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 64))),
    CONSTRAINT api_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.api_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_log (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    action text NOT NULL,
    subject text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    address text,
    request_id text,
    CONSTRAINT audit_log_action_check CHECK (((length(action) >= 1) AND (length(action) <= 64))),
    CONSTRAINT audit_log_actor_identified CHECK (((actor_kind = 'command_line'::text) = (actor_id IS NULL))),
    CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'token'::text, 'operator'::text, 'command_line'::text]))),
    CONSTRAINT audit_log_actor_name_check CHECK (((length(actor_name) >= 1) AND (length(actor_name) <= 254))),
    CONSTRAINT audit_log_address_check CHECK (((length(address) >= 1) AND (length(address) <= 64))),
    CONSTRAINT audit_log_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
    CONSTRAINT audit_log_request_id_check CHECK (((length(request_id) >= 1) AND (length(request_id) <= 64))),
    CONSTRAINT audit_log_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.audit_log FORCE ROW LEVEL SECURITY;

CREATE TABLE public.basket_lines (
    store_id uuid NOT NULL,
    basket_id uuid NOT NULL,
    line_no smallint NOT NULL,
    product_id uuid NOT NULL,
    variant_id uuid,
    quantity integer NOT NULL,
    seen_price_minor bigint NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    fields_key text DEFAULT ''::text NOT NULL,
    CONSTRAINT basket_lines_line_no_check CHECK ((line_no >= 1)),
    CONSTRAINT basket_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
    CONSTRAINT basket_lines_seen_price_minor_check CHECK ((seen_price_minor >= 0))
);

ALTER TABLE ONLY public.basket_lines FORCE ROW LEVEL SECURITY;

CREATE TABLE public.baskets (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    game_user_id text,
    recipient text,
    server_id uuid,
    email text,
    checkout_id uuid,
    checkout_intent bytea,
    expires_at timestamp with time zone NOT NULL,
    identity text DEFAULT 'name'::text NOT NULL,
    proof text DEFAULT 'typed'::text NOT NULL,
    player_label text,
    player_avatar text,
    recipient_avatar text,
    code text,
    gift_card_id uuid,
    CONSTRAINT baskets_checkout_intent_check CHECK ((length(checkout_intent) = 32)),
    CONSTRAINT baskets_code_check CHECK (((length(code) >= 2) AND (length(code) <= 160))),
    CONSTRAINT baskets_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT baskets_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT baskets_identity_check CHECK ((identity = ANY (ARRAY['name'::text, 'minecraft'::text, 'steam'::text, 'discord'::text, 'code'::text]))),
    CONSTRAINT baskets_intent_of_checkout CHECK (((checkout_id IS NULL) = (checkout_intent IS NULL))),
    CONSTRAINT baskets_player_avatar_check CHECK ((player_avatar ~ '^/avatars/[\w./-]{1,100}$'::text)),
    CONSTRAINT baskets_player_label_check CHECK (((length(player_label) >= 1) AND (length(player_label) <= 100))),
    CONSTRAINT baskets_proof_check CHECK ((proof = ANY (ARRAY['typed'::text, 'found'::text, 'proven'::text]))),
    CONSTRAINT baskets_recipient_avatar_check CHECK ((recipient_avatar ~ '^/avatars/[\w./-]{1,100}$'::text)),
    CONSTRAINT baskets_recipient_check CHECK (((length(recipient) >= 1) AND (length(recipient) <= 255))),
    CONSTRAINT baskets_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.baskets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.categories (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    slug text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    comparison jsonb DEFAULT '{}'::jsonb NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    picture_hash text,
    CONSTRAINT categories_comparison_check CHECK ((jsonb_typeof(comparison) = 'object'::text)),
    CONSTRAINT categories_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT categories_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT categories_position_check CHECK ((("position" >= 0) AND ("position" <= 1000000))),
    CONSTRAINT categories_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
    CONSTRAINT categories_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

ALTER TABLE ONLY public.categories FORCE ROW LEVEL SECURITY;

CREATE TABLE public.checkout_buyers (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    token_sealed bytea,
    key_id text,
    email text,
    locale text NOT NULL,
    bought_by text,
    consented_at timestamp with time zone,
    consent_version text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    hides_name boolean DEFAULT false NOT NULL,
    mail_refused text,
    mail_after timestamp with time zone,
    CONSTRAINT checkout_buyers_bought_by_check CHECK (((length(bought_by) >= 1) AND (length(bought_by) <= 255))),
    CONSTRAINT checkout_buyers_consent_complete CHECK (((consented_at IS NULL) = (consent_version IS NULL))),
    CONSTRAINT checkout_buyers_consent_version_check CHECK (((length(consent_version) >= 1) AND (length(consent_version) <= 50))),
    CONSTRAINT checkout_buyers_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT checkout_buyers_key_id_check CHECK ((key_id ~ '^[a-z0-9]{1,16}$'::text)),
    CONSTRAINT checkout_buyers_locale_check CHECK (((length(locale) >= 2) AND (length(locale) <= 35))),
    CONSTRAINT checkout_buyers_mail_refused_check CHECK ((mail_refused = ANY (ARRAY['test_store'::text, 'limit'::text]))),
    CONSTRAINT checkout_buyers_sealed_with_key CHECK (((token_sealed IS NULL) = (key_id IS NULL))),
    CONSTRAINT checkout_buyers_token_hash_check CHECK ((length(token_hash) = 32))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.checkout_buyers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.checkout_limits (
    key bytea NOT NULL,
    used_until timestamp with time zone NOT NULL,
    CONSTRAINT checkout_limits_key_check CHECK ((length(key) = 32))
);

ALTER TABLE ONLY public.checkout_limits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.checkouts (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    reference text,
    game_user_id text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    paid_at timestamp with time zone,
    refunded_at timestamp with time zone,
    disputed_at timestamp with time zone,
    imported_from text,
    code_id uuid,
    code text,
    tax_country text,
    tax_rate integer,
    replaced_at timestamp with time zone,
    holds_player boolean DEFAULT true NOT NULL,
    CONSTRAINT checkouts_code_named CHECK (((code_id IS NULL) = (code IS NULL))),
    CONSTRAINT checkouts_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT checkouts_paid_at_matches_state CHECK (((state = ANY (ARRAY['open'::text, 'abandoned'::text])) = (paid_at IS NULL))),
    CONSTRAINT checkouts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
    CONSTRAINT checkouts_refunded_at_matches_state CHECK (((state = 'refunded'::text) = (refunded_at IS NOT NULL))),
    CONSTRAINT checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'refunded'::text, 'disputed'::text, 'abandoned'::text])))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.checkouts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.creator_entries (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    code_id uuid NOT NULL,
    kind text NOT NULL,
    checkout_id uuid,
    line_no smallint,
    amount_minor bigint NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT creator_entries_kind_check CHECK ((kind = ANY (ARRAY['share'::text, 'reversal'::text, 'payout'::text]))),
    CONSTRAINT creator_entries_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT creator_entries_of_line CHECK ((((kind = 'payout'::text) = (checkout_id IS NULL)) AND ((checkout_id IS NULL) = (line_no IS NULL)))),
    CONSTRAINT creator_entries_sign CHECK (
CASE kind
    WHEN 'share'::text THEN (amount_minor > 0)
    ELSE (amount_minor < 0)
END)
);

ALTER TABLE ONLY public.creator_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_attempts (
    store_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt smallint NOT NULL,
    server_id uuid NOT NULL,
    outcome text NOT NULL,
    commands_run smallint NOT NULL,
    reason text NOT NULL,
    output text,
    reported_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT delivery_attempts_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT delivery_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['failed'::text, 'uncertain'::text])))
);

ALTER TABLE ONLY public.delivery_attempts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_ledger (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer NOT NULL,
    products text NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone NOT NULL,
    dispatched_at timestamp with time zone,
    state text NOT NULL,
    cancelled_by text,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    late_report_at timestamp with time zone,
    receipt text,
    late_report_resolved_at timestamp with time zone,
    CONSTRAINT delivery_ledger_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['refund'::text, 'operator'::text]))),
    CONSTRAINT delivery_ledger_cancelled_by_someone CHECK (((state = 'cancelled'::text) = (cancelled_by IS NOT NULL))),
    CONSTRAINT delivery_ledger_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT delivery_ledger_late_report_after_dispatch CHECK (((late_report_at IS NULL) OR (dispatched_at IS NOT NULL))),
    CONSTRAINT delivery_ledger_refund_before_dispatch CHECK (((cancelled_by IS DISTINCT FROM 'refund'::text) OR (dispatched_at IS NULL))),
    CONSTRAINT delivery_ledger_state_check CHECK ((state = ANY (ARRAY['processed'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (id);

ALTER TABLE ONLY public.delivery_ledger FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_ledger_default (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer NOT NULL,
    products text NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone NOT NULL,
    dispatched_at timestamp with time zone,
    state text NOT NULL,
    cancelled_by text,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    late_report_at timestamp with time zone,
    receipt text,
    late_report_resolved_at timestamp with time zone,
    CONSTRAINT delivery_ledger_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['refund'::text, 'operator'::text]))),
    CONSTRAINT delivery_ledger_cancelled_by_someone CHECK (((state = 'cancelled'::text) = (cancelled_by IS NOT NULL))),
    CONSTRAINT delivery_ledger_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT delivery_ledger_late_report_after_dispatch CHECK (((late_report_at IS NULL) OR (dispatched_at IS NOT NULL))),
    CONSTRAINT delivery_ledger_refund_before_dispatch CHECK (((cancelled_by IS DISTINCT FROM 'refund'::text) OR (dispatched_at IS NULL))),
    CONSTRAINT delivery_ledger_state_check CHECK ((state = ANY (ARRAY['processed'::text, 'cancelled'::text])))
);

CREATE TABLE public.discount_code_players (
    store_id uuid NOT NULL,
    code_id uuid NOT NULL,
    game_user_id text NOT NULL,
    uses integer NOT NULL,
    CONSTRAINT discount_code_players_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT discount_code_players_uses_check CHECK ((uses >= 0))
);

ALTER TABLE ONLY public.discount_code_players FORCE ROW LEVEL SECURITY;

CREATE TABLE public.discount_codes (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    code text NOT NULL,
    code_key text NOT NULL,
    name text NOT NULL,
    basis_points integer,
    amount_minor bigint,
    share_basis_points integer DEFAULT 0 NOT NULL,
    product_ids uuid[],
    category_ids uuid[],
    minimum_minor bigint DEFAULT 0 NOT NULL,
    max_uses integer,
    max_uses_per_player integer,
    uses integer DEFAULT 0 NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    every_period boolean DEFAULT false NOT NULL,
    CONSTRAINT discount_codes_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '1000000000000'::bigint))),
    CONSTRAINT discount_codes_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
    CONSTRAINT discount_codes_category_ids_check CHECK ((cardinality(category_ids) <= 500)),
    CONSTRAINT discount_codes_code_check CHECK (((length(code) >= 2) AND (length(code) <= 40))),
    CONSTRAINT discount_codes_code_key_check CHECK (((length(code_key) >= 2) AND (length(code_key) <= 160))),
    CONSTRAINT discount_codes_end_after_start CHECK ((starts_at < ends_at)),
    CONSTRAINT discount_codes_kind_check CHECK ((kind = ANY (ARRAY['coupon'::text, 'creator'::text]))),
    CONSTRAINT discount_codes_max_uses_check CHECK ((max_uses >= 1)),
    CONSTRAINT discount_codes_max_uses_per_player_check CHECK ((max_uses_per_player >= 1)),
    CONSTRAINT discount_codes_minimum_minor_check CHECK (((minimum_minor >= 0) AND (minimum_minor <= '1000000000000'::bigint))),
    CONSTRAINT discount_codes_name_check CHECK ((length(name) <= 100)),
    CONSTRAINT discount_codes_one_discount CHECK (((basis_points IS NULL) <> (amount_minor IS NULL))),
    CONSTRAINT discount_codes_one_scope CHECK (((product_ids IS NULL) = (category_ids IS NULL))),
    CONSTRAINT discount_codes_product_ids_check CHECK ((cardinality(product_ids) <= 500)),
    CONSTRAINT discount_codes_share_basis_points_check CHECK (((share_basis_points >= 0) AND (share_basis_points <= 10000))),
    CONSTRAINT discount_codes_share_of_creator CHECK (((kind = 'creator'::text) OR (share_basis_points = 0))),
    CONSTRAINT discount_codes_uses_check CHECK ((uses >= 0))
);

ALTER TABLE ONLY public.discount_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.entitlements (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    game_user_id text NOT NULL,
    rebuy text NOT NULL,
    scope uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT entitlements_ended_by_check CHECK ((ended_by = ANY (ARRAY['refund'::text, 'expiry'::text]))),
    CONSTRAINT entitlements_ended_by_something CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
    CONSTRAINT entitlements_expired_in_time CHECK (((ended_by IS DISTINCT FROM 'expiry'::text) OR (ended_at >= until))),
    CONSTRAINT entitlements_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text])))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.entitlements FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    recorded_xid xid8 DEFAULT pg_current_xact_id(),
    CONSTRAINT events_type_check CHECK (((length(type) >= 1) AND (length(type) <= 64)))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.game_servers (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    game text,
    profile text NOT NULL,
    bound_to text[] DEFAULT '{}'::text[] NOT NULL,
    port integer,
    address text,
    initialized_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    gave_code_at timestamp with time zone,
    player_count integer,
    max_players integer,
    CONSTRAINT game_servers_bound_to_check CHECK ((cardinality(bound_to) <= 50)),
    CONSTRAINT game_servers_game_check CHECK (((length(game) >= 1) AND (length(game) <= 100))),
    CONSTRAINT game_servers_max_players_check CHECK ((max_players >= 1)),
    CONSTRAINT game_servers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT game_servers_player_count_check CHECK ((player_count >= 0)),
    CONSTRAINT game_servers_port_check CHECK (((port >= 1) AND (port <= 65535))),
    CONSTRAINT game_servers_profile_check CHECK ((profile = ANY (ARRAY['standard'::text, 'fivem'::text, 'mta'::text])))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.game_servers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.gift_card_entries (
    store_id uuid NOT NULL,
    card_id uuid NOT NULL,
    entry_no integer NOT NULL,
    kind text NOT NULL,
    amount_minor bigint NOT NULL,
    balance_minor bigint NOT NULL,
    short_minor bigint DEFAULT 0 NOT NULL,
    checkout_id uuid,
    line_no smallint,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gift_card_entries_balance CHECK ((balance_minor >= 0)),
    CONSTRAINT gift_card_entries_entry_no_check CHECK ((entry_no >= 1)),
    CONSTRAINT gift_card_entries_kind_check CHECK ((kind = ANY (ARRAY['issued'::text, 'spent'::text, 'released'::text, 'refunded'::text, 'adjusted'::text, 'voided'::text, 'restored'::text]))),
    CONSTRAINT gift_card_entries_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT gift_card_entries_short_minor_check CHECK ((short_minor >= 0)),
    CONSTRAINT gift_card_entries_sign CHECK (
CASE
    WHEN (kind = ANY (ARRAY['issued'::text, 'released'::text, 'refunded'::text])) THEN (amount_minor > 0)
    WHEN (kind = 'restored'::text) THEN (amount_minor >= 0)
    WHEN (kind = ANY (ARRAY['spent'::text, 'voided'::text])) THEN (amount_minor <= 0)
    ELSE (amount_minor <> 0)
END)
);

ALTER TABLE ONLY public.gift_card_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.gift_cards (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    code_hash bytea,
    code_sealed bytea,
    key_id text,
    hint text,
    currency text NOT NULL,
    value_minor bigint NOT NULL,
    note text NOT NULL,
    checkout_id uuid,
    line_no smallint,
    unit smallint,
    expires_at timestamp with time zone,
    voided_at timestamp with time zone,
    shown_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gift_cards_code_hash_check CHECK ((length(code_hash) = 32)),
    CONSTRAINT gift_cards_hint CHECK (((code_hash IS NULL) = (hint IS NULL))),
    CONSTRAINT gift_cards_hint_check CHECK (((length(hint) >= 1) AND (length(hint) <= 20))),
    CONSTRAINT gift_cards_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT gift_cards_sealed CHECK ((num_nulls(code_sealed, key_id) = ANY (ARRAY[0, 2]))),
    CONSTRAINT gift_cards_sold CHECK ((num_nulls(checkout_id, line_no, unit) = ANY (ARRAY[0, 3]))),
    CONSTRAINT gift_cards_value_minor_check CHECK (((value_minor >= 1) AND (value_minor <= '1000000000000'::bigint)))
);

ALTER TABLE ONLY public.gift_cards FORCE ROW LEVEL SECURITY;

CREATE TABLE public.grants (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_no smallint NOT NULL,
    entitlement_id uuid NOT NULL,
    quantity integer NOT NULL,
    seconds bigint,
    server_ids uuid[] NOT NULL,
    expire_product text,
    requires_online boolean DEFAULT true NOT NULL,
    repeatable boolean DEFAULT false NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    expire_products jsonb,
    CONSTRAINT grants_quantity_check CHECK ((quantity >= 1)),
    CONSTRAINT grants_seconds_check CHECK ((seconds > 0))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.grants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotent_responses (
    scope uuid NOT NULL,
    principal uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    claimed_until timestamp with time zone NOT NULL,
    status smallint,
    etag text,
    body text,
    sealed bytea,
    sealed_key_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotent_responses_body_or_sealed CHECK (((body IS NULL) OR (sealed IS NULL))),
    CONSTRAINT idempotent_responses_content_with_status CHECK (((status IS NOT NULL) OR (num_nonnulls(etag, body, sealed) = 0))),
    CONSTRAINT idempotent_responses_fingerprint_check CHECK ((length(fingerprint) = 32)),
    CONSTRAINT idempotent_responses_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
    CONSTRAINT idempotent_responses_sealed_complete CHECK (((sealed IS NULL) = (sealed_key_id IS NULL))),
    CONSTRAINT idempotent_responses_status_check CHECK (((status >= 200) AND (status <= 299)))
);

ALTER TABLE ONLY public.idempotent_responses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.identity_connections (
    store_id uuid NOT NULL,
    provider text NOT NULL,
    client_id text NOT NULL,
    key_id text NOT NULL,
    sealed bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT identity_connections_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 100))),
    CONSTRAINT identity_connections_key_id_check CHECK ((key_id ~ '^[a-z0-9]{1,16}$'::text)),
    CONSTRAINT identity_connections_provider_check CHECK ((provider = 'discord'::text))
);

ALTER TABLE ONLY public.identity_connections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imported_records (
    store_id uuid NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    source_id text NOT NULL,
    target_id uuid NOT NULL,
    version bigint,
    until timestamp with time zone,
    quantity integer,
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    balance_minor bigint,
    CONSTRAINT imported_records_balance_minor_check CHECK ((balance_minor >= 0)),
    CONSTRAINT imported_records_complete CHECK ((((kind = ANY (ARRAY['category'::text, 'product'::text, 'coupon'::text])) = (version IS NOT NULL)) AND ((kind = 'entitlement'::text) = (until IS NOT NULL)) AND ((kind = 'entitlement'::text) = (quantity IS NOT NULL)) AND ((kind = 'gift_card'::text) = (balance_minor IS NOT NULL)))),
    CONSTRAINT imported_records_kind_check CHECK ((kind = ANY (ARRAY['category'::text, 'product'::text, 'entitlement'::text, 'coupon'::text, 'gift_card'::text]))),
    CONSTRAINT imported_records_quantity_check CHECK ((quantity >= 1)),
    CONSTRAINT imported_records_source_check CHECK ((source ~ '^[a-z][a-z0-9-]{0,29}$'::text)),
    CONSTRAINT imported_records_source_id_check CHECK (((length(source_id) >= 1) AND (length(source_id) <= 200)))
);

ALTER TABLE ONLY public.imported_records FORCE ROW LEVEL SECURITY;

CREATE TABLE public.limits (
    plan text NOT NULL,
    name text NOT NULL,
    maximum integer NOT NULL,
    CONSTRAINT limits_maximum_check CHECK ((maximum >= 0)),
    CONSTRAINT limits_name_check CHECK ((name = ANY (ARRAY['stores'::text, 'servers'::text, 'products'::text, 'endpoints'::text, 'tokens'::text, 'members'::text, 'hosts'::text, 'pictures'::text, 'mails_per_hour'::text]))),
    CONSTRAINT limits_of_the_platform CHECK (((plan = '*'::text) OR (name <> ALL (ARRAY['stores'::text, 'mails_per_hour'::text])))),
    CONSTRAINT limits_plan_check CHECK (((length(plan) >= 1) AND (length(plan) <= 64)))
);

ALTER TABLE ONLY public.limits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails (
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    sealed bytea,
    key_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    next_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    sent_at timestamp with time zone,
    CONSTRAINT mails_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT mails_content_until_finished CHECK (((next_at IS NULL) = (sealed IS NULL))),
    CONSTRAINT mails_error_check CHECK (((length(error) >= 1) AND (length(error) <= 500))),
    CONSTRAINT mails_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 64))),
    CONSTRAINT mails_recipient_check CHECK (((length(recipient) >= 3) AND (length(recipient) <= 254))),
    CONSTRAINT mails_sent_not_due CHECK (((sent_at IS NULL) OR (next_at IS NULL)))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.mails FORCE ROW LEVEL SECURITY;

CREATE TABLE public.migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.moved_names (
    kind text NOT NULL,
    name text NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT moved_names_kind_check CHECK ((kind = ANY (ARRAY['key'::text, 'token'::text, 'host'::text, 'label'::text]))),
    CONSTRAINT moved_names_name_check CHECK (((length(name) >= 1) AND (length(name) <= 253)))
);

ALTER TABLE ONLY public.moved_names FORCE ROW LEVEL SECURITY;

CREATE TABLE public.openid_nonces (
    store_id uuid NOT NULL,
    nonce_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT openid_nonces_nonce_hash_check CHECK ((length(nonce_hash) = 32))
);

ALTER TABLE ONLY public.openid_nonces FORCE ROW LEVEL SECURITY;

CREATE TABLE public.parked_payments (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL,
    reason text NOT NULL,
    subject text NOT NULL,
    checkout_id uuid,
    facts text NOT NULL,
    unmatched_refund_minor bigint DEFAULT 0 NOT NULL,
    parked_at timestamp with time zone DEFAULT now() NOT NULL,
    resolved_at timestamp with time zone,
    resolution_note text,
    CONSTRAINT parked_payments_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'mercadopago'::text, 'paypal'::text]))),
    CONSTRAINT parked_payments_reason_check CHECK ((reason = ANY (ARRAY['unknown_checkout'::text, 'store_mismatch'::text, 'provider_mismatch'::text, 'mode_mismatch'::text, 'amount_mismatch'::text, 'currency_mismatch'::text, 'payment_mismatch'::text, 'partial_refund'::text, 'erased_player'::text, 'return_refused'::text]))),
    CONSTRAINT parked_payments_resolved_with_note CHECK (((resolved_at IS NULL) = (resolution_note IS NULL))),
    CONSTRAINT parked_payments_unmatched_refund_minor_check CHECK ((unmatched_refund_minor >= 0))
);

ALTER TABLE ONLY public.parked_payments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_callbacks (
    store_id uuid NOT NULL,
    provider text NOT NULL,
    event_id text NOT NULL,
    kind text NOT NULL,
    checkout_id uuid,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT payment_callbacks_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 255))),
    CONSTRAINT payment_callbacks_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'mercadopago'::text, 'paypal'::text])))
)
WITH (autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.payment_callbacks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_refunds (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_nos smallint[] NOT NULL,
    amount_minor bigint NOT NULL,
    state text NOT NULL,
    error text,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    retry_at timestamp with time zone,
    CONSTRAINT payment_refunds_amount_minor_check CHECK ((amount_minor >= 0)),
    CONSTRAINT payment_refunds_finished_at_matches_state CHECK (((state = 'requested'::text) = (finished_at IS NULL))),
    CONSTRAINT payment_refunds_line_nos_check CHECK ((cardinality(line_nos) >= 1)),
    CONSTRAINT payment_refunds_retry_until_finished CHECK (((state = 'requested'::text) = (retry_at IS NOT NULL))),
    CONSTRAINT payment_refunds_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.payment_refunds FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payments (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    provider text NOT NULL,
    amount_minor bigint NOT NULL,
    page_ref text,
    page_url text,
    payment_ref text,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    dispute text DEFAULT 'none'::text NOT NULL,
    closed boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    reconcile_at timestamp with time zone,
    reconcile_attempts integer DEFAULT 0 NOT NULL,
    return_url text,
    returned_at timestamp with time zone,
    return_reason text,
    return_mail_at timestamp with time zone,
    CONSTRAINT payments_amount_minor_check CHECK ((amount_minor > 0)),
    CONSTRAINT payments_dispute_check CHECK ((dispute = ANY (ARRAY['none'::text, 'open'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT payments_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'mercadopago'::text, 'paypal'::text]))),
    CONSTRAINT payments_refunded_minor_check CHECK ((refunded_minor >= 0)),
    CONSTRAINT payments_return_reason CHECK ((return_reason = ANY (ARRAY['replaced'::text, 'code'::text, 'stock'::text, 'limit'::text, 'credit'::text, 'gift_card'::text]))),
    CONSTRAINT payments_return_url_check CHECK (((length(return_url) >= 1) AND (length(return_url) <= 2000))),
    CONSTRAINT payments_returned_with_reason CHECK (((returned_at IS NULL) = (return_reason IS NULL)))
)
WITH (fillfactor='80', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='1000000', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_freeze_min_age='1000000');

ALTER TABLE ONLY public.payments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.pending_deliveries (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid,
    "position" bigint NOT NULL,
    enqueued_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    checkout_id uuid NOT NULL,
    game_user_id text NOT NULL,
    delivery_type text NOT NULL,
    line_nos smallint[] NOT NULL,
    unit integer DEFAULT 1 NOT NULL,
    products text NOT NULL,
    bytes integer GENERATED ALWAYS AS ((((
CASE delivery_type
    WHEN 'EXPIRE'::text THEN 2
    ELSE 1
END * octet_length(products)) + (2 * octet_length(game_user_id))) + 256)) STORED NOT NULL,
    requires_online boolean DEFAULT true NOT NULL,
    delay_seconds integer DEFAULT 0 NOT NULL,
    free_slots integer DEFAULT 0 NOT NULL,
    repeatable boolean DEFAULT false NOT NULL,
    resend_of uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    dispatched_at timestamp with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    commands_run smallint DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone,
    hold_reason text,
    looked_at timestamp with time zone,
    CONSTRAINT pending_deliveries_attempt_after_dispatch CHECK (((attempts = 0) OR (dispatched_at IS NOT NULL))),
    CONSTRAINT pending_deliveries_delivery_type_check CHECK ((delivery_type = ANY (ARRAY['APPROVE'::text, 'REFUND'::text, 'EXPIRE'::text]))),
    CONSTRAINT pending_deliveries_held_after_attempt CHECK (((hold_reason IS NULL) OR (hold_reason = 'withdrawn'::text) OR (attempts > 0))),
    CONSTRAINT pending_deliveries_held_not_retrying CHECK (((hold_reason IS NULL) OR (retry_at IS NULL))),
    CONSTRAINT pending_deliveries_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['failed'::text, 'uncertain'::text, 'withdrawn'::text]))),
    CONSTRAINT pending_deliveries_line_nos_check CHECK ((cardinality(line_nos) >= 1))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.pending_deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pending_deliveries ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pending_deliveries_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.picture_files (
    store_id uuid NOT NULL,
    hash text NOT NULL,
    width integer NOT NULL,
    format text NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT picture_files_content_check CHECK (((length(content) >= 1) AND (length(content) <= 8388608))),
    CONSTRAINT picture_files_format_check CHECK ((format = ANY (ARRAY['webp'::text, 'avif'::text]))),
    CONSTRAINT picture_files_width_check CHECK (((width >= 1) AND (width <= 1280)))
);
ALTER TABLE ONLY public.picture_files ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.picture_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.pictures (
    store_id uuid NOT NULL,
    hash text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    widths integer[] NOT NULL,
    bytes integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pictures_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT pictures_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text)),
    CONSTRAINT pictures_height_check CHECK (((height >= 1) AND (height <= 6400))),
    CONSTRAINT pictures_width_check CHECK (((width >= 1) AND (width <= 1280))),
    CONSTRAINT pictures_widths_check CHECK (((cardinality(widths) >= 1) AND (cardinality(widths) <= 8)))
);

ALTER TABLE ONLY public.pictures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.player_bans (
    store_id uuid NOT NULL,
    game_user_id text NOT NULL,
    reason text NOT NULL,
    until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    lifted_at timestamp with time zone,
    CONSTRAINT player_bans_created_by_check CHECK (((length(created_by) >= 1) AND (length(created_by) <= 254))),
    CONSTRAINT player_bans_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT player_bans_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.player_bans FORCE ROW LEVEL SECURITY;

CREATE TABLE public.player_codes (
    store_id uuid NOT NULL,
    game_user_id text NOT NULL,
    code_hash bytea NOT NULL,
    server_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT player_codes_code_hash_check CHECK ((length(code_hash) = 32)),
    CONSTRAINT player_codes_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255)))
);

ALTER TABLE ONLY public.player_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.player_sessions (
    store_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    game_user_id text NOT NULL,
    identity text NOT NULL,
    label text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT player_sessions_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255))),
    CONSTRAINT player_sessions_identity_check CHECK ((identity = ANY (ARRAY['steam'::text, 'discord'::text, 'code'::text]))),
    CONSTRAINT player_sessions_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
    CONSTRAINT player_sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.player_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.poll_windows (
    store_id uuid NOT NULL,
    server_id uuid NOT NULL,
    "position" bigint NOT NULL,
    client_index smallint DEFAULT 0 NOT NULL,
    quiet_until timestamp with time zone,
    showed_new boolean DEFAULT false NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.poll_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_pictures (
    store_id uuid NOT NULL,
    product_id uuid NOT NULL,
    "position" smallint NOT NULL,
    hash text NOT NULL,
    alt text DEFAULT ''::text NOT NULL,
    CONSTRAINT product_pictures_alt_check CHECK ((length(alt) <= 200)),
    CONSTRAINT product_pictures_position_check CHECK ((("position" >= 0) AND ("position" <= 11)))
);

ALTER TABLE ONLY public.product_pictures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_servers (
    store_id uuid NOT NULL,
    product_id uuid NOT NULL,
    server_id uuid NOT NULL
);

ALTER TABLE ONLY public.product_servers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.product_variants (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    name text NOT NULL,
    price_minor bigint NOT NULL,
    duration_seconds bigint,
    "position" smallint NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    removed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    billing_period text,
    CONSTRAINT product_variants_billing_period_check CHECK ((billing_period = ANY (ARRAY['P1W'::text, 'P1M'::text, 'P3M'::text, 'P1Y'::text]))),
    CONSTRAINT product_variants_duration_seconds_check CHECK (((duration_seconds >= 1) AND (duration_seconds <= '3153600000'::bigint))),
    CONSTRAINT product_variants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT product_variants_position_check CHECK ((("position" >= 0) AND ("position" <= 1000))),
    CONSTRAINT product_variants_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '1000000000000'::bigint))),
    CONSTRAINT product_variants_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

ALTER TABLE ONLY public.product_variants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.products (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    category_id uuid,
    name text NOT NULL,
    price_minor bigint NOT NULL,
    approve_commands text[] NOT NULL,
    refund_commands text[] NOT NULL,
    expire_commands text[] NOT NULL,
    duration_seconds bigint,
    rebuy text NOT NULL,
    delivers_to text NOT NULL,
    stock bigint,
    max_per_player integer,
    requires_online boolean DEFAULT true NOT NULL,
    delay_seconds integer DEFAULT 0 NOT NULL,
    free_slots smallint DEFAULT 0 NOT NULL,
    repeatable boolean DEFAULT false NOT NULL,
    archived_at timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    slug text DEFAULT ''::text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    visibility text DEFAULT 'public'::text NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    billing_period text,
    grace_days smallint,
    renewal_commands boolean DEFAULT false NOT NULL,
    is_gift_card boolean DEFAULT false NOT NULL,
    tier_group_id uuid,
    tier_rank smallint,
    CONSTRAINT products_approve_commands CHECK (((cardinality(approve_commands) <= 50) AND (is_gift_card OR (cardinality(approve_commands) >= 1)))),
    CONSTRAINT products_billing_period_check CHECK ((billing_period = ANY (ARRAY['P1W'::text, 'P1M'::text, 'P3M'::text, 'P1Y'::text]))),
    CONSTRAINT products_delay_seconds_check CHECK (((delay_seconds >= 0) AND (delay_seconds <= 86400))),
    CONSTRAINT products_delivers_to_check CHECK ((delivers_to = ANY (ARRAY['default'::text, 'named'::text, 'buyer'::text]))),
    CONSTRAINT products_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT products_duration_seconds_check CHECK (((duration_seconds >= 1) AND (duration_seconds <= '3153600000'::bigint))),
    CONSTRAINT products_expire_commands_check CHECK ((cardinality(expire_commands) <= 50)),
    CONSTRAINT products_free_slots_check CHECK (((free_slots >= 0) AND (free_slots <= 1000))),
    CONSTRAINT products_grace_days_check CHECK (((grace_days >= 1) AND (grace_days <= 30))),
    CONSTRAINT products_max_per_player_check CHECK ((max_per_player >= 1)),
    CONSTRAINT products_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT products_position_check CHECK ((("position" >= 0) AND ("position" <= 1000000))),
    CONSTRAINT products_price_minor_check CHECK (((price_minor >= 0) AND (price_minor <= '1000000000000'::bigint))),
    CONSTRAINT products_rebuy_check CHECK ((rebuy = ANY (ARRAY['extend'::text, 'independent'::text]))),
    CONSTRAINT products_refund_commands_check CHECK ((cardinality(refund_commands) <= 50)),
    CONSTRAINT products_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
    CONSTRAINT products_summary_check CHECK ((length(summary) <= 200)),
    CONSTRAINT products_tier CHECK ((((tier_group_id IS NULL) = (tier_rank IS NULL)) AND (tier_rank >= 1))),
    CONSTRAINT products_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text)),
    CONSTRAINT products_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'hidden'::text])))
);

ALTER TABLE ONLY public.products FORCE ROW LEVEL SECURITY;

CREATE TABLE public.provider_connections (
    store_id uuid NOT NULL,
    provider text NOT NULL,
    key_id text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    mode text,
    CONSTRAINT provider_connections_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT provider_connections_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'mercadopago'::text, 'paypal'::text])))
);

ALTER TABLE ONLY public.provider_connections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.redeliveries (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    product_ids uuid[],
    server_ids uuid[],
    game_user_ids text[],
    purchased_from timestamp with time zone,
    purchased_until timestamp with time zone,
    wiped_at timestamp with time zone NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    last_entitlement_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    entitlements integer,
    players integer,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT redeliveries_created_by_check CHECK (((length(created_by) >= 1) AND (length(created_by) <= 254))),
    CONSTRAINT redeliveries_entitlements_check CHECK ((entitlements >= 0)),
    CONSTRAINT redeliveries_finished_unless_running CHECK (((state = 'running'::text) = (finished_at IS NULL))),
    CONSTRAINT redeliveries_game_user_ids_check CHECK (((cardinality(game_user_ids) >= 1) AND (cardinality(game_user_ids) <= 1000))),
    CONSTRAINT redeliveries_players_check CHECK ((players >= 0)),
    CONSTRAINT redeliveries_product_ids_check CHECK (((cardinality(product_ids) >= 1) AND (cardinality(product_ids) <= 1000))),
    CONSTRAINT redeliveries_server_ids_check CHECK (((cardinality(server_ids) >= 1) AND (cardinality(server_ids) <= 1000))),
    CONSTRAINT redeliveries_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text]))),
    CONSTRAINT redeliveries_totals_when_finished CHECK ((((state = 'running'::text) = (entitlements IS NULL)) AND ((state = 'running'::text) = (players IS NULL)))),
    CONSTRAINT redeliveries_wiped_before_start CHECK ((wiped_at <= created_at))
);

ALTER TABLE ONLY public.redeliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.redelivery_counts (
    store_id uuid NOT NULL,
    redelivery_id uuid NOT NULL,
    product_id uuid NOT NULL,
    server_id uuid NOT NULL,
    outcome text NOT NULL,
    items integer NOT NULL,
    CONSTRAINT redelivery_counts_items_check CHECK ((items > 0)),
    CONSTRAINT redelivery_counts_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'waiting'::text, 'delivered'::text, 'cancelled'::text, 'refunded'::text, 'expired'::text])))
);

ALTER TABLE ONLY public.redelivery_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.redelivery_items (
    store_id uuid NOT NULL,
    redelivery_id uuid NOT NULL,
    entitlement_id uuid NOT NULL,
    server_id uuid NOT NULL,
    delivery_id uuid NOT NULL
);

ALTER TABLE ONLY public.redelivery_items FORCE ROW LEVEL SECURITY;

CREATE TABLE public.restore_tests (
    tested_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.restore_tests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sales (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    basis_points integer,
    amount_minor bigint,
    product_ids uuid[],
    category_ids uuid[],
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT sales_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '1000000000000'::bigint))),
    CONSTRAINT sales_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 10000))),
    CONSTRAINT sales_category_ids_check CHECK ((cardinality(category_ids) <= 500)),
    CONSTRAINT sales_end_after_start CHECK ((starts_at < ends_at)),
    CONSTRAINT sales_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT sales_one_discount CHECK (((basis_points IS NULL) <> (amount_minor IS NULL))),
    CONSTRAINT sales_one_scope CHECK (((product_ids IS NULL) = (category_ids IS NULL))),
    CONSTRAINT sales_product_ids_check CHECK ((cardinality(product_ids) <= 500)),
    CONSTRAINT sales_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

ALTER TABLE ONLY public.sales FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_invoices (
    store_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    period_no integer NOT NULL,
    paid boolean NOT NULL,
    refunds jsonb DEFAULT '{}'::jsonb NOT NULL,
    refund_at timestamp with time zone,
    dispute_at timestamp with time zone
);

ALTER TABLE ONLY public.sandbox_invoices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_payments (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    paid boolean NOT NULL,
    refund_at timestamp with time zone,
    dispute_at timestamp with time zone,
    refunds jsonb DEFAULT '{}'::jsonb NOT NULL,
    next_callback_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sandbox_payments_reversed_only_if_paid CHECK ((paid OR ((refund_at IS NULL) AND (dispute_at IS NULL))))
);

ALTER TABLE ONLY public.sandbox_payments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_subscriptions (
    store_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    anchor timestamp with time zone NOT NULL,
    fails_from integer,
    recovers boolean DEFAULT false NOT NULL,
    stopped boolean DEFAULT false NOT NULL,
    next_period integer DEFAULT 1 NOT NULL,
    next_charge_at timestamp with time zone,
    next_callback_at timestamp with time zone,
    CONSTRAINT sandbox_subscriptions_fails_from_check CHECK ((fails_from >= 1))
);

ALTER TABLE ONLY public.sandbox_subscriptions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.server_key_addresses (
    store_id uuid NOT NULL,
    key_id uuid NOT NULL,
    address inet NOT NULL,
    first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    in_use_since timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    refused_at timestamp with time zone,
    notified_at timestamp with time zone
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.server_key_addresses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.server_keys (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    server_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    hint text NOT NULL,
    source text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    changed_at timestamp with time zone,
    CONSTRAINT server_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT server_keys_source_check CHECK ((source = ANY (ARRAY['issued'::text, 'imported'::text])))
);

ALTER TABLE ONLY public.server_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_throttle (
    kind text NOT NULL,
    key bytea NOT NULL,
    attempts integer NOT NULL,
    next_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_throttle_attempts_check CHECK ((attempts > 0)),
    CONSTRAINT sign_in_throttle_key_check CHECK ((length(key) = 32)),
    CONSTRAINT sign_in_throttle_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 32)))
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.sign_in_throttle FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stock_holds (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    network bytea NOT NULL,
    pieces integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stock_holds_network_check CHECK ((length(network) = 32)),
    CONSTRAINT stock_holds_pieces_check CHECK ((pieces >= 1))
);

ALTER TABLE ONLY public.stock_holds FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_alerts (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    account_id uuid,
    actor text NOT NULL,
    subject text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    mailed_at timestamp with time zone,
    CONSTRAINT store_alerts_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 300))),
    CONSTRAINT store_alerts_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 64))),
    CONSTRAINT store_alerts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
);

ALTER TABLE ONLY public.store_alerts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_hosts (
    store_id uuid NOT NULL,
    host text NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    proved_at timestamp with time zone,
    removed_at timestamp with time zone,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT store_hosts_host_check CHECK ((host ~ '^[a-z0-9.-]{1,253}$'::text)),
    CONSTRAINT store_hosts_kind_check CHECK ((kind = ANY (ARRAY['label'::text, 'domain'::text]))),
    CONSTRAINT store_hosts_label_without_dot CHECK (((kind = 'label'::text) = (POSITION(('.'::text) IN (host)) = 0)))
);

ALTER TABLE ONLY public.store_hosts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_invitations (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash bytea NOT NULL,
    invited_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT store_invitations_accepted_or_revoked CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL))),
    CONSTRAINT store_invitations_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
    CONSTRAINT store_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'viewer'::text]))),
    CONSTRAINT store_invitations_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.store_invitations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.store_members (
    store_id uuid NOT NULL,
    account_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT store_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'viewer'::text])))
);

ALTER TABLE ONLY public.store_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_drafts (
    store_id uuid NOT NULL,
    number integer NOT NULL,
    changes jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT storefront_drafts_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text)),
    CONSTRAINT storefront_drafts_number_check CHECK (((number >= 0) AND (number <= 8388607)))
);

ALTER TABLE ONLY public.storefront_drafts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_pages (
    store_id uuid NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT storefront_pages_body_check CHECK ((length(body) <= 20000)),
    CONSTRAINT storefront_pages_position_check CHECK ((("position" >= 0) AND ("position" <= 1000000))),
    CONSTRAINT storefront_pages_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
    CONSTRAINT storefront_pages_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100))),
    CONSTRAINT storefront_pages_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

ALTER TABLE ONLY public.storefront_pages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefronts (
    store_id uuid NOT NULL,
    locales text[] DEFAULT '{en}'::text[] NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    theme_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    is_open boolean DEFAULT true NOT NULL,
    show_recent_purchases boolean DEFAULT false NOT NULL,
    show_top_supporter boolean DEFAULT false NOT NULL,
    show_server_status boolean DEFAULT true NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    logo_hash text,
    banner_hash text,
    identity_providers text[] DEFAULT '{}'::text[] NOT NULL,
    theme text DEFAULT 'vale'::text NOT NULL,
    theme_version integer,
    return_origins text[] DEFAULT '{}'::text[] NOT NULL,
    goal jsonb,
    show_supporter_amount boolean DEFAULT false NOT NULL,
    join_address text,
    text_overrides jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT storefronts_goal_check CHECK (((goal IS NULL) OR ((jsonb_typeof(goal) = 'object'::text) AND (COALESCE(((goal ->> 'amountMinor'::text))::bigint, (0)::bigint) > 0)))),
    CONSTRAINT storefronts_identity_providers_check CHECK ((identity_providers <@ ARRAY['name'::text, 'minecraft'::text, 'steam'::text, 'discord'::text, 'code'::text])),
    CONSTRAINT storefronts_join_address_check CHECK (((length(join_address) >= 1) AND (length(join_address) <= 100))),
    CONSTRAINT storefronts_locales_check CHECK ((((cardinality(locales) >= 1) AND (cardinality(locales) <= 3)) AND (locales <@ ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
    CONSTRAINT storefronts_return_origins_check CHECK ((cardinality(return_origins) <= 10)),
    CONSTRAINT storefronts_text_overrides_check CHECK ((jsonb_typeof(text_overrides) = 'object'::text)),
    CONSTRAINT storefronts_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text)),
    CONSTRAINT storefronts_theme_check CHECK ((theme ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT storefronts_theme_settings_check CHECK ((jsonb_typeof(theme_settings) = 'object'::text)),
    CONSTRAINT storefronts_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 100))),
    CONSTRAINT storefronts_translations_check CHECK ((jsonb_typeof(translations) = 'object'::text))
);

ALTER TABLE ONLY public.storefronts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stores (
    id uuid NOT NULL,
    name text NOT NULL,
    mode text DEFAULT 'live'::text NOT NULL,
    plan text NOT NULL,
    expires_at timestamp with time zone,
    url text NOT NULL,
    currency text NOT NULL,
    default_server_id uuid,
    clock_ahead_seconds bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    requires_second_factor boolean DEFAULT false NOT NULL,
    grace_days smallint DEFAULT 3 NOT NULL,
    tax_rates jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT stores_clock_ahead_seconds_check CHECK ((clock_ahead_seconds >= 0)),
    CONSTRAINT stores_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT stores_grace_days_check CHECK (((grace_days >= 1) AND (grace_days <= 30))),
    CONSTRAINT stores_live_clock CHECK (((mode = 'test'::text) OR (clock_ahead_seconds = 0))),
    CONSTRAINT stores_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT stores_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT stores_plan_check CHECK (((length(plan) >= 1) AND (length(plan) <= 64))),
    CONSTRAINT stores_url_check CHECK (((length(url) >= 1) AND (length(url) <= 253)))
);

ALTER TABLE ONLY public.stores FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscription_invoices (
    store_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    period_no integer NOT NULL,
    checkout_id uuid,
    failed boolean DEFAULT false NOT NULL,
    receipt_at timestamp with time zone,
    CONSTRAINT subscription_invoices_period_no_check CHECK (((period_no >= 0) AND (period_no <= 100000)))
);

ALTER TABLE ONLY public.subscription_invoices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.subscriptions (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    provider text NOT NULL,
    subscription_ref text,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    billing_period text NOT NULL,
    grace_seconds integer NOT NULL,
    renewal_commands boolean NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    anchor timestamp with time zone,
    newest_period integer,
    paid_until timestamp with time zone,
    cancelled_at timestamp with time zone,
    cancelled_by text,
    is_stopped boolean DEFAULT false NOT NULL,
    check_at timestamp with time zone,
    query_at timestamp with time zone,
    stop_at timestamp with time zone,
    stop_attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    first_amount_minor bigint,
    raise_at timestamp with time zone,
    CONSTRAINT subscriptions_amount_minor_check CHECK ((amount_minor > 0)),
    CONSTRAINT subscriptions_billing_period_check CHECK ((billing_period = ANY (ARRAY['P1W'::text, 'P1M'::text, 'P3M'::text, 'P1Y'::text]))),
    CONSTRAINT subscriptions_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['buyer'::text, 'staff'::text, 'provider'::text]))),
    CONSTRAINT subscriptions_cancelled_by_someone CHECK (((cancelled_at IS NULL) = (cancelled_by IS NULL))),
    CONSTRAINT subscriptions_first_amount CHECK ((first_amount_minor > 0)),
    CONSTRAINT subscriptions_grace_seconds_check CHECK ((grace_seconds > 0)),
    CONSTRAINT subscriptions_paid_with_anchor CHECK ((((newest_period IS NULL) = (paid_until IS NULL)) AND ((newest_period IS NULL) OR (anchor IS NOT NULL)))),
    CONSTRAINT subscriptions_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'mercadopago'::text, 'paypal'::text]))),
    CONSTRAINT subscriptions_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'cancelling'::text, 'ended'::text])))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.subscriptions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.theme_errors (
    store_id uuid NOT NULL,
    version integer NOT NULL,
    template text NOT NULL,
    file text NOT NULL,
    line integer,
    message text NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT theme_errors_count_check CHECK ((count >= 1)),
    CONSTRAINT theme_errors_file_check CHECK ((length(file) <= 120)),
    CONSTRAINT theme_errors_message_check CHECK ((length(message) <= 300)),
    CONSTRAINT theme_errors_template_check CHECK (((length(template) >= 1) AND (length(template) <= 40)))
);

ALTER TABLE ONLY public.theme_errors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.theme_files (
    store_id uuid NOT NULL,
    version integer NOT NULL,
    path text NOT NULL,
    hash text NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT theme_files_content_check CHECK ((length(content) <= 10485760)),
    CONSTRAINT theme_files_hash_check CHECK ((length(hash) = 16)),
    CONSTRAINT theme_files_path_check CHECK (((length(path) >= 1) AND (length(path) <= 120)))
);

ALTER TABLE ONLY public.theme_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.theme_versions (
    store_id uuid NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    label text NOT NULL,
    author text DEFAULT ''::text NOT NULL,
    bytes integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    published_at timestamp with time zone,
    CONSTRAINT theme_versions_author_check CHECK ((length(author) <= 100)),
    CONSTRAINT theme_versions_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT theme_versions_label_check CHECK (((length(label) >= 1) AND (length(label) <= 30))),
    CONSTRAINT theme_versions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT theme_versions_number_check CHECK ((number >= 1))
);

ALTER TABLE ONLY public.theme_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_groups (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    credit text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tier_groups_credit_check CHECK ((credit = ANY (ARRAY['full'::text, 'remaining_time'::text]))),
    CONSTRAINT tier_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.tier_groups FORCE ROW LEVEL SECURITY;

CREATE TABLE public.unnamed_players (
    store_id uuid NOT NULL,
    game_user_id text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT unnamed_players_game_user_id_check CHECK (((length(game_user_id) >= 1) AND (length(game_user_id) <= 255)))
);

ALTER TABLE ONLY public.unnamed_players FORCE ROW LEVEL SECURITY;

CREATE TABLE public.upgrade_credits (
    store_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    line_no smallint NOT NULL,
    of_checkout_id uuid NOT NULL,
    of_line_no smallint NOT NULL,
    released_at timestamp with time zone
);

ALTER TABLE ONLY public.upgrade_credits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_attempts (
    store_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    event_id uuid NOT NULL,
    status smallint,
    error text,
    ms integer NOT NULL,
    CONSTRAINT webhook_attempts_error_check CHECK (((length(error) >= 1) AND (length(error) <= 200))),
    CONSTRAINT webhook_attempts_ms_check CHECK ((ms >= 0)),
    CONSTRAINT webhook_attempts_status_check CHECK (((status >= 100) AND (status <= 999))),
    CONSTRAINT webhook_attempts_status_or_error CHECK (((status IS NULL) = (error IS NOT NULL)))
);

ALTER TABLE ONLY public.webhook_attempts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries (
    store_id uuid NOT NULL,
    event_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    "position" bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_deliveries_attempts_check CHECK ((attempts >= 0))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_deliveries_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_endpoints (
    store_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    event_types text[] NOT NULL,
    secret bytea NOT NULL,
    secret_key_id text NOT NULL,
    old_secret bytea,
    old_secret_key_id text,
    old_secret_expires_at timestamp with time zone,
    failing_since timestamp with time zone,
    paused_until timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason text,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT webhook_endpoints_disabled_with_reason CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
    CONSTRAINT webhook_endpoints_event_types_check CHECK ((cardinality(event_types) <= 100)),
    CONSTRAINT webhook_endpoints_old_secret_complete CHECK ((num_nulls(old_secret, old_secret_key_id, old_secret_expires_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.webhook_endpoints FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.delivery_ledger ATTACH PARTITION public.delivery_ledger_default DEFAULT;

ALTER TABLE ONLY public.account_challenges
    ADD CONSTRAINT account_challenges_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_pkey PRIMARY KEY (provider, subject);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.account_passkeys
    ADD CONSTRAINT account_passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_recovery_codes
    ADD CONSTRAINT account_recovery_codes_pkey PRIMARY KEY (account_id, code_hash);

ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_undos
    ADD CONSTRAINT account_undos_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.basket_lines
    ADD CONSTRAINT basket_lines_once UNIQUE NULLS NOT DISTINCT (store_id, basket_id, product_id, variant_id, fields_key);

ALTER TABLE ONLY public.basket_lines
    ADD CONSTRAINT basket_lines_pkey PRIMARY KEY (store_id, basket_id, line_no);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.checkout_buyers
    ADD CONSTRAINT checkout_buyers_pkey PRIMARY KEY (store_id, checkout_id);

ALTER TABLE ONLY public.checkout_limits
    ADD CONSTRAINT checkout_limits_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_pkey PRIMARY KEY (store_id, checkout_id, line_no);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.creator_entries
    ADD CONSTRAINT creator_entries_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (store_id, delivery_id, attempt);

ALTER TABLE ONLY public.delivery_ledger
    ADD CONSTRAINT delivery_ledger_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.delivery_ledger_default
    ADD CONSTRAINT delivery_ledger_default_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.discount_code_players
    ADD CONSTRAINT discount_code_players_pkey PRIMARY KEY (store_id, code_id, game_user_id);

ALTER TABLE ONLY public.discount_codes
    ADD CONSTRAINT discount_codes_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.game_servers
    ADD CONSTRAINT game_servers_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.gift_card_entries
    ADD CONSTRAINT gift_card_entries_pkey PRIMARY KEY (store_id, card_id, entry_no);

ALTER TABLE ONLY public.gift_cards
    ADD CONSTRAINT gift_cards_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (store_id, checkout_id, line_no);

ALTER TABLE ONLY public.idempotent_responses
    ADD CONSTRAINT idempotent_responses_pkey PRIMARY KEY (scope, principal, key);

ALTER TABLE ONLY public.identity_connections
    ADD CONSTRAINT identity_connections_pkey PRIMARY KEY (store_id, provider);

ALTER TABLE ONLY public.imported_records
    ADD CONSTRAINT imported_records_pkey PRIMARY KEY (store_id, source, kind, source_id);

ALTER TABLE ONLY public.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (plan, name);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.moved_names
    ADD CONSTRAINT moved_names_pkey PRIMARY KEY (kind, name);

ALTER TABLE ONLY public.openid_nonces
    ADD CONSTRAINT openid_nonces_pkey PRIMARY KEY (store_id, nonce_hash);

ALTER TABLE ONLY public.parked_payments
    ADD CONSTRAINT parked_payments_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.payment_callbacks
    ADD CONSTRAINT payment_callbacks_pkey PRIMARY KEY (store_id, provider, event_id);

ALTER TABLE ONLY public.payment_refunds
    ADD CONSTRAINT payment_refunds_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (store_id, checkout_id);

ALTER TABLE ONLY public.pending_deliveries
    ADD CONSTRAINT pending_deliveries_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.picture_files
    ADD CONSTRAINT picture_files_pkey PRIMARY KEY (store_id, hash, width, format);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (store_id, hash);

ALTER TABLE ONLY public.player_bans
    ADD CONSTRAINT player_bans_pkey PRIMARY KEY (store_id, game_user_id);

ALTER TABLE ONLY public.player_codes
    ADD CONSTRAINT player_codes_pkey PRIMARY KEY (store_id, game_user_id);

ALTER TABLE ONLY public.player_sessions
    ADD CONSTRAINT player_sessions_pkey PRIMARY KEY (store_id, token_hash);

ALTER TABLE ONLY public.poll_windows
    ADD CONSTRAINT poll_windows_pkey PRIMARY KEY (store_id, server_id);

ALTER TABLE ONLY public.product_pictures
    ADD CONSTRAINT product_pictures_pkey PRIMARY KEY (store_id, product_id, "position");

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_pkey PRIMARY KEY (store_id, product_id, server_id);

ALTER TABLE ONLY public.product_variants
    ADD CONSTRAINT product_variants_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.provider_connections
    ADD CONSTRAINT provider_connections_pkey PRIMARY KEY (store_id, provider);

ALTER TABLE ONLY public.redeliveries
    ADD CONSTRAINT redeliveries_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.redelivery_counts
    ADD CONSTRAINT redelivery_counts_pkey PRIMARY KEY (store_id, redelivery_id, product_id, server_id, outcome);

ALTER TABLE ONLY public.redelivery_items
    ADD CONSTRAINT redelivery_items_pkey PRIMARY KEY (store_id, redelivery_id, entitlement_id, server_id);

ALTER TABLE ONLY public.restore_tests
    ADD CONSTRAINT restore_tests_pkey PRIMARY KEY (tested_at);

ALTER TABLE ONLY public.sales
    ADD CONSTRAINT sales_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.sandbox_invoices
    ADD CONSTRAINT sandbox_invoices_pkey PRIMARY KEY (store_id, subscription_id, period_no);

ALTER TABLE ONLY public.sandbox_payments
    ADD CONSTRAINT sandbox_payments_pkey PRIMARY KEY (store_id, checkout_id);

ALTER TABLE ONLY public.sandbox_subscriptions
    ADD CONSTRAINT sandbox_subscriptions_pkey PRIMARY KEY (store_id, subscription_id);

ALTER TABLE ONLY public.server_key_addresses
    ADD CONSTRAINT server_key_addresses_pkey PRIMARY KEY (store_id, key_id, address);

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.sign_in_throttle
    ADD CONSTRAINT sign_in_throttle_pkey PRIMARY KEY (kind, key);

ALTER TABLE ONLY public.stock_holds
    ADD CONSTRAINT stock_holds_pkey PRIMARY KEY (store_id, checkout_id);

ALTER TABLE ONLY public.store_alerts
    ADD CONSTRAINT store_alerts_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.store_hosts
    ADD CONSTRAINT store_hosts_pkey PRIMARY KEY (store_id, host);

ALTER TABLE ONLY public.store_invitations
    ADD CONSTRAINT store_invitations_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.store_invitations
    ADD CONSTRAINT store_invitations_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.store_members
    ADD CONSTRAINT store_members_pkey PRIMARY KEY (store_id, account_id);

ALTER TABLE ONLY public.store_moves
    ADD CONSTRAINT store_moves_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.storefront_drafts
    ADD CONSTRAINT storefront_drafts_pkey PRIMARY KEY (store_id, number);

ALTER TABLE ONLY public.storefront_pages
    ADD CONSTRAINT storefront_pages_pkey PRIMARY KEY (store_id, slug);

ALTER TABLE ONLY public.storefronts
    ADD CONSTRAINT storefronts_pkey PRIMARY KEY (store_id);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_id_mode_key UNIQUE (id, mode);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.subscription_invoices
    ADD CONSTRAINT subscription_invoices_pkey PRIMARY KEY (store_id, subscription_id, period_no);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.theme_errors
    ADD CONSTRAINT theme_errors_pkey PRIMARY KEY (store_id, version, template);

ALTER TABLE ONLY public.theme_files
    ADD CONSTRAINT theme_files_pkey PRIMARY KEY (store_id, version, path);

ALTER TABLE ONLY public.theme_versions
    ADD CONSTRAINT theme_versions_pkey PRIMARY KEY (store_id, number);

ALTER TABLE ONLY public.tier_groups
    ADD CONSTRAINT tier_groups_pkey PRIMARY KEY (store_id, id);

ALTER TABLE ONLY public.unnamed_players
    ADD CONSTRAINT unnamed_players_pkey PRIMARY KEY (store_id, game_user_id);

ALTER TABLE ONLY public.upgrade_credits
    ADD CONSTRAINT upgrade_credits_pkey PRIMARY KEY (store_id, checkout_id, line_no, of_checkout_id, of_line_no);

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (store_id, endpoint_id, sent_at, event_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (store_id, event_id, endpoint_id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (store_id, id);

CREATE INDEX account_challenges_by_account ON public.account_challenges USING btree (account_id);

CREATE UNIQUE INDEX account_identities_once ON public.account_identities USING btree (account_id, provider);

CREATE UNIQUE INDEX account_links_to_accounts ON public.account_links USING btree (account_id, kind) WHERE ((account_id IS NOT NULL) AND (used_at IS NULL));

CREATE UNIQUE INDEX account_links_to_strangers ON public.account_links USING btree (email) WHERE ((account_id IS NULL) AND (used_at IS NULL));

CREATE INDEX account_passkeys_by_account ON public.account_passkeys USING btree (account_id, id);

CREATE UNIQUE INDEX account_passkeys_by_credential ON public.account_passkeys USING btree (credential_id);

CREATE INDEX account_sessions_by_account ON public.account_sessions USING btree (account_id, id);

CREATE UNIQUE INDEX account_sessions_by_token ON public.account_sessions USING btree (token_hash);

CREATE INDEX account_undos_by_account ON public.account_undos USING btree (account_id, created_at);

CREATE UNIQUE INDEX accounts_by_email ON public.accounts USING btree (email);

CREATE INDEX accounts_pending_email ON public.accounts USING btree (pending_email_at) WHERE (pending_email_at IS NOT NULL);

CREATE INDEX api_tokens_by_creator ON public.api_tokens USING btree (created_by, created_at);

CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (store_id, actor_id, id);

CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (store_id, subject, id);

CREATE INDEX baskets_by_expiry ON public.baskets USING btree (expires_at);

CREATE INDEX baskets_by_player ON public.baskets USING btree (store_id, game_user_id) WHERE (game_user_id IS NOT NULL);

CREATE INDEX baskets_by_recipient ON public.baskets USING btree (store_id, recipient) WHERE (recipient IS NOT NULL);

CREATE UNIQUE INDEX baskets_by_token ON public.baskets USING btree (store_id, token_hash);

CREATE INDEX buyers_by_giver ON public.checkout_buyers USING btree (store_id, bought_by) WHERE (bought_by IS NOT NULL);

CREATE UNIQUE INDEX buyers_by_token ON public.checkout_buyers USING btree (store_id, token_hash);

CREATE INDEX buyers_sealed ON public.checkout_buyers USING btree (created_at) WHERE (key_id IS NOT NULL);

CREATE INDEX buyers_with_address ON public.checkout_buyers USING btree (created_at) WHERE ((email IS NOT NULL) OR (bought_by IS NOT NULL));

CREATE INDEX categories_by_position ON public.categories USING btree (store_id, "position", id);

CREATE UNIQUE INDEX categories_by_slug ON public.categories USING btree (store_id, slug);

CREATE INDEX checkouts_by_id ON public.checkouts USING brin (id);

CREATE INDEX checkouts_by_player ON public.checkouts USING btree (store_id, game_user_id text_pattern_ops, id);

CREATE UNIQUE INDEX checkouts_by_reference ON public.checkouts USING btree (store_id, reference) WHERE (reference IS NOT NULL);

CREATE INDEX checkouts_by_reference_prefix ON public.checkouts USING btree (store_id, reference text_pattern_ops, id) WHERE (reference IS NOT NULL);

CREATE INDEX checkouts_by_state ON public.checkouts USING btree (store_id, state, id) WHERE (state <> 'paid'::text);

CREATE INDEX creator_entries_of_code ON public.creator_entries USING btree (store_id, code_id, id) INCLUDE (amount_minor, kind);

CREATE UNIQUE INDEX creator_entries_once ON public.creator_entries USING btree (store_id, checkout_id, line_no, kind) WHERE (checkout_id IS NOT NULL);

CREATE UNIQUE INDEX credited_once ON public.upgrade_credits USING btree (store_id, of_checkout_id, of_line_no) WHERE (released_at IS NULL);

CREATE INDEX ledger_by_checkout ON ONLY public.delivery_ledger USING btree (store_id, checkout_id);

CREATE INDEX delivery_ledger_default_store_id_checkout_id_idx ON public.delivery_ledger_default USING btree (store_id, checkout_id);

CREATE INDEX ledger_not_approve ON ONLY public.delivery_ledger USING btree (store_id, delivery_type, id) WHERE (delivery_type <> 'APPROVE'::text);

CREATE INDEX delivery_ledger_default_store_id_delivery_type_id_idx ON public.delivery_ledger_default USING btree (store_id, delivery_type, id) WHERE (delivery_type <> 'APPROVE'::text);

CREATE INDEX ledger_cancelled ON ONLY public.delivery_ledger USING btree (store_id, id) WHERE (state = 'cancelled'::text);

CREATE INDEX delivery_ledger_default_store_id_id_idx ON public.delivery_ledger_default USING btree (store_id, id) WHERE (state = 'cancelled'::text);

CREATE INDEX ledger_late_reports ON ONLY public.delivery_ledger USING btree (store_id, id) WHERE ((late_report_at IS NOT NULL) AND (late_report_resolved_at IS NULL));

CREATE INDEX delivery_ledger_default_store_id_id_idx1 ON public.delivery_ledger_default USING btree (store_id, id) WHERE ((late_report_at IS NOT NULL) AND (late_report_resolved_at IS NULL));

CREATE INDEX discount_code_players_by_player ON public.discount_code_players USING btree (store_id, game_user_id);

CREATE UNIQUE INDEX discount_codes_by_key ON public.discount_codes USING btree (store_id, code_key) WHERE (removed_at IS NULL);

CREATE INDEX entitlements_due ON public.entitlements USING btree (until) WHERE ((ended_at IS NULL) AND (until < 'infinity'::timestamp with time zone));

CREATE UNIQUE INDEX entitlements_held ON public.entitlements USING btree (store_id, product_id, game_user_id, scope) WHERE ((ended_at IS NULL) AND (rebuy = 'extend'::text));

CREATE INDEX events_by_recorded_xid ON public.events USING btree (recorded_xid) WHERE (recorded_xid IS NOT NULL);

CREATE INDEX game_servers_by_id ON public.game_servers USING brin (id);

CREATE INDEX gift_card_entries_by_checkout ON public.gift_card_entries USING btree (store_id, checkout_id) WHERE (checkout_id IS NOT NULL);

CREATE UNIQUE INDEX gift_card_entries_refund_once ON public.gift_card_entries USING btree (store_id, checkout_id, line_no) WHERE (kind = 'refunded'::text);

CREATE UNIQUE INDEX gift_cards_by_code ON public.gift_cards USING btree (store_id, code_hash) WHERE (code_hash IS NOT NULL);

CREATE UNIQUE INDEX gift_cards_by_sale ON public.gift_cards USING btree (store_id, checkout_id, line_no, unit) WHERE (checkout_id IS NOT NULL);

CREATE INDEX gift_cards_sealed_codes ON public.gift_cards USING btree (shown_at) WHERE (code_sealed IS NOT NULL);

CREATE INDEX grants_by_entitlement ON public.grants USING btree (store_id, entitlement_id);

CREATE INDEX idempotent_responses_by_age ON public.idempotent_responses USING brin (created_at);

CREATE INDEX lines_by_product ON public.checkout_lines USING btree (store_id, product_id, checkout_id);

CREATE INDEX mails_by_kind ON public.mails USING btree (kind, created_at);

CREATE INDEX mails_due ON public.mails USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX moved_names_by_store ON public.moved_names USING btree (id);

CREATE INDEX openid_nonces_by_expiry ON public.openid_nonces USING btree (expires_at);

CREATE UNIQUE INDEX parked_once ON public.parked_payments USING btree (store_id, provider, reason, subject, unmatched_refund_minor);

CREATE UNIQUE INDEX payments_by_page ON public.payments USING btree (store_id, provider, page_ref) WHERE (page_ref IS NOT NULL);

CREATE UNIQUE INDEX payments_by_ref ON public.payments USING btree (store_id, provider, payment_ref) WHERE (payment_ref IS NOT NULL);

CREATE INDEX payments_to_mail ON public.payments USING btree (return_mail_at) WHERE (return_mail_at IS NOT NULL);

CREATE INDEX payments_to_reconcile ON public.payments USING btree (reconcile_at) WHERE (reconcile_at IS NOT NULL);

CREATE INDEX pending_by_enqueued_xid ON public.pending_deliveries USING btree (enqueued_xid);

CREATE INDEX pending_by_retry_at ON public.pending_deliveries USING btree (retry_at) WHERE (retry_at IS NOT NULL);

CREATE INDEX pending_by_server ON public.pending_deliveries USING btree (store_id, server_id, "position") WHERE (hold_reason IS NULL);

CREATE INDEX pending_held ON public.pending_deliveries USING btree (store_id, id) WHERE (hold_reason IS NOT NULL);

CREATE UNIQUE INDEX pending_once ON public.pending_deliveries USING btree (store_id, checkout_id, server_id, delivery_type, line_nos, unit, resend_of) NULLS NOT DISTINCT;

CREATE INDEX pending_ready ON public.pending_deliveries USING btree (store_id, server_id, created_at) WHERE ((hold_reason IS NULL) AND (retry_at IS NULL) AND (NOT requires_online));

CREATE INDEX pending_retrying ON public.pending_deliveries USING btree (store_id, server_id, game_user_id, "position") WHERE (retry_at IS NOT NULL);

CREATE UNIQUE INDEX player_codes_by_code ON public.player_codes USING btree (store_id, code_hash);

CREATE INDEX player_codes_by_expiry ON public.player_codes USING btree (expires_at);

CREATE INDEX player_sessions_by_expiry ON public.player_sessions USING btree (expires_at);

CREATE INDEX player_sessions_by_player ON public.player_sessions USING btree (store_id, game_user_id);

CREATE INDEX product_pictures_by_hash ON public.product_pictures USING btree (store_id, hash);

CREATE INDEX product_variants_by_product ON public.product_variants USING btree (store_id, product_id, "position") WHERE (removed_at IS NULL);

CREATE INDEX products_by_category ON public.products USING btree (store_id, category_id, id) WHERE (category_id IS NOT NULL);

CREATE UNIQUE INDEX products_by_slug ON public.products USING btree (store_id, slug);

CREATE INDEX products_by_tier ON public.products USING btree (store_id, tier_group_id) WHERE (tier_group_id IS NOT NULL);

CREATE INDEX redeliveries_running ON public.redeliveries USING btree (store_id, id) WHERE (state = 'running'::text);

CREATE INDEX refunds_by_checkout ON public.payment_refunds USING btree (store_id, checkout_id);

CREATE INDEX refunds_to_retry ON public.payment_refunds USING btree (retry_at) WHERE (retry_at IS NOT NULL);

CREATE INDEX sales_in_use ON public.sales USING btree (store_id) WHERE (removed_at IS NULL);

CREATE INDEX sandbox_by_next_callback ON public.sandbox_payments USING btree (next_callback_at) WHERE (next_callback_at IS NOT NULL);

CREATE INDEX sandbox_subscriptions_by_callback ON public.sandbox_subscriptions USING btree (next_callback_at) WHERE (next_callback_at IS NOT NULL);

CREATE INDEX sandbox_subscriptions_to_charge ON public.sandbox_subscriptions USING btree (next_charge_at) WHERE (next_charge_at IS NOT NULL);

CREATE INDEX server_keys_by_change ON public.server_keys USING btree (changed_at) WHERE (changed_at IS NOT NULL);

CREATE UNIQUE INDEX server_keys_by_hash ON public.server_keys USING btree (key_hash);

CREATE INDEX server_keys_by_server ON public.server_keys USING btree (store_id, server_id);

CREATE INDEX sign_in_throttle_by_time ON public.sign_in_throttle USING btree (last_at);

CREATE INDEX stock_holds_by_network ON public.stock_holds USING btree (store_id, network);

CREATE INDEX stock_holds_by_time ON public.stock_holds USING btree (created_at);

CREATE INDEX store_alerts_due ON public.store_alerts USING btree (created_at) WHERE (mailed_at IS NULL);

CREATE INDEX store_alerts_mailed ON public.store_alerts USING btree (store_id, kind, mailed_at) WHERE (mailed_at IS NOT NULL);

CREATE INDEX store_hosts_by_change ON public.store_hosts USING btree (changed_at);

CREATE UNIQUE INDEX store_hosts_by_host ON public.store_hosts USING btree (host) WHERE (proved_at IS NOT NULL);

CREATE UNIQUE INDEX store_hosts_label ON public.store_hosts USING btree (store_id) WHERE ((kind = 'label'::text) AND (removed_at IS NULL));

CREATE UNIQUE INDEX store_invitations_open ON public.store_invitations USING btree (store_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX store_members_by_account ON public.store_members USING btree (account_id, store_id);

CREATE INDEX storefronts_by_change ON public.storefronts USING btree (changed_at);

CREATE UNIQUE INDEX subscription_invoices_by_checkout ON public.subscription_invoices USING btree (store_id, checkout_id) WHERE (checkout_id IS NOT NULL);

CREATE INDEX subscription_invoices_to_mail ON public.subscription_invoices USING btree (receipt_at) WHERE (receipt_at IS NOT NULL);

CREATE UNIQUE INDEX subscriptions_by_checkout ON public.subscriptions USING btree (store_id, checkout_id);

CREATE UNIQUE INDEX subscriptions_by_ref ON public.subscriptions USING btree (store_id, provider, subscription_ref) WHERE (subscription_ref IS NOT NULL);

CREATE INDEX subscriptions_by_state ON public.subscriptions USING btree (store_id, state, id);

CREATE INDEX subscriptions_to_check ON public.subscriptions USING btree (check_at) WHERE (check_at IS NOT NULL);

CREATE INDEX subscriptions_to_query ON public.subscriptions USING btree (query_at) WHERE (query_at IS NOT NULL);

CREATE INDEX subscriptions_to_raise ON public.subscriptions USING btree (raise_at) WHERE (raise_at IS NOT NULL);

CREATE INDEX subscriptions_to_stop ON public.subscriptions USING btree (stop_at) WHERE (stop_at IS NOT NULL);

CREATE INDEX theme_files_by_hash ON public.theme_files USING btree (store_id, hash);

CREATE INDEX webhook_deliveries_abandoned ON public.webhook_deliveries USING btree (store_id, endpoint_id, created_at) WHERE (next_at IS NULL);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (store_id, endpoint_id, next_at, "position") WHERE (next_at IS NOT NULL);

CREATE INDEX webhook_endpoints_by_id ON public.webhook_endpoints USING brin (id);

ALTER INDEX public.delivery_ledger_pkey ATTACH PARTITION public.delivery_ledger_default_pkey;

ALTER INDEX public.ledger_by_checkout ATTACH PARTITION public.delivery_ledger_default_store_id_checkout_id_idx;

ALTER INDEX public.ledger_not_approve ATTACH PARTITION public.delivery_ledger_default_store_id_delivery_type_id_idx;

ALTER INDEX public.ledger_cancelled ATTACH PARTITION public.delivery_ledger_default_store_id_id_idx;

ALTER INDEX public.ledger_late_reports ATTACH PARTITION public.delivery_ledger_default_store_id_id_idx1;

CREATE TRIGGER account_stays_closed BEFORE UPDATE ON public.accounts FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a closed account stays as it is');

CREATE CONSTRAINT TRIGGER change_storefront_of_categories AFTER INSERT OR DELETE OR UPDATE ON public.categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE CONSTRAINT TRIGGER change_storefront_of_edits AFTER UPDATE ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.version <> new.version) OR (LEAST(old.stock, (21)::bigint) IS DISTINCT FROM LEAST(new.stock, (21)::bigint)))) EXECUTE FUNCTION public.change_storefront_of_part();

CREATE TRIGGER change_storefront_of_host AFTER INSERT OR UPDATE ON public.store_hosts FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE TRIGGER change_storefront_of_page AFTER INSERT OR DELETE OR UPDATE ON public.storefront_pages FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE CONSTRAINT TRIGGER change_storefront_of_products AFTER INSERT ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE CONSTRAINT TRIGGER change_storefront_of_sales AFTER INSERT OR UPDATE ON public.sales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE TRIGGER change_storefront_of_server AFTER UPDATE OF name ON public.game_servers FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION public.change_storefront_of_part();

CREATE CONSTRAINT TRIGGER change_storefront_of_servers AFTER INSERT OR DELETE ON public.product_servers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE TRIGGER change_storefront_of_store AFTER UPDATE OF name, expires_at, default_server_id, tax_rates ON public.stores FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.expires_at IS DISTINCT FROM new.expires_at)) OR (old.default_server_id IS DISTINCT FROM new.default_server_id)) OR (old.tax_rates IS DISTINCT FROM new.tax_rates))) EXECUTE FUNCTION public.change_storefront_of_store();

CREATE CONSTRAINT TRIGGER change_storefront_of_variants AFTER INSERT OR UPDATE ON public.product_variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.change_storefront_of_part();

CREATE TRIGGER checkout_code_once BEFORE UPDATE OF code_id, code ON public.checkouts FOR EACH ROW WHEN ((old.code_id IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a checkout keeps its code');

CREATE TRIGGER checkout_replaced_once BEFORE UPDATE OF replaced_at ON public.checkouts FOR EACH ROW WHEN (((old.replaced_at IS NOT NULL) AND (new.replaced_at IS DISTINCT FROM old.replaced_at))) EXECUTE FUNCTION public.reject_change('a checkout is replaced once');

CREATE TRIGGER checkout_transition BEFORE UPDATE OF state ON public.checkouts FOR EACH ROW WHEN (((old.state <> new.state) AND (((((((old.state <> 'open'::text) OR (new.state <> 'paid'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'abandoned'::text))) AND ((old.state <> 'abandoned'::text) OR (new.state <> 'paid'::text))) AND ((old.state <> 'paid'::text) OR (new.state <> 'refunded'::text))) AND ((old.state <> 'paid'::text) OR (new.state <> 'disputed'::text))) AND ((old.state <> 'disputed'::text) OR (new.state <> 'refunded'::text))))) EXECUTE FUNCTION public.reject_change('this change of a checkout''s state');

CREATE TRIGGER create_storefront AFTER INSERT ON public.stores FOR EACH ROW EXECUTE FUNCTION public.create_storefront();

CREATE TRIGGER creator_entries_unchanged BEFORE DELETE OR UPDATE ON public.creator_entries FOR EACH ROW EXECUTE FUNCTION public.reject_change('an entry of a creator''s ledger');

CREATE TRIGGER entitlement_ends_once BEFORE UPDATE OF until, ended_at, ended_by ON public.entitlements FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('an ended entitlement stays as it ended');

CREATE TRIGGER fill_slug BEFORE INSERT ON public.categories FOR EACH ROW WHEN ((new.slug = ''::text)) EXECUTE FUNCTION public.fill_slug('category');

CREATE TRIGGER fill_slug BEFORE INSERT ON public.products FOR EACH ROW WHEN ((new.slug = ''::text)) EXECUTE FUNCTION public.fill_slug('product');

CREATE TRIGGER grant_revoked_once BEFORE UPDATE OF revoked_at ON public.grants FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a grant is revoked once');

CREATE TRIGGER line_refunded_once BEFORE UPDATE OF refunded_at ON public.checkout_lines FOR EACH ROW WHEN ((old.refunded_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a line is refunded once');

CREATE TRIGGER mark_server_key_changed BEFORE UPDATE OF revoked_at ON public.server_keys FOR EACH ROW EXECUTE FUNCTION public.mark_server_key_changed();

CREATE TRIGGER mark_server_keys_changed AFTER UPDATE OF name, profile, bound_to ON public.game_servers FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.profile IS DISTINCT FROM new.profile)) OR (old.bound_to IS DISTINCT FROM new.bound_to))) EXECUTE FUNCTION public.mark_server_keys_changed();

CREATE TRIGGER mark_store_host_changed BEFORE UPDATE ON public.store_hosts FOR EACH ROW EXECUTE FUNCTION public.mark_store_host_changed();

CREATE TRIGGER mark_store_keys_changed AFTER UPDATE OF name, plan, expires_at, url ON public.stores FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.plan IS DISTINCT FROM new.plan)) OR (old.expires_at IS DISTINCT FROM new.expires_at)) OR (old.url IS DISTINCT FROM new.url))) EXECUTE FUNCTION public.mark_store_keys_changed();

CREATE TRIGGER parked_resolved_once BEFORE UPDATE OF resolved_at ON public.parked_payments FOR EACH ROW WHEN ((old.resolved_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a parked payment is resolved once');

CREATE TRIGGER payment_facts_add_up BEFORE UPDATE OF payment_ref, refunded_minor, dispute, closed ON public.payments FOR EACH ROW WHEN ((((old.payment_ref IS NOT NULL) AND (new.payment_ref IS DISTINCT FROM old.payment_ref)) OR (new.refunded_minor < old.refunded_minor) OR (array_position(ARRAY['none'::text, 'open'::text, 'won'::text, 'lost'::text], new.dispute) < array_position(ARRAY['none'::text, 'open'::text, 'won'::text, 'lost'::text], old.dispute)) OR (old.closed AND (NOT new.closed)))) EXECUTE FUNCTION public.reject_change('facts about a payment only add up');

CREATE TRIGGER payment_returned_once BEFORE UPDATE OF returned_at, return_reason ON public.payments FOR EACH ROW WHEN ((old.returned_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a payment is returned once');

CREATE TRIGGER pending_dispatched_once BEFORE UPDATE OF dispatched_at ON public.pending_deliveries FOR EACH ROW WHEN (((old.dispatched_at IS NOT NULL) AND (new.dispatched_at IS DISTINCT FROM old.dispatched_at))) EXECUTE FUNCTION public.reject_change('the time of the first dispatch stays');

CREATE TRIGGER pending_frozen_when_dispatched BEFORE UPDATE OF products, line_nos ON public.pending_deliveries FOR EACH ROW WHEN ((old.dispatched_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a dispatched delivery does not change');

CREATE TRIGGER protect_audit_log BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.protect_audit_log();

CREATE TRIGGER recheck_subscription AFTER UPDATE OF state ON public.checkouts FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = ANY (ARRAY['refunded'::text, 'disputed'::text, 'abandoned'::text])))) EXECUTE FUNCTION public.recheck_subscription();

CREATE TRIGGER record_delivery_held_event AFTER UPDATE OF hold_reason ON public.pending_deliveries FOR EACH ROW WHEN (((old.hold_reason IS NULL) AND (new.hold_reason IS NOT NULL))) EXECUTE FUNCTION public.record_delivery_held_event();

CREATE TRIGGER record_key_address_event AFTER UPDATE OF notified_at ON public.server_key_addresses FOR EACH ROW WHEN (((old.notified_at IS NULL) AND (new.notified_at IS NOT NULL))) EXECUTE FUNCTION public.record_key_address_event();

CREATE TRIGGER redelivery_ends_once BEFORE UPDATE OF state, finished_at ON public.redeliveries FOR EACH ROW WHEN ((old.state <> 'running'::text)) EXECUTE FUNCTION public.reject_change('a redelivery ends once');

CREATE TRIGGER redelivery_goes_forward BEFORE UPDATE OF last_entitlement_id ON public.redeliveries FOR EACH ROW WHEN ((new.last_entitlement_id < old.last_entitlement_id)) EXECUTE FUNCTION public.reject_change('a redelivery does not go back');

CREATE TRIGGER refund_finished_once BEFORE UPDATE OF state ON public.payment_refunds FOR EACH ROW WHEN ((old.state <> 'requested'::text)) EXECUTE FUNCTION public.reject_change('a refund ends once');

CREATE TRIGGER server_key_stays_revoked BEFORE UPDATE OF revoked_at ON public.server_keys FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION public.reject_change('a revoked key stays revoked');

CREATE TRIGGER store_mode_fixed BEFORE UPDATE OF mode ON public.stores FOR EACH ROW WHEN ((old.mode <> new.mode)) EXECUTE FUNCTION public.reject_change('a store stays live or test');

CREATE TRIGGER subscription_facts_add_up BEFORE UPDATE OF anchor, cancelled_at, is_stopped, subscription_ref ON public.subscriptions FOR EACH ROW WHEN ((((old.anchor IS NOT NULL) AND (new.anchor IS DISTINCT FROM old.anchor)) OR ((old.cancelled_at IS NOT NULL) AND (new.cancelled_at IS DISTINCT FROM old.cancelled_at)) OR ((old.subscription_ref IS NOT NULL) AND (new.subscription_ref IS DISTINCT FROM old.subscription_ref)) OR (old.is_stopped AND (NOT new.is_stopped)))) EXECUTE FUNCTION public.reject_change('facts about a subscription only add up');

CREATE TRIGGER subscription_invoice_adds_up BEFORE UPDATE ON public.subscription_invoices FOR EACH ROW WHEN ((((old.checkout_id IS NOT NULL) AND (new.checkout_id IS DISTINCT FROM old.checkout_id)) OR (old.failed AND (NOT new.failed)))) EXECUTE FUNCTION public.reject_change('facts about an invoice only add up');

ALTER TABLE ONLY public.account_challenges
    ADD CONSTRAINT account_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_passkeys
    ADD CONSTRAINT account_passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_recovery_codes
    ADD CONSTRAINT account_recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.account_undos
    ADD CONSTRAINT account_undos_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.basket_lines
    ADD CONSTRAINT basket_lines_store_id_basket_id_fkey FOREIGN KEY (store_id, basket_id) REFERENCES public.baskets(store_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.basket_lines
    ADD CONSTRAINT basket_lines_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_picture FOREIGN KEY (store_id, picture_hash) REFERENCES public.pictures(store_id, hash);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.checkout_buyers
    ADD CONSTRAINT checkout_buyers_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_buyer_server_id_fkey FOREIGN KEY (store_id, buyer_server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.checkout_lines
    ADD CONSTRAINT checkout_lines_variant FOREIGN KEY (store_id, variant_id) REFERENCES public.product_variants(store_id, id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_code_fkey FOREIGN KEY (store_id, code_id) REFERENCES public.discount_codes(store_id, id);

ALTER TABLE ONLY public.checkouts
    ADD CONSTRAINT checkouts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.creator_entries
    ADD CONSTRAINT creator_entries_line_fkey FOREIGN KEY (store_id, checkout_id, line_no) REFERENCES public.checkout_lines(store_id, checkout_id, line_no);

ALTER TABLE ONLY public.creator_entries
    ADD CONSTRAINT creator_entries_store_id_code_id_fkey FOREIGN KEY (store_id, code_id) REFERENCES public.discount_codes(store_id, id);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.discount_code_players
    ADD CONSTRAINT discount_code_players_store_id_code_id_fkey FOREIGN KEY (store_id, code_id) REFERENCES public.discount_codes(store_id, id);

ALTER TABLE ONLY public.discount_codes
    ADD CONSTRAINT discount_codes_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.entitlements
    ADD CONSTRAINT entitlements_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.game_servers
    ADD CONSTRAINT game_servers_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.gift_card_entries
    ADD CONSTRAINT gift_card_entries_checkout FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.gift_card_entries
    ADD CONSTRAINT gift_card_entries_store_id_card_id_fkey FOREIGN KEY (store_id, card_id) REFERENCES public.gift_cards(store_id, id);

ALTER TABLE ONLY public.gift_cards
    ADD CONSTRAINT gift_cards_checkout FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.gift_cards
    ADD CONSTRAINT gift_cards_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_store_id_checkout_id_line_no_fkey FOREIGN KEY (store_id, checkout_id, line_no) REFERENCES public.checkout_lines(store_id, checkout_id, line_no);

ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_store_id_entitlement_id_fkey FOREIGN KEY (store_id, entitlement_id) REFERENCES public.entitlements(store_id, id);

ALTER TABLE ONLY public.identity_connections
    ADD CONSTRAINT identity_connections_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.imported_records
    ADD CONSTRAINT imported_records_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.moved_names
    ADD CONSTRAINT moved_names_id_fkey FOREIGN KEY (id) REFERENCES public.store_moves(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openid_nonces
    ADD CONSTRAINT openid_nonces_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.parked_payments
    ADD CONSTRAINT parked_payments_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.payment_callbacks
    ADD CONSTRAINT payment_callbacks_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.payment_refunds
    ADD CONSTRAINT payment_refunds_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.payments(store_id, checkout_id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.pending_deliveries
    ADD CONSTRAINT pending_deliveries_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.pending_deliveries
    ADD CONSTRAINT pending_deliveries_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.picture_files
    ADD CONSTRAINT picture_files_store_id_hash_fkey FOREIGN KEY (store_id, hash) REFERENCES public.pictures(store_id, hash);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.player_bans
    ADD CONSTRAINT player_bans_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.player_codes
    ADD CONSTRAINT player_codes_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.player_sessions
    ADD CONSTRAINT player_sessions_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.poll_windows
    ADD CONSTRAINT poll_windows_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.product_pictures
    ADD CONSTRAINT product_pictures_store_id_hash_fkey FOREIGN KEY (store_id, hash) REFERENCES public.pictures(store_id, hash);

ALTER TABLE ONLY public.product_pictures
    ADD CONSTRAINT product_pictures_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.product_servers
    ADD CONSTRAINT product_servers_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.product_variants
    ADD CONSTRAINT product_variants_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_store_id_category_id_fkey FOREIGN KEY (store_id, category_id) REFERENCES public.categories(store_id, id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_tier_group FOREIGN KEY (store_id, tier_group_id) REFERENCES public.tier_groups(store_id, id);

ALTER TABLE ONLY public.provider_connections
    ADD CONSTRAINT provider_connections_mode_of_store FOREIGN KEY (store_id, mode) REFERENCES public.stores(id, mode);

ALTER TABLE ONLY public.provider_connections
    ADD CONSTRAINT provider_connections_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.redeliveries
    ADD CONSTRAINT redeliveries_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.redelivery_counts
    ADD CONSTRAINT redelivery_counts_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES public.products(store_id, id);

ALTER TABLE ONLY public.redelivery_counts
    ADD CONSTRAINT redelivery_counts_store_id_redelivery_id_fkey FOREIGN KEY (store_id, redelivery_id) REFERENCES public.redeliveries(store_id, id);

ALTER TABLE ONLY public.redelivery_counts
    ADD CONSTRAINT redelivery_counts_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.redelivery_items
    ADD CONSTRAINT redelivery_items_store_id_entitlement_id_fkey FOREIGN KEY (store_id, entitlement_id) REFERENCES public.entitlements(store_id, id);

ALTER TABLE ONLY public.redelivery_items
    ADD CONSTRAINT redelivery_items_store_id_redelivery_id_fkey FOREIGN KEY (store_id, redelivery_id) REFERENCES public.redeliveries(store_id, id);

ALTER TABLE ONLY public.redelivery_items
    ADD CONSTRAINT redelivery_items_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.sales
    ADD CONSTRAINT sales_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.sandbox_invoices
    ADD CONSTRAINT sandbox_invoices_store_id_subscription_id_fkey FOREIGN KEY (store_id, subscription_id) REFERENCES public.sandbox_subscriptions(store_id, subscription_id);

ALTER TABLE ONLY public.sandbox_payments
    ADD CONSTRAINT sandbox_payments_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.payments(store_id, checkout_id);

ALTER TABLE ONLY public.sandbox_subscriptions
    ADD CONSTRAINT sandbox_subscriptions_store_id_subscription_id_fkey FOREIGN KEY (store_id, subscription_id) REFERENCES public.subscriptions(store_id, id);

ALTER TABLE ONLY public.server_key_addresses
    ADD CONSTRAINT server_key_addresses_store_id_key_id_fkey FOREIGN KEY (store_id, key_id) REFERENCES public.server_keys(store_id, id);

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_store_id_server_id_fkey FOREIGN KEY (store_id, server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.stock_holds
    ADD CONSTRAINT stock_holds_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.stock_holds
    ADD CONSTRAINT stock_holds_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.store_alerts
    ADD CONSTRAINT store_alerts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.store_alerts
    ADD CONSTRAINT store_alerts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.store_hosts
    ADD CONSTRAINT store_hosts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.store_invitations
    ADD CONSTRAINT store_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.store_invitations
    ADD CONSTRAINT store_invitations_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.store_members
    ADD CONSTRAINT store_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.store_members
    ADD CONSTRAINT store_members_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.storefront_drafts
    ADD CONSTRAINT storefront_drafts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.storefront_pages
    ADD CONSTRAINT storefront_pages_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.storefronts
    ADD CONSTRAINT storefronts_banner FOREIGN KEY (store_id, banner_hash) REFERENCES public.pictures(store_id, hash);

ALTER TABLE ONLY public.storefronts
    ADD CONSTRAINT storefronts_logo FOREIGN KEY (store_id, logo_hash) REFERENCES public.pictures(store_id, hash);

ALTER TABLE ONLY public.storefronts
    ADD CONSTRAINT storefronts_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.storefronts
    ADD CONSTRAINT storefronts_theme_version FOREIGN KEY (store_id, theme_version) REFERENCES public.theme_versions(store_id, number);

ALTER TABLE ONLY public.stores
    ADD CONSTRAINT stores_id_default_server_id_fkey FOREIGN KEY (id, default_server_id) REFERENCES public.game_servers(store_id, id);

ALTER TABLE ONLY public.subscription_invoices
    ADD CONSTRAINT subscription_invoices_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.subscription_invoices
    ADD CONSTRAINT subscription_invoices_store_id_subscription_id_fkey FOREIGN KEY (store_id, subscription_id) REFERENCES public.subscriptions(store_id, id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_store_id_checkout_id_fkey FOREIGN KEY (store_id, checkout_id) REFERENCES public.checkouts(store_id, id);

ALTER TABLE ONLY public.theme_errors
    ADD CONSTRAINT theme_errors_store_id_version_fkey FOREIGN KEY (store_id, version) REFERENCES public.theme_versions(store_id, number) ON DELETE CASCADE;

ALTER TABLE ONLY public.theme_files
    ADD CONSTRAINT theme_files_store_id_version_fkey FOREIGN KEY (store_id, version) REFERENCES public.theme_versions(store_id, number) ON DELETE CASCADE;

ALTER TABLE ONLY public.theme_versions
    ADD CONSTRAINT theme_versions_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.tier_groups
    ADD CONSTRAINT tier_groups_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.unnamed_players
    ADD CONSTRAINT unnamed_players_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE ONLY public.upgrade_credits
    ADD CONSTRAINT upgrade_credits_store_id_checkout_id_line_no_fkey FOREIGN KEY (store_id, checkout_id, line_no) REFERENCES public.checkout_lines(store_id, checkout_id, line_no);

ALTER TABLE ONLY public.upgrade_credits
    ADD CONSTRAINT upgrade_credits_store_id_of_checkout_id_of_line_no_fkey FOREIGN KEY (store_id, of_checkout_id, of_line_no) REFERENCES public.checkout_lines(store_id, checkout_id, line_no);

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_store_id_endpoint_id_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES public.webhook_endpoints(store_id, id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_store_id_endpoint_id_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES public.webhook_endpoints(store_id, id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_store_id_event_id_fkey FOREIGN KEY (store_id, event_id) REFERENCES public.events(store_id, id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.stores(id);

ALTER TABLE public.account_challenges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_identities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_passkeys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_recovery_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.account_undos ENABLE ROW LEVEL SECURITY;

CREATE POLICY accounts ON public.account_challenges TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_identities TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_links TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_passkeys TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_recovery_codes TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_sessions TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.account_undos TO quartermaster_accounts USING (true) WITH CHECK (true);

ALTER TABLE public.accounts ENABLE ROW LEVEL SECURITY;

CREATE POLICY accounts ON public.accounts TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.api_tokens FOR SELECT TO quartermaster_accounts USING (true);

CREATE POLICY accounts ON public.audit_log FOR INSERT TO quartermaster_accounts WITH CHECK (true);

CREATE POLICY accounts ON public.limits TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.mails TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.restore_tests TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.sign_in_throttle TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.store_alerts TO quartermaster_accounts USING (true) WITH CHECK (true);

CREATE POLICY accounts ON public.store_invitations FOR SELECT TO quartermaster_accounts USING (true);

CREATE POLICY accounts ON public.store_members FOR SELECT TO quartermaster_accounts USING (true);

CREATE POLICY accounts ON public.stores FOR SELECT TO quartermaster_accounts USING (true);

CREATE POLICY accounts_use ON public.api_tokens FOR UPDATE TO quartermaster_accounts USING (true) WITH CHECK (true);

ALTER TABLE public.api_tokens ENABLE ROW LEVEL SECURITY;

CREATE POLICY app ON public.account_undos FOR INSERT TO quartermaster_app WITH CHECK ((sealed IS NULL));

CREATE POLICY app ON public.checkout_limits TO quartermaster_app USING (true) WITH CHECK (true);

CREATE POLICY app ON public.mails FOR INSERT TO quartermaster_app WITH CHECK (true);

ALTER TABLE public.audit_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.basket_lines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.baskets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.categories ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.checkout_buyers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.checkout_limits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.checkout_lines ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.checkouts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.creator_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.discount_code_players ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.discount_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.entitlements ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

CREATE POLICY everyone ON public.limits FOR SELECT TO quartermaster_app, quartermaster_reader, quartermaster_accounts USING (true);

CREATE POLICY everyone ON public.store_moves FOR SELECT TO quartermaster_app, quartermaster_gateway, quartermaster_reader USING (true);

ALTER TABLE public.game_servers ENABLE ROW LEVEL SECURITY;

CREATE POLICY gateway ON public.delivery_attempts TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.delivery_ledger TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.game_servers TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.moved_names FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway ON public.pending_deliveries TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.player_codes TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.poll_windows TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.server_key_addresses TO quartermaster_gateway USING (true) WITH CHECK (true);

CREATE POLICY gateway ON public.server_keys FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway ON public.store_hosts FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway ON public.storefronts FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway ON public.stores FOR SELECT TO quartermaster_gateway USING (true);

CREATE POLICY gateway_opens ON public.store_moves FOR DELETE TO quartermaster_gateway USING ((state = 'arriving'::text));

CREATE POLICY gateway_resumes ON public.store_moves FOR UPDATE TO quartermaster_gateway USING ((state = 'stopping'::text)) WITH CHECK ((state = 'copying'::text));

ALTER TABLE public.gift_card_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.gift_cards ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.grants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotent_responses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.identity_connections ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imported_records ENABLE ROW LEVEL SECURITY;

CREATE POLICY labels ON public.moved_names FOR SELECT TO quartermaster_app USING ((kind = 'label'::text));

ALTER TABLE public.limits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails ENABLE ROW LEVEL SECURITY;

CREATE POLICY members ON public.accounts FOR SELECT TO quartermaster_app USING ((EXISTS ( SELECT
   FROM public.store_members m
  WHERE ((m.store_id = public.current_store()) AND (m.account_id = accounts.id)))));

ALTER TABLE public.moved_names ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.openid_nonces ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_scope ON public.idempotent_responses TO quartermaster_app, quartermaster_accounts USING ((scope = public.current_store())) WITH CHECK ((scope = public.current_store()));

CREATE POLICY own_store ON public.api_tokens TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.audit_log TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.basket_lines TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.baskets TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.categories TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.checkout_buyers TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.checkout_lines TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.checkouts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.creator_entries TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.delivery_attempts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.delivery_ledger TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.discount_code_players TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.discount_codes TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.entitlements TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.events TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.game_servers TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.gift_card_entries TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.gift_cards TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.grants TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.identity_connections TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.imported_records TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.openid_nonces TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.parked_payments TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.payment_callbacks TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.payment_refunds TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.payments TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.pending_deliveries TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.picture_files TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.pictures TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.player_bans TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.player_codes TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.player_sessions TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.poll_windows TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_pictures TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_servers TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.product_variants TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.products TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.provider_connections TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.redeliveries TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.redelivery_counts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.redelivery_items TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.sales TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.sandbox_invoices TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.sandbox_payments TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.sandbox_subscriptions TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.server_key_addresses TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.server_keys TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stock_holds TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.store_alerts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.store_hosts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.store_invitations TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.store_members TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.storefront_drafts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.storefront_pages TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.storefronts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.stores TO quartermaster_app USING ((id = public.current_store())) WITH CHECK ((id = public.current_store()));

CREATE POLICY own_store ON public.subscription_invoices TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.subscriptions TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.theme_errors TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.theme_files TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.theme_versions TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.tier_groups TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.unnamed_players TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.upgrade_credits TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_attempts TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_deliveries TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

CREATE POLICY own_store ON public.webhook_endpoints TO quartermaster_app USING ((store_id = public.current_store())) WITH CHECK ((store_id = public.current_store()));

ALTER TABLE public.parked_payments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_callbacks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_refunds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pending_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.picture_files ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pictures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.player_bans ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.player_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.player_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.poll_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_pictures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_servers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product_variants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.products ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.provider_connections ENABLE ROW LEVEL SECURITY;

CREATE POLICY reader ON public.accounts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.api_tokens FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.audit_log FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.basket_lines FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.baskets FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.categories FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.checkout_buyers FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.checkout_lines FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.checkouts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.creator_entries FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.delivery_attempts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.delivery_ledger FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.discount_code_players FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.discount_codes FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.entitlements FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.events FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.game_servers FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.gift_card_entries FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.gift_cards FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.grants FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.idempotent_responses FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.identity_connections FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.imported_records FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.mails FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.openid_nonces FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.parked_payments FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.payment_callbacks FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.payment_refunds FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.payments FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.pending_deliveries FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.picture_files FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.pictures FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.player_bans FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.player_codes FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.player_sessions FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.poll_windows FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.product_pictures FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.product_servers FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.product_variants FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.products FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.provider_connections FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.redeliveries FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.redelivery_counts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.redelivery_items FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.sales FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.sandbox_invoices FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.sandbox_payments FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.sandbox_subscriptions FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.server_key_addresses FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.server_keys FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.stock_holds FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.store_alerts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.store_hosts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.store_invitations FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.store_members FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.storefront_drafts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.storefront_pages FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.storefronts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.stores FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.subscription_invoices FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.subscriptions FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.theme_errors FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.theme_files FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.theme_versions FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.tier_groups FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.unnamed_players FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.upgrade_credits FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.webhook_attempts FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.webhook_deliveries FOR SELECT TO quartermaster_reader USING (true);

CREATE POLICY reader ON public.webhook_endpoints FOR SELECT TO quartermaster_reader USING (true);

ALTER TABLE public.redeliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.redelivery_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.redelivery_items ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.restore_tests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sales ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sandbox_invoices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sandbox_payments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sandbox_subscriptions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.server_key_addresses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.server_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY serving ON public.delivery_attempts AS RESTRICTIVE FOR INSERT TO quartermaster_gateway WITH CHECK ((store_id <> ALL (( SELECT public.stopped_stores() AS stopped_stores)::uuid[])));

CREATE POLICY serving ON public.delivery_ledger AS RESTRICTIVE FOR INSERT TO quartermaster_gateway WITH CHECK ((store_id <> ALL (( SELECT public.stopped_stores() AS stopped_stores)::uuid[])));

CREATE POLICY serving ON public.pending_deliveries AS RESTRICTIVE FOR UPDATE TO quartermaster_gateway USING (true) WITH CHECK ((store_id <> ALL (( SELECT public.stopped_stores() AS stopped_stores)::uuid[])));

CREATE POLICY serving_updates ON public.delivery_ledger AS RESTRICTIVE FOR UPDATE TO quartermaster_gateway USING (true) WITH CHECK ((store_id <> ALL (( SELECT public.stopped_stores() AS stopped_stores)::uuid[])));

ALTER TABLE public.sign_in_throttle ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock_holds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_alerts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_hosts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.store_moves ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_drafts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_pages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefronts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stores ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscription_invoices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscriptions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.theme_errors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.theme_files ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.theme_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unnamed_players ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.upgrade_credits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoints ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON FUNCTION public.count_owned_stores(account uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.count_owned_stores(account uuid) TO quartermaster_app;

REVOKE ALL ON FUNCTION public.erase_player(store uuid, player text, pseudonym text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.erase_player(store uuid, player text, pseudonym text) TO quartermaster_app;

REVOKE ALL ON FUNCTION public.lock_open_account(account uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.lock_open_account(account uuid) TO quartermaster_app;

REVOKE ALL ON FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.make_ledger_partitions(starting timestamp with time zone, months integer) TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.checkout_lines TO quartermaster_app;
GRANT SELECT ON TABLE public.checkout_lines TO quartermaster_reader;

GRANT UPDATE(refunded_at) ON TABLE public.checkout_lines TO quartermaster_app;

GRANT UPDATE(withdrawn_at) ON TABLE public.checkout_lines TO quartermaster_app;

REVOKE ALL ON FUNCTION public.record_delivery_held_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.record_events(store uuid, kind text, ids uuid[], data text[], only_endpoint uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_events(store uuid, kind text, ids uuid[], data text[], only_endpoint uuid) TO quartermaster_app;

REVOKE ALL ON FUNCTION public.record_key_address_event() FROM PUBLIC;

GRANT SELECT,DELETE ON TABLE public.store_moves TO quartermaster_gateway;

GRANT SELECT(id) ON TABLE public.store_moves TO quartermaster_app;
GRANT SELECT(id) ON TABLE public.store_moves TO quartermaster_reader;

GRANT SELECT(state) ON TABLE public.store_moves TO quartermaster_app;
GRANT SELECT(state) ON TABLE public.store_moves TO quartermaster_reader;
GRANT UPDATE(state) ON TABLE public.store_moves TO quartermaster_gateway;

GRANT SELECT(cell) ON TABLE public.store_moves TO quartermaster_app;
GRANT SELECT(cell) ON TABLE public.store_moves TO quartermaster_reader;

GRANT SELECT(changed_at) ON TABLE public.store_moves TO quartermaster_app;
GRANT SELECT(changed_at) ON TABLE public.store_moves TO quartermaster_reader;
GRANT UPDATE(changed_at) ON TABLE public.store_moves TO quartermaster_gateway;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_challenges TO quartermaster_accounts;

GRANT UPDATE(attempts) ON TABLE public.account_challenges TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_identities TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_links TO quartermaster_accounts;

GRANT UPDATE(used_at) ON TABLE public.account_links TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_passkeys TO quartermaster_accounts;

GRANT UPDATE(sign_count) ON TABLE public.account_passkeys TO quartermaster_accounts;

GRANT UPDATE(backed_up) ON TABLE public.account_passkeys TO quartermaster_accounts;

GRANT UPDATE(name) ON TABLE public.account_passkeys TO quartermaster_accounts;

GRANT UPDATE(last_used_at) ON TABLE public.account_passkeys TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_recovery_codes TO quartermaster_accounts;

GRANT UPDATE(used_at) ON TABLE public.account_recovery_codes TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_sessions TO quartermaster_accounts;

GRANT UPDATE(last_seen_at) ON TABLE public.account_sessions TO quartermaster_accounts;

GRANT UPDATE(expires_at) ON TABLE public.account_sessions TO quartermaster_accounts;

GRANT UPDATE(ended_at) ON TABLE public.account_sessions TO quartermaster_accounts;

GRANT UPDATE(authenticated_at) ON TABLE public.account_sessions TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.account_undos TO quartermaster_accounts;
GRANT INSERT ON TABLE public.account_undos TO quartermaster_app;

GRANT UPDATE(sealed) ON TABLE public.account_undos TO quartermaster_accounts;

GRANT UPDATE(key_id) ON TABLE public.account_undos TO quartermaster_accounts;

GRANT SELECT,INSERT ON TABLE public.accounts TO quartermaster_accounts;

GRANT SELECT(id) ON TABLE public.accounts TO quartermaster_reader;
GRANT SELECT(id) ON TABLE public.accounts TO quartermaster_app;

GRANT UPDATE(email) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(email) ON TABLE public.accounts TO quartermaster_reader;
GRANT SELECT(email) ON TABLE public.accounts TO quartermaster_app;

GRANT UPDATE(name) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(name) ON TABLE public.accounts TO quartermaster_reader;
GRANT SELECT(name) ON TABLE public.accounts TO quartermaster_app;

GRANT UPDATE(password_hash) ON TABLE public.accounts TO quartermaster_accounts;

GRANT UPDATE(email_confirmed_at) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(email_confirmed_at) ON TABLE public.accounts TO quartermaster_reader;

GRANT UPDATE(is_operator) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(is_operator) ON TABLE public.accounts TO quartermaster_reader;

GRANT UPDATE(totp_sealed) ON TABLE public.accounts TO quartermaster_accounts;

GRANT UPDATE(totp_key_id) ON TABLE public.accounts TO quartermaster_accounts;

GRANT UPDATE(totp_confirmed_at) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(totp_confirmed_at) ON TABLE public.accounts TO quartermaster_reader;

GRANT UPDATE(totp_last_step) ON TABLE public.accounts TO quartermaster_accounts;

GRANT SELECT(created_at) ON TABLE public.accounts TO quartermaster_reader;

GRANT UPDATE(closed_at) ON TABLE public.accounts TO quartermaster_accounts;
GRANT SELECT(closed_at) ON TABLE public.accounts TO quartermaster_reader;

GRANT UPDATE(pending_email) ON TABLE public.accounts TO quartermaster_accounts;

GRANT UPDATE(pending_email_at) ON TABLE public.accounts TO quartermaster_accounts;

GRANT UPDATE(muted_alerts) ON TABLE public.accounts TO quartermaster_accounts;

GRANT SELECT,INSERT ON TABLE public.api_tokens TO quartermaster_app;
GRANT SELECT ON TABLE public.api_tokens TO quartermaster_accounts;

GRANT SELECT(store_id) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(id) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(name) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(hint) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(scopes) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(created_by) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(expires_at) ON TABLE public.api_tokens TO quartermaster_reader;

GRANT SELECT(last_used_at) ON TABLE public.api_tokens TO quartermaster_reader;
GRANT UPDATE(last_used_at) ON TABLE public.api_tokens TO quartermaster_accounts;

GRANT SELECT(last_used_from) ON TABLE public.api_tokens TO quartermaster_reader;
GRANT UPDATE(last_used_from) ON TABLE public.api_tokens TO quartermaster_accounts;

GRANT UPDATE(revoked_at) ON TABLE public.api_tokens TO quartermaster_app;
GRANT SELECT(revoked_at) ON TABLE public.api_tokens TO quartermaster_reader;
GRANT UPDATE(revoked_at) ON TABLE public.api_tokens TO quartermaster_accounts;

GRANT SELECT,INSERT ON TABLE public.audit_log TO quartermaster_app;
GRANT SELECT ON TABLE public.audit_log TO quartermaster_reader;
GRANT INSERT ON TABLE public.audit_log TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.basket_lines TO quartermaster_app;
GRANT SELECT ON TABLE public.basket_lines TO quartermaster_reader;

GRANT UPDATE(quantity) ON TABLE public.basket_lines TO quartermaster_app;

GRANT UPDATE(seen_price_minor) ON TABLE public.basket_lines TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.baskets TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.baskets TO quartermaster_reader;

GRANT SELECT(id) ON TABLE public.baskets TO quartermaster_reader;

GRANT UPDATE(game_user_id) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(recipient) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(server_id) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(email) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(checkout_id) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(checkout_intent) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(expires_at) ON TABLE public.baskets TO quartermaster_app;
GRANT SELECT(expires_at) ON TABLE public.baskets TO quartermaster_reader;

GRANT UPDATE(identity) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(proof) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(player_label) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(player_avatar) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(recipient_avatar) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(code) ON TABLE public.baskets TO quartermaster_app;

GRANT UPDATE(gift_card_id) ON TABLE public.baskets TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.categories TO quartermaster_app;
GRANT SELECT ON TABLE public.categories TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE("position") ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(slug) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(description) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(comparison) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.categories TO quartermaster_app;

GRANT UPDATE(picture_hash) ON TABLE public.categories TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.checkout_buyers TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT(checkout_id) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT UPDATE(token_sealed) ON TABLE public.checkout_buyers TO quartermaster_app;

GRANT UPDATE(key_id) ON TABLE public.checkout_buyers TO quartermaster_app;
GRANT SELECT(key_id) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT UPDATE(email) ON TABLE public.checkout_buyers TO quartermaster_app;
GRANT SELECT(email) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT(locale) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT UPDATE(bought_by) ON TABLE public.checkout_buyers TO quartermaster_app;
GRANT SELECT(bought_by) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT(consented_at) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT(consent_version) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT UPDATE(hides_name) ON TABLE public.checkout_buyers TO quartermaster_app;

GRANT UPDATE(mail_refused) ON TABLE public.checkout_buyers TO quartermaster_app;

GRANT UPDATE(mail_after) ON TABLE public.checkout_buyers TO quartermaster_app;
GRANT SELECT(mail_after) ON TABLE public.checkout_buyers TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.checkout_limits TO quartermaster_app;

GRANT UPDATE(used_until) ON TABLE public.checkout_limits TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.checkouts TO quartermaster_app;
GRANT SELECT ON TABLE public.checkouts TO quartermaster_reader;

GRANT UPDATE(state) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(paid_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(refunded_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(disputed_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(code_id) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(code) ON TABLE public.checkouts TO quartermaster_app;

GRANT UPDATE(replaced_at) ON TABLE public.checkouts TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.creator_entries TO quartermaster_app;
GRANT SELECT ON TABLE public.creator_entries TO quartermaster_reader;

GRANT SELECT ON TABLE public.delivery_attempts TO quartermaster_app;
GRANT INSERT ON TABLE public.delivery_attempts TO quartermaster_gateway;
GRANT SELECT ON TABLE public.delivery_attempts TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.delivery_ledger TO quartermaster_app;
GRANT SELECT,INSERT ON TABLE public.delivery_ledger TO quartermaster_gateway;
GRANT SELECT ON TABLE public.delivery_ledger TO quartermaster_reader;

GRANT UPDATE(late_report_at) ON TABLE public.delivery_ledger TO quartermaster_gateway;

GRANT UPDATE(late_report_resolved_at) ON TABLE public.delivery_ledger TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.discount_code_players TO quartermaster_app;
GRANT SELECT ON TABLE public.discount_code_players TO quartermaster_reader;

GRANT UPDATE(uses) ON TABLE public.discount_code_players TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.discount_codes TO quartermaster_app;
GRANT SELECT ON TABLE public.discount_codes TO quartermaster_reader;

GRANT UPDATE(code) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(code_key) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(name) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(basis_points) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(amount_minor) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(share_basis_points) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(product_ids) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(category_ids) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(minimum_minor) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(max_uses) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(max_uses_per_player) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(uses) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(starts_at) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(ends_at) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(removed_at) ON TABLE public.discount_codes TO quartermaster_app;

GRANT UPDATE(every_period) ON TABLE public.discount_codes TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.entitlements TO quartermaster_app;
GRANT SELECT ON TABLE public.entitlements TO quartermaster_reader;

GRANT UPDATE(until) ON TABLE public.entitlements TO quartermaster_app;

GRANT UPDATE(ended_at) ON TABLE public.entitlements TO quartermaster_app;

GRANT UPDATE(ended_by) ON TABLE public.entitlements TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.events TO quartermaster_app;
GRANT SELECT ON TABLE public.events TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.game_servers TO quartermaster_app;
GRANT SELECT ON TABLE public.game_servers TO quartermaster_gateway;
GRANT SELECT ON TABLE public.game_servers TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(game) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(profile) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(bound_to) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(port) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(address) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(initialized_at) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(last_seen_at) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(version) ON TABLE public.game_servers TO quartermaster_app;

GRANT UPDATE(gave_code_at) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(player_count) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT UPDATE(max_players) ON TABLE public.game_servers TO quartermaster_gateway;

GRANT SELECT,INSERT ON TABLE public.gift_card_entries TO quartermaster_app;
GRANT SELECT ON TABLE public.gift_card_entries TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.gift_cards TO quartermaster_app;
GRANT SELECT ON TABLE public.gift_cards TO quartermaster_reader;

GRANT UPDATE(code_hash) ON TABLE public.gift_cards TO quartermaster_app;

GRANT UPDATE(code_sealed) ON TABLE public.gift_cards TO quartermaster_app;

GRANT UPDATE(key_id) ON TABLE public.gift_cards TO quartermaster_app;

GRANT UPDATE(hint) ON TABLE public.gift_cards TO quartermaster_app;

GRANT UPDATE(voided_at) ON TABLE public.gift_cards TO quartermaster_app;

GRANT UPDATE(shown_at) ON TABLE public.gift_cards TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.grants TO quartermaster_app;
GRANT SELECT ON TABLE public.grants TO quartermaster_reader;

GRANT UPDATE(seconds) ON TABLE public.grants TO quartermaster_app;

GRANT UPDATE(granted_at) ON TABLE public.grants TO quartermaster_app;

GRANT UPDATE(revoked_at) ON TABLE public.grants TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT SELECT(scope) ON TABLE public.idempotent_responses TO quartermaster_reader;

GRANT SELECT(principal) ON TABLE public.idempotent_responses TO quartermaster_reader;

GRANT SELECT(key) ON TABLE public.idempotent_responses TO quartermaster_reader;

GRANT UPDATE(fingerprint) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(fingerprint) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(claimed_until) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(claimed_until) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(status) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(status) ON TABLE public.idempotent_responses TO quartermaster_accounts;
GRANT SELECT(status) ON TABLE public.idempotent_responses TO quartermaster_reader;

GRANT UPDATE(etag) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(etag) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(body) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(body) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(sealed) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(sealed) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(sealed_key_id) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(sealed_key_id) ON TABLE public.idempotent_responses TO quartermaster_accounts;

GRANT UPDATE(created_at) ON TABLE public.idempotent_responses TO quartermaster_app;
GRANT UPDATE(created_at) ON TABLE public.idempotent_responses TO quartermaster_accounts;
GRANT SELECT(created_at) ON TABLE public.idempotent_responses TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.identity_connections TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.identity_connections TO quartermaster_reader;

GRANT SELECT(provider) ON TABLE public.identity_connections TO quartermaster_reader;

GRANT UPDATE(client_id) ON TABLE public.identity_connections TO quartermaster_app;

GRANT UPDATE(key_id) ON TABLE public.identity_connections TO quartermaster_app;
GRANT SELECT(key_id) ON TABLE public.identity_connections TO quartermaster_reader;

GRANT UPDATE(sealed) ON TABLE public.identity_connections TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.identity_connections TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.imported_records TO quartermaster_app;
GRANT SELECT ON TABLE public.imported_records TO quartermaster_reader;

GRANT UPDATE(target_id) ON TABLE public.imported_records TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.imported_records TO quartermaster_app;

GRANT UPDATE(until) ON TABLE public.imported_records TO quartermaster_app;

GRANT UPDATE(quantity) ON TABLE public.imported_records TO quartermaster_app;

GRANT UPDATE(imported_at) ON TABLE public.imported_records TO quartermaster_app;

GRANT UPDATE(balance_minor) ON TABLE public.imported_records TO quartermaster_app;

GRANT SELECT ON TABLE public.limits TO quartermaster_app;
GRANT SELECT ON TABLE public.limits TO quartermaster_reader;
GRANT SELECT,INSERT,DELETE ON TABLE public.limits TO quartermaster_accounts;

GRANT UPDATE(maximum) ON TABLE public.limits TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.mails TO quartermaster_accounts;
GRANT INSERT ON TABLE public.mails TO quartermaster_app;

GRANT SELECT(id) ON TABLE public.mails TO quartermaster_reader;

GRANT SELECT(kind) ON TABLE public.mails TO quartermaster_reader;

GRANT SELECT(recipient) ON TABLE public.mails TO quartermaster_reader;

GRANT UPDATE(sealed) ON TABLE public.mails TO quartermaster_accounts;

GRANT UPDATE(key_id) ON TABLE public.mails TO quartermaster_accounts;
GRANT SELECT(key_id) ON TABLE public.mails TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.mails TO quartermaster_reader;

GRANT UPDATE(next_at) ON TABLE public.mails TO quartermaster_accounts;
GRANT SELECT(next_at) ON TABLE public.mails TO quartermaster_reader;

GRANT UPDATE(attempts) ON TABLE public.mails TO quartermaster_accounts;
GRANT SELECT(attempts) ON TABLE public.mails TO quartermaster_reader;

GRANT UPDATE(error) ON TABLE public.mails TO quartermaster_accounts;
GRANT SELECT(error) ON TABLE public.mails TO quartermaster_reader;

GRANT UPDATE(sent_at) ON TABLE public.mails TO quartermaster_accounts;
GRANT SELECT(sent_at) ON TABLE public.mails TO quartermaster_reader;

GRANT SELECT ON TABLE public.migrations TO quartermaster_reader;

GRANT SELECT ON TABLE public.moved_names TO quartermaster_gateway;

GRANT SELECT(kind) ON TABLE public.moved_names TO quartermaster_app;

GRANT SELECT(name) ON TABLE public.moved_names TO quartermaster_app;

GRANT SELECT(id) ON TABLE public.moved_names TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.openid_nonces TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.openid_nonces TO quartermaster_reader;

GRANT SELECT(expires_at) ON TABLE public.openid_nonces TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.parked_payments TO quartermaster_app;
GRANT SELECT ON TABLE public.parked_payments TO quartermaster_reader;

GRANT UPDATE(resolved_at) ON TABLE public.parked_payments TO quartermaster_app;

GRANT UPDATE(resolution_note) ON TABLE public.parked_payments TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.payment_callbacks TO quartermaster_app;
GRANT SELECT ON TABLE public.payment_callbacks TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.payment_refunds TO quartermaster_app;
GRANT SELECT ON TABLE public.payment_refunds TO quartermaster_reader;

GRANT UPDATE(state) ON TABLE public.payment_refunds TO quartermaster_app;

GRANT UPDATE(error) ON TABLE public.payment_refunds TO quartermaster_app;

GRANT UPDATE(finished_at) ON TABLE public.payment_refunds TO quartermaster_app;

GRANT UPDATE(retry_at) ON TABLE public.payment_refunds TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.payments TO quartermaster_app;
GRANT SELECT ON TABLE public.payments TO quartermaster_reader;

GRANT UPDATE(page_ref) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(page_url) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(payment_ref) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(refunded_minor) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(dispute) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(closed) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(expires_at) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(reconcile_at) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(reconcile_attempts) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(returned_at) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(return_reason) ON TABLE public.payments TO quartermaster_app;

GRANT UPDATE(return_mail_at) ON TABLE public.payments TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.pending_deliveries TO quartermaster_app;
GRANT SELECT,DELETE ON TABLE public.pending_deliveries TO quartermaster_gateway;
GRANT SELECT ON TABLE public.pending_deliveries TO quartermaster_reader;

GRANT UPDATE(server_id) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(enqueued_xid) ON TABLE public.pending_deliveries TO quartermaster_app;
GRANT UPDATE(enqueued_xid) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(line_nos) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(products) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(requires_online) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(delay_seconds) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(free_slots) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(repeatable) ON TABLE public.pending_deliveries TO quartermaster_app;

GRANT UPDATE(dispatched_at) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(attempts) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(commands_run) ON TABLE public.pending_deliveries TO quartermaster_app;
GRANT UPDATE(commands_run) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(retry_at) ON TABLE public.pending_deliveries TO quartermaster_app;
GRANT UPDATE(retry_at) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(hold_reason) ON TABLE public.pending_deliveries TO quartermaster_app;
GRANT UPDATE(hold_reason) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT UPDATE(looked_at) ON TABLE public.pending_deliveries TO quartermaster_gateway;

GRANT SELECT,INSERT,DELETE ON TABLE public.picture_files TO quartermaster_app;
GRANT SELECT ON TABLE public.picture_files TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.pictures TO quartermaster_app;
GRANT SELECT ON TABLE public.pictures TO quartermaster_reader;

GRANT UPDATE(created_at) ON TABLE public.pictures TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.player_bans TO quartermaster_app;
GRANT SELECT ON TABLE public.player_bans TO quartermaster_reader;

GRANT UPDATE(reason) ON TABLE public.player_bans TO quartermaster_app;

GRANT UPDATE(until) ON TABLE public.player_bans TO quartermaster_app;

GRANT UPDATE(created_at) ON TABLE public.player_bans TO quartermaster_app;

GRANT UPDATE(created_by) ON TABLE public.player_bans TO quartermaster_app;

GRANT UPDATE(lifted_at) ON TABLE public.player_bans TO quartermaster_app;

GRANT SELECT,DELETE ON TABLE public.player_codes TO quartermaster_app;
GRANT SELECT,INSERT ON TABLE public.player_codes TO quartermaster_gateway;

GRANT SELECT(store_id) ON TABLE public.player_codes TO quartermaster_reader;

GRANT UPDATE(code_hash) ON TABLE public.player_codes TO quartermaster_gateway;

GRANT UPDATE(server_id) ON TABLE public.player_codes TO quartermaster_gateway;

GRANT UPDATE(expires_at) ON TABLE public.player_codes TO quartermaster_gateway;
GRANT SELECT(expires_at) ON TABLE public.player_codes TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.player_sessions TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.player_sessions TO quartermaster_reader;

GRANT SELECT(expires_at) ON TABLE public.player_sessions TO quartermaster_reader;

GRANT SELECT,INSERT,UPDATE ON TABLE public.poll_windows TO quartermaster_gateway;
GRANT SELECT ON TABLE public.poll_windows TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.product_pictures TO quartermaster_app;
GRANT SELECT ON TABLE public.product_pictures TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.product_servers TO quartermaster_app;
GRANT SELECT ON TABLE public.product_servers TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.product_variants TO quartermaster_app;
GRANT SELECT ON TABLE public.product_variants TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE(price_minor) ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE(duration_seconds) ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE("position") ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE(removed_at) ON TABLE public.product_variants TO quartermaster_app;

GRANT UPDATE(billing_period) ON TABLE public.product_variants TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.products TO quartermaster_app;
GRANT SELECT ON TABLE public.products TO quartermaster_reader;

GRANT UPDATE(category_id) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(name) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(price_minor) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(approve_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(refund_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(expire_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(duration_seconds) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(rebuy) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(delivers_to) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(stock) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(max_per_player) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(requires_online) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(delay_seconds) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(free_slots) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(repeatable) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(archived_at) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(slug) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(summary) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(description) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE("position") ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(visibility) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(fields) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(billing_period) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(grace_days) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(renewal_commands) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(is_gift_card) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(tier_group_id) ON TABLE public.products TO quartermaster_app;

GRANT UPDATE(tier_rank) ON TABLE public.products TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.provider_connections TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT SELECT(provider) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT UPDATE(key_id) ON TABLE public.provider_connections TO quartermaster_app;
GRANT SELECT(key_id) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT UPDATE(sealed) ON TABLE public.provider_connections TO quartermaster_app;

GRANT SELECT(created_at) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT UPDATE(updated_at) ON TABLE public.provider_connections TO quartermaster_app;
GRANT SELECT(updated_at) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT UPDATE(mode) ON TABLE public.provider_connections TO quartermaster_app;
GRANT SELECT(mode) ON TABLE public.provider_connections TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.redeliveries TO quartermaster_app;
GRANT SELECT ON TABLE public.redeliveries TO quartermaster_reader;

GRANT UPDATE(state) ON TABLE public.redeliveries TO quartermaster_app;

GRANT UPDATE(last_entitlement_id) ON TABLE public.redeliveries TO quartermaster_app;

GRANT UPDATE(entitlements) ON TABLE public.redeliveries TO quartermaster_app;

GRANT UPDATE(players) ON TABLE public.redeliveries TO quartermaster_app;

GRANT UPDATE(finished_at) ON TABLE public.redeliveries TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.redelivery_counts TO quartermaster_app;
GRANT SELECT ON TABLE public.redelivery_counts TO quartermaster_reader;

GRANT UPDATE(items) ON TABLE public.redelivery_counts TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.redelivery_items TO quartermaster_app;
GRANT SELECT ON TABLE public.redelivery_items TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.restore_tests TO quartermaster_accounts;

GRANT SELECT,INSERT ON TABLE public.sales TO quartermaster_app;
GRANT SELECT ON TABLE public.sales TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(basis_points) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(amount_minor) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(product_ids) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(category_ids) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(starts_at) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(ends_at) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.sales TO quartermaster_app;

GRANT UPDATE(removed_at) ON TABLE public.sales TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.sandbox_invoices TO quartermaster_app;
GRANT SELECT ON TABLE public.sandbox_invoices TO quartermaster_reader;

GRANT UPDATE(paid) ON TABLE public.sandbox_invoices TO quartermaster_app;

GRANT UPDATE(refunds) ON TABLE public.sandbox_invoices TO quartermaster_app;

GRANT UPDATE(refund_at) ON TABLE public.sandbox_invoices TO quartermaster_app;

GRANT UPDATE(dispute_at) ON TABLE public.sandbox_invoices TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.sandbox_payments TO quartermaster_app;
GRANT SELECT ON TABLE public.sandbox_payments TO quartermaster_reader;

GRANT UPDATE(paid) ON TABLE public.sandbox_payments TO quartermaster_app;

GRANT UPDATE(refund_at) ON TABLE public.sandbox_payments TO quartermaster_app;

GRANT UPDATE(dispute_at) ON TABLE public.sandbox_payments TO quartermaster_app;

GRANT UPDATE(refunds) ON TABLE public.sandbox_payments TO quartermaster_app;

GRANT UPDATE(next_callback_at) ON TABLE public.sandbox_payments TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.sandbox_subscriptions TO quartermaster_app;
GRANT SELECT ON TABLE public.sandbox_subscriptions TO quartermaster_reader;

GRANT UPDATE(stopped) ON TABLE public.sandbox_subscriptions TO quartermaster_app;

GRANT UPDATE(next_period) ON TABLE public.sandbox_subscriptions TO quartermaster_app;

GRANT UPDATE(next_charge_at) ON TABLE public.sandbox_subscriptions TO quartermaster_app;

GRANT UPDATE(next_callback_at) ON TABLE public.sandbox_subscriptions TO quartermaster_app;

GRANT SELECT ON TABLE public.server_key_addresses TO quartermaster_app;
GRANT SELECT ON TABLE public.server_key_addresses TO quartermaster_reader;
GRANT SELECT,INSERT,DELETE ON TABLE public.server_key_addresses TO quartermaster_gateway;

GRANT UPDATE(in_use_since) ON TABLE public.server_key_addresses TO quartermaster_gateway;

GRANT UPDATE(last_seen_at) ON TABLE public.server_key_addresses TO quartermaster_gateway;

GRANT UPDATE(refused_at) ON TABLE public.server_key_addresses TO quartermaster_gateway;

GRANT UPDATE(notified_at) ON TABLE public.server_key_addresses TO quartermaster_gateway;

GRANT SELECT,INSERT ON TABLE public.server_keys TO quartermaster_app;
GRANT SELECT ON TABLE public.server_keys TO quartermaster_gateway;
GRANT SELECT ON TABLE public.server_keys TO quartermaster_reader;

GRANT UPDATE(revoked_at) ON TABLE public.server_keys TO quartermaster_app;

GRANT UPDATE(changed_at) ON TABLE public.server_keys TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.sign_in_throttle TO quartermaster_accounts;

GRANT UPDATE(attempts) ON TABLE public.sign_in_throttle TO quartermaster_accounts;

GRANT UPDATE(next_at) ON TABLE public.sign_in_throttle TO quartermaster_accounts;

GRANT UPDATE(last_at) ON TABLE public.sign_in_throttle TO quartermaster_accounts;

GRANT SELECT,INSERT,DELETE ON TABLE public.stock_holds TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.stock_holds TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.stock_holds TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.store_alerts TO quartermaster_app;
GRANT SELECT ON TABLE public.store_alerts TO quartermaster_reader;
GRANT SELECT,DELETE ON TABLE public.store_alerts TO quartermaster_accounts;

GRANT UPDATE(mailed_at) ON TABLE public.store_alerts TO quartermaster_accounts;

GRANT SELECT,INSERT ON TABLE public.store_hosts TO quartermaster_app;
GRANT SELECT ON TABLE public.store_hosts TO quartermaster_gateway;
GRANT SELECT ON TABLE public.store_hosts TO quartermaster_reader;

GRANT UPDATE(proved_at) ON TABLE public.store_hosts TO quartermaster_app;

GRANT UPDATE(removed_at) ON TABLE public.store_hosts TO quartermaster_app;

GRANT UPDATE(changed_at) ON TABLE public.store_hosts TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.store_invitations TO quartermaster_app;
GRANT SELECT ON TABLE public.store_invitations TO quartermaster_accounts;

GRANT SELECT(store_id) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(id) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(email) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(role) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(invited_by) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT(expires_at) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT UPDATE(accepted_at) ON TABLE public.store_invitations TO quartermaster_app;
GRANT SELECT(accepted_at) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT UPDATE(revoked_at) ON TABLE public.store_invitations TO quartermaster_app;
GRANT SELECT(revoked_at) ON TABLE public.store_invitations TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.store_members TO quartermaster_app;
GRANT SELECT ON TABLE public.store_members TO quartermaster_reader;
GRANT SELECT ON TABLE public.store_members TO quartermaster_accounts;

GRANT UPDATE(role) ON TABLE public.store_members TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.storefront_drafts TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.storefront_drafts TO quartermaster_reader;

GRANT SELECT(expires_at) ON TABLE public.storefront_drafts TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.storefront_pages TO quartermaster_app;
GRANT SELECT ON TABLE public.storefront_pages TO quartermaster_reader;

GRANT UPDATE(title) ON TABLE public.storefront_pages TO quartermaster_app;

GRANT UPDATE(body) ON TABLE public.storefront_pages TO quartermaster_app;

GRANT UPDATE("position") ON TABLE public.storefront_pages TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.storefront_pages TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.storefront_pages TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.storefronts TO quartermaster_app;
GRANT SELECT ON TABLE public.storefronts TO quartermaster_reader;

GRANT SELECT(store_id) ON TABLE public.storefronts TO quartermaster_gateway;

GRANT UPDATE(locales) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(time_zone) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(texts) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(translations) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(theme_settings) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(is_open) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(show_recent_purchases) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(show_top_supporter) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(show_server_status) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(revision) ON TABLE public.storefronts TO quartermaster_app;
GRANT SELECT(revision) ON TABLE public.storefronts TO quartermaster_gateway;

GRANT UPDATE(changed_at) ON TABLE public.storefronts TO quartermaster_app;
GRANT SELECT(changed_at) ON TABLE public.storefronts TO quartermaster_gateway;

GRANT UPDATE(updated_at) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(logo_hash) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(banner_hash) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(identity_providers) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(theme) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(theme_version) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(return_origins) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(goal) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(show_supporter_amount) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(join_address) ON TABLE public.storefronts TO quartermaster_app;

GRANT UPDATE(text_overrides) ON TABLE public.storefronts TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.stores TO quartermaster_app;
GRANT SELECT ON TABLE public.stores TO quartermaster_gateway;
GRANT SELECT ON TABLE public.stores TO quartermaster_reader;

GRANT SELECT(id) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(name) ON TABLE public.stores TO quartermaster_app;
GRANT SELECT(name) ON TABLE public.stores TO quartermaster_accounts;

GRANT SELECT(mode) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(plan) ON TABLE public.stores TO quartermaster_app;
GRANT SELECT(plan) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(expires_at) ON TABLE public.stores TO quartermaster_app;
GRANT SELECT(expires_at) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(url) ON TABLE public.stores TO quartermaster_app;
GRANT SELECT(url) ON TABLE public.stores TO quartermaster_accounts;

GRANT SELECT(currency) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(default_server_id) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(clock_ahead_seconds) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.stores TO quartermaster_app;

GRANT SELECT(created_at) ON TABLE public.stores TO quartermaster_accounts;

GRANT UPDATE(requires_second_factor) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(grace_days) ON TABLE public.stores TO quartermaster_app;

GRANT UPDATE(tax_rates) ON TABLE public.stores TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.subscription_invoices TO quartermaster_app;
GRANT SELECT ON TABLE public.subscription_invoices TO quartermaster_reader;

GRANT UPDATE(checkout_id) ON TABLE public.subscription_invoices TO quartermaster_app;

GRANT UPDATE(failed) ON TABLE public.subscription_invoices TO quartermaster_app;

GRANT UPDATE(receipt_at) ON TABLE public.subscription_invoices TO quartermaster_app;

GRANT SELECT,INSERT ON TABLE public.subscriptions TO quartermaster_app;
GRANT SELECT ON TABLE public.subscriptions TO quartermaster_reader;

GRANT UPDATE(subscription_ref) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(state) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(anchor) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(newest_period) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(paid_until) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(cancelled_at) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(cancelled_by) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(is_stopped) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(check_at) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(query_at) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(stop_at) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(stop_attempts) ON TABLE public.subscriptions TO quartermaster_app;

GRANT UPDATE(raise_at) ON TABLE public.subscriptions TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.theme_errors TO quartermaster_app;
GRANT SELECT ON TABLE public.theme_errors TO quartermaster_reader;

GRANT UPDATE(file) ON TABLE public.theme_errors TO quartermaster_app;

GRANT UPDATE(line) ON TABLE public.theme_errors TO quartermaster_app;

GRANT UPDATE(message) ON TABLE public.theme_errors TO quartermaster_app;

GRANT UPDATE(count) ON TABLE public.theme_errors TO quartermaster_app;

GRANT UPDATE(last_at) ON TABLE public.theme_errors TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.theme_files TO quartermaster_app;
GRANT SELECT ON TABLE public.theme_files TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.theme_versions TO quartermaster_app;
GRANT SELECT ON TABLE public.theme_versions TO quartermaster_reader;

GRANT UPDATE(published_at) ON TABLE public.theme_versions TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.tier_groups TO quartermaster_app;
GRANT SELECT ON TABLE public.tier_groups TO quartermaster_reader;

GRANT UPDATE(name) ON TABLE public.tier_groups TO quartermaster_app;

GRANT UPDATE(credit) ON TABLE public.tier_groups TO quartermaster_app;

GRANT UPDATE(version) ON TABLE public.tier_groups TO quartermaster_app;

GRANT UPDATE(updated_at) ON TABLE public.tier_groups TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.unnamed_players TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.unnamed_players TO quartermaster_reader;

GRANT SELECT(since) ON TABLE public.unnamed_players TO quartermaster_reader;

GRANT SELECT,INSERT ON TABLE public.upgrade_credits TO quartermaster_app;
GRANT SELECT ON TABLE public.upgrade_credits TO quartermaster_reader;

GRANT UPDATE(released_at) ON TABLE public.upgrade_credits TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_attempts TO quartermaster_app;
GRANT SELECT ON TABLE public.webhook_attempts TO quartermaster_reader;

GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_deliveries TO quartermaster_app;
GRANT SELECT ON TABLE public.webhook_deliveries TO quartermaster_reader;

GRANT UPDATE(attempts) ON TABLE public.webhook_deliveries TO quartermaster_app;

GRANT UPDATE(next_at) ON TABLE public.webhook_deliveries TO quartermaster_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_endpoints TO quartermaster_app;

GRANT SELECT(store_id) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT SELECT(id) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT SELECT(url) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(event_types) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(event_types) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(secret) ON TABLE public.webhook_endpoints TO quartermaster_app;

GRANT UPDATE(secret_key_id) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(secret_key_id) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(old_secret) ON TABLE public.webhook_endpoints TO quartermaster_app;

GRANT UPDATE(old_secret_key_id) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(old_secret_key_id) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(old_secret_expires_at) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(old_secret_expires_at) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(failing_since) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(failing_since) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(paused_until) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(paused_until) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(disabled_at) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(disabled_at) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(disabled_reason) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(disabled_reason) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT UPDATE(version) ON TABLE public.webhook_endpoints TO quartermaster_app;
GRANT SELECT(version) ON TABLE public.webhook_endpoints TO quartermaster_reader;

GRANT SELECT(created_at) ON TABLE public.webhook_endpoints TO quartermaster_reader;

-- Who may not buy in a store. One row for a player: a ban of who was banned before takes its place, and the audit log
-- keeps what there was.
create table player_bans (
  store_id uuid not null references stores (id),
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  reason text not null check (length(reason) between 1 and 500),
  until timestamptz, -- null: until somebody lifts it
  created_at timestamptz not null default now(),
  created_by text not null check (length(created_by) between 1 and 254),
  lifted_at timestamptz,
  primary key (store_id, game_user_id)
);

-- Money can arrive for a checkout that was given up, after its player was erased.
alter table parked_payments drop constraint parked_payments_reason_check,
  add constraint parked_payments_reason_check check (reason in ('unknown_checkout', 'store_mismatch', 'provider_mismatch', 'amount_mismatch',
    'currency_mismatch', 'payment_mismatch', 'partial_refund', 'erased_player')) not valid;
alter table parked_payments validate constraint parked_payments_reason_check;

alter table player_bans enable row level security;
alter table player_bans force row level security;
create policy own_store on player_bans to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on player_bans for select to quartermaster_reader using (true);

grant select, insert, update (reason, until, created_at, created_by, lifted_at) on player_bans to quartermaster_app;
grant select on player_bans to quartermaster_reader;

/* Whether a document, given as text, says that it is about a player. Most are not: they are not even parsed. */
create function tells_of_player(body text, player text) returns boolean
  language sql immutable parallel safe
  return case when strpos(body, to_json(player)::text) > 0
    then jsonb_path_exists(body::jsonb, '$.**.gameUserId ? (@ == $player)', jsonb_build_object('player', player))
      or jsonb_path_exists(body::jsonb, '$.**.gameUserIds[*] ? (@ == $player)', jsonb_build_object('player', player))
    else false end;

/* Whether what was done was done to a player: only then is the subject of an audit row the id of one. A player may be called
   like anything else that is a subject. */
create function is_about_player(action text) returns boolean
  language sql immutable parallel safe
  return action in ('getPlayer', 'exportPlayer', 'erasePlayer', 'banPlayer', 'liftBan');

/* The regular expression that finds a text and nothing else. */
create function literally(words text) returns text
  language sql immutable parallel safe
  return regexp_replace(words, '([]^.$*+?(){}|\\[])', '\\\1', 'g');

/* A document about a player, without him. Everything but texts stays, and so do its keys: a player may be called like one
   of them. A short name is left alone inside a longer text, where it could be anything. */
create function without_player(document jsonb, player text, pseudonym text) returns jsonb
  language plpgsql immutable parallel safe as
$$
begin
  case jsonb_typeof(document)
    when 'object' then
      return coalesce((
        select jsonb_object_agg(key, case
          when key = 'gameUserId' and value = to_jsonb(player) then to_jsonb(pseudonym)
          when key = 'gameUserIds' and value ? player then value - player || to_jsonb(pseudonym)
          else without_player(value, player, pseudonym) end)
        from jsonb_each(document)), '{}');
    when 'array' then
      return coalesce((
        select jsonb_agg(without_player(value, player, pseudonym) order by place)
        from jsonb_array_elements(document) with ordinality as e (value, place)), '[]');
    when 'string' then
      if length(player) < 5 then
        return document;
      end if;
      return to_jsonb(regexp_replace(document #>> '{}', '(?<!\w)' || literally(player) || '(?!\w)', pseudonym, 'g'));
    else
      return document;
  end case;
end
$$;

/* Puts a pseudonym in a player's place, everywhere in the store that this transaction works in, and drops what was written
   about him in free words. The application may change none of this by itself: what was sold, delivered and told of stays
   as it was. So this runs with the owner's rights, for exactly this, and looks for itself which store it is in.

   Whoever calls holds the player's checkouts and entitlements, and nothing of his waits any more. Rows are found by his
   checkouts; of events, answers and the audit log those are his that say so. */
create function erase_player(store uuid, player text, pseudonym text) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as
$$
#variable_conflict use_column
declare
  bought uuid[];
  commands uuid[];
  named text[];
  quoted text := to_json(player);
begin
  if store is distinct from current_store() then
    raise exception 'a player is erased inside his store' using errcode = 'insufficient_privilege';
  end if;
  if pseudonym !~ '^erased-[0-9a-z]{26}$' then
    raise exception 'not a pseudonym' using errcode = 'invalid_parameter_value';
  end if;
  bought := array(select id from checkouts where store_id = store and game_user_id = player);
  commands := array(select id from delivery_ledger where store_id = store and checkout_id = any(bought));

  update entitlements set game_user_id = pseudonym
  where store_id = store and game_user_id = player and id = any(array(
    select entitlement_id from grants where store_id = store and checkout_id = any(bought)));
  -- Nobody could carry it out: whom it would be taken from is not known any more.
  update grants g set expiry = null
  where g.store_id = store and g.checkout_id = any(bought) and g.expiry is not null and exists (
    select from entitlements e where e.store_id = store and e.id = g.entitlement_id and e.ended_at is null);
  update checkouts set game_user_id = pseudonym,
    reference = case when strpos(lower(reference), lower(player)) = 0 then reference end
  where store_id = store and id = any(bought);

  update delivery_ledger set game_user_id = pseudonym, receipt = null where store_id = store and id = any(commands);
  update delivery_attempts set reason = 'erased', output = null where store_id = store and delivery_id = any(commands);

  update payments set page_url = null where store_id = store and checkout_id = any(bought) and page_url is not null;
  update payment_refunds set error = 'erased' where store_id = store and checkout_id = any(bought) and error is not null;
  update parked_payments set facts = without_player(facts::jsonb, player, pseudonym)::text,
    resolution_note = case when resolution_note is not null then 'erased' end
  where store_id = store and checkout_id = any(bought);

  -- By its text, so that everything else in it keeps its spelling: it is sent as it stands.
  update events set body = regexp_replace(
    regexp_replace(body, '("gameUserId"\s*:\s*)' || literally(quoted), format('\1"%s"', pseudonym), 'g'),
    '("(reason|output)"\s*:\s*)"(\\.|[^"\\])*"', '\1"erased"', 'g')
  where store_id = store and strpos(body, quoted) > 0 and tells_of_player(body, player);
  update idempotent_responses set body = without_player(body::jsonb, player, pseudonym)::text
  where scope = store and strpos(body, quoted) > 0 and tells_of_player(body, player);

  named := array(select type_id('chk', id) from unnest(bought) id)
    || array(select type_id('prk', id) from parked_payments where store_id = store and checkout_id = any(bought))
    || array(select type_id('cmd', id) from unnest(commands) id)
    || array(select type_id('ent', entitlement_id) from grants where store_id = store and checkout_id = any(bought));
  update audit_log set subject = pseudonym, details = '{}'
  where store_id = store and subject = player and is_about_player(action);
  update audit_log set details = without_player(details, player, pseudonym)
  where store_id = store and (subject = any(named) or tells_of_player(details::text, player));

  update redeliveries set game_user_ids = array_replace(game_user_ids, player, pseudonym)
  where store_id = store and player = any(game_user_ids);
  update player_bans set game_user_id = pseudonym, reason = 'erased' where store_id = store and game_user_id = player;
end
$$;

revoke execute on function erase_player(uuid, text, text) from public;
grant execute on function erase_player(uuid, text, text) to quartermaster_app;

/* Replaces a player's id by a pseudonym everywhere in the store of this transaction, and removes free text about the player. The
   application may change none of these rows by itself, so this runs with the owner's rights, for exactly this purpose, and
   checks the store itself.

   The caller has locked the player's checkouts and entitlements, and no delivery of the player is pending. Rows are found by the
   checkouts of the player; events, stored responses and audit rows by their content. */
create or replace function erase_player(store uuid, player text, pseudonym text) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as
$$
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
$$;
revoke execute on function erase_player(uuid, text, text) from public;
grant execute on function erase_player(uuid, text, text) to quartermaster_app;

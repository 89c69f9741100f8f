/* Gives a player what a sold line promises, in one journey. A product that extends feeds the entitlement the player already
   holds, and locks it, so two purchases at once take turns. Answers with the entitlement. */
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
  insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expiry)
  values (store, checkout, line, held, units, lasts, servers, ending);
  update entitlements set until = entitled_until(store, held) where store_id = store and id = held;
  return held;
end
$$;

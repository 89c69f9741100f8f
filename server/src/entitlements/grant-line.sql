/* Grants a sold line in one round trip and returns the entitlement. A product that extends adds to the entitlement that the player
   already has and locks it, so two concurrent purchases take turns. */
create or replace function grant_line(store uuid, checkout uuid, line smallint, entitlement uuid, product uuid, player text, rule text,
  place uuid, units integer, lasts bigint, servers uuid[], ending text, needs_online boolean, may_repeat boolean,
  ending_by_server jsonb default null, starts timestamptz default now()) returns uuid
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
  insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product, requires_online,
    repeatable, expire_products, granted_at)
  values (store, checkout, line, held, units, lasts, servers, ending, needs_online, may_repeat,
    ending_by_server, starts);
  update entitlements set until = entitled_until(store, held) where store_id = store and id = held;
  return held;
end
$$;

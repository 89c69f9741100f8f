-- Copies a sale to the player 800000 for the players 800001, 800002 and so on, which is faster than many sales.
-- $1: the store, $2: the checkout, $3: the number of players, including the first.
with copies as materialized (
  select n, (800000 + n)::text as player, gen_random_uuid() as checkout, gen_random_uuid() as entitlement
  from generate_series(1, $3::integer - 1) n),
new_checkouts as (
  insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
  select c.store_id, checkout, player, c.currency, c.state, c.paid_at
  from checkouts c, copies where c.store_id = $1 and c.id = $2),
new_lines as (
  insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity,
    approve_commands, refund_commands, expire_commands, duration_seconds, rebuy, server_ids)
  select l.store_id, checkout, l.line_no, l.product_id, l.name, l.price_minor, l.quantity,
    l.approve_commands, l.refund_commands, l.expire_commands, l.duration_seconds, l.rebuy, l.server_ids
  from checkout_lines l, copies where l.store_id = $1 and l.checkout_id = $2),
new_entitlements as (
  insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
  select e.store_id, entitlement, e.product_id, player, e.rebuy, e.scope, e.until
  from entitlements e, copies where e.store_id = $1 and e.game_user_id = '800000'),
new_grants as (
  insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product,
    requires_online, repeatable)
  select g.store_id, checkout, g.line_no, entitlement, g.quantity, g.seconds, g.server_ids, g.expire_product,
    g.requires_online, g.repeatable
  from grants g, copies where g.store_id = $1 and g.checkout_id = $2)
insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
select p.store_id, gen_random_uuid(), p.server_id, checkout, player, p.delivery_type, p.line_nos, p.products
from pending_deliveries p, copies where p.store_id = $1 and p.checkout_id = $2
order by n

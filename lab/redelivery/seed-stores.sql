-- Fills the database as if everything had been sold, delivered, refunded and expired long ago.
-- Variables: :seed, :entitlements (of the first store), :first_ms (the time in all ids).

create schema trial;
  create function trial.id(kind text, n bigint) returns uuid language sql immutable parallel safe return
    overlay(overlay(lpad(to_hex(:first_ms), 12, '0') || substr(md5(:seed || kind || n), 1, 20) placing '7' from 13) placing '8' from 17)::uuid;
  create function trial.chance(kind text, n bigint, below integer) returns integer language sql immutable parallel safe return
    mod(('x' || substr(md5(:seed || kind || n), 1, 7))::bit(28)::integer, below);

-- The content of a delivery for one unit, with the commands of one type.
create function trial.content(product bigint, name text, command text) returns text language sql return
  '{"id":"' || type_id('prd', trial.id('prd', product)) || '","name":"' || name || '","price":19.9,"quantity":1,"commands":["'
    || command || ' ' || name || '"]}';

create function trial.repeat_content(content text, quantity integer) returns text language sql immutable return
  '[' || array_to_string(array_fill(content, array[quantity]), ',') || ']';

create function trial.next_position() returns bigint language sql return
  nextval(pg_get_serial_sequence('pending_deliveries', 'position'));

-- The redelivery does not select the last product and the third server.
create table trial.products as select s.store, trial.id('sto', s.store) as store_id, p.*, trial.id('prd', s.store * 10 + p.no) as product_id,
    trial.content(s.store * 10 + p.no, name, 'give') as gives, trial.content(s.store * 10 + p.no, name, 'take') as takes, trial.content(s.store * 10 + p.no, name, 'end') as ends,
    array(select trial.id('srv', s.store * 10 + server) from unnest(p.servers) server) as server_ids
  from generate_series(1, 3) s (store), (values (1, 'rank', 'extend', 3456000, '{1}'::integer[]), (2, 'pass', 'extend', null, '{1,2}'),
  (3, 'coins', 'independent', null, '{1}'), (4, 'crate', 'independent', 3456000, '{1,2,3}'), (5, 'hat', 'independent', null, '{2}'))
  as p (no, name, rebuy, seconds, servers);

-- The random state of each entitlement:
--   once        bought once and delivered
--   again       bought three times, all delivered
--   left        an earlier purchase was refunded
--   resent      delivered twice, because staff resent it
--   late        cancelled, but reported as done later
--   waiting     never dispatched; an earlier purchase of an extending product was delivered
--   dispatched  dispatched, never reported
--   since       delivered after the wipe
--   cancelled   by an operator; refunded, expired
create table trial.held as
  select n, kind, trial.id('ent', n) as id, product.*,
    case no when 3 then 1 + trial.chance('quantity', n, 3) when 1 then 1 + trial.chance('quantity', n, 2) else 1 end as quantity,
    case no when 3 then 'player ' || n / 4 else 'player ' || n end as player,
    now() - make_interval(days => case kind when 'expired' then 60 else 2 end, secs => trial.chance('day', n, 86400 * 12)) as granted_at
  from (select n::bigint, case when k < 40 then 'once' when k < 52 then 'again' when k < 58 then 'left' when k < 62 then 'resent'
  when k < 64 then 'late' when k < 70 then 'waiting' when k < 75 then 'dispatched' when k < 80 then 'since'
  when k < 84 then 'cancelled' when k < 92 then 'refunded' else 'expired' end as kind, case when n <= :entitlements then 1 when n <= :entitlements * 1.1 then 2 else 3 end as shop
        from generate_series(1, ceil(:entitlements * 1.11)::integer) n, lateral (select trial.chance('kind', n, 100) as k) chance) numbers
  join trial.products product on product.store = numbers.shop and product.no = case
    when kind in ('again', 'left') then 1 + trial.chance('product', n, 2)
    when kind = 'expired' then 1 + 3 * trial.chance('product', n, 2)
    else 1 + trial.chance('product', n, 5) end;

-- The newest purchase has the age 0. A waiting entitlement that extends has an earlier purchase, which was delivered.
create table trial.purchases as
  select h.*, age, trial.id('chk' || age, n) as checkout_id, h.granted_at - make_interval(days => age * 10) as bought_at,
    kind = 'refunded' or (kind = 'left' and age = 1) as refunded,
    case when age > 0 then 'once' when kind in ('again', 'left', 'refunded', 'expired') then 'once' else kind end as course
  from trial.held h, generate_series(0, case when kind = 'again' then 2
    when kind = 'left' or (kind in ('waiting', 'dispatched') and rebuy = 'extend') then 1 else 0 end) age;

analyze trial.held; analyze trial.purchases;

insert into stores (id, name, plan, url, currency, default_server_id)
  select trial.id('sto', n), 'Store ' || n, 'BASIC', 's' || n || '.example', 'BRL', trial.id('srv', n * 10 + 1) from generate_series(1, 3) n;

insert into game_servers (store_id, id, name, profile)
  select trial.id('sto', n), trial.id('srv', n * 10 + server), 'server ' || server, 'standard' from generate_series(1, 3) n, generate_series(1, 3) server;

insert into products (store_id, id, slug, name, price_minor, approve_commands, refund_commands, expire_commands, duration_seconds, rebuy, delivers_to)
  select store_id, product_id, 'p-' || right(product_id::text, 12), name, 1990, array['give ' || name], array['take ' || name], array['end ' || name], seconds, rebuy, 'named' from trial.products;

insert into product_servers (store_id, product_id, server_id) select store_id, product_id, unnest(server_ids) from trial.products;

insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at, refunded_at)
  select store_id, checkout_id, player, 'BRL', case when refunded then 'refunded' else 'paid' end, bought_at, bought_at,
    case when refunded then bought_at + interval '1 hour' end from trial.purchases;

insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands, refund_commands,
    expire_commands, duration_seconds, rebuy, server_ids, refunded_at)
  select store_id, checkout_id, 1, product_id, name, 1990, quantity, array['give ' || name], array['take ' || name], array['end ' || name],
    seconds, rebuy, server_ids, case when refunded then bought_at + interval '1 hour' end from trial.purchases;

insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product, granted_at, revoked_at)
  select store_id, checkout_id, 1, id, quantity, seconds * case rebuy when 'extend' then quantity else 1 end, server_ids,
    case when seconds is not null then ends end, bought_at, case when refunded then bought_at + interval '1 hour' end from trial.purchases;

insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until, ended_at, ended_by, created_at)
  select store_id, id, product_id, player, rebuy, '00000000-0000-0000-0000-000000000000', held_until, case kind when 'refunded' then
      granted_at + interval '1 hour' when 'expired' then held_until + interval '1 second' end,
    case kind when 'refunded' then 'refund' when 'expired' then 'expiry' end, granted_at
  from trial.held, lateral (select case kind when 'refunded' then granted_at + interval '1 day'
    when 'expired' then granted_at + interval '40 days' else entitled_until(store_id, id) end as held_until) u;

-- Two units last twice as long, so an expired entitlement ended later.
update entitlements e set until = u.until, ended_at = u.until + interval '1 second' from trial.held h,
    lateral (select entitled_until(h.store_id, h.id) as until) u
  where h.kind = 'expired' and e.store_id = h.store_id and e.id = h.id;

insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
  resend_of, created_at, dispatched_at, state, cancelled_by, finished_at, late_report_at)
  select store_id, trial.id('cmd' || age || server, n), server, trial.next_position(), checkout_id, player, 'APPROVE', '{1}', 1, trial.repeat_content(gives, quantity), null, bought_at,
    case when course <> 'cancelled' then bought_at end, case when course in ('cancelled', 'late') then 'cancelled' else 'processed' end,
    case when course in ('cancelled', 'late') then 'operator' end,
    case course when 'since' then now() - interval '30 minutes' else bought_at + interval '1 minute' end,
    case course when 'late' then bought_at + interval '2 minutes' end
  from trial.purchases, unnest(server_ids) server where course not in ('waiting', 'dispatched') order by bought_at;

insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at)
  select store_id, trial.id('cmd' || age || server, n), server, checkout_id, player, 'APPROVE', '{1}', trial.repeat_content(gives, quantity), bought_at,
    case course when 'dispatched' then bought_at end
  from trial.purchases, unnest(server_ids) server where course in ('waiting', 'dispatched');

insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
  resend_of, created_at, dispatched_at, state, cancelled_by, finished_at, late_report_at)
  select store_id, trial.id('again' || server, n), server, trial.next_position(), checkout_id, player, 'APPROVE', '{1}', 1, trial.repeat_content(gives, quantity),
    trial.id('cmd0' || server, n), bought_at + interval '1 hour', bought_at + interval '1 hour', 'processed', null, bought_at + interval '1 hour', null
  from trial.purchases, unnest(server_ids) server where course = 'resent';

insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
  resend_of, created_at, dispatched_at, state, cancelled_by, finished_at, late_report_at)
  select store_id, trial.id('took' || server || unit, n), server, trial.next_position(), checkout_id, player,
    case kind when 'expired' then 'EXPIRE' else 'REFUND' end, '{1}', unit,
    case kind when 'expired' then '[' || ends || ']' else trial.repeat_content(takes, quantity) end, null, ended_at, ended_at, 'processed', null, ended_at, null
  from trial.purchases p join lateral (select ended_at from entitlements e where e.store_id = p.store_id and e.id = p.id) e on true, unnest(server_ids) server,
    generate_series(1, case when kind = 'expired' and p.rebuy = 'independent' then quantity else 1 end) unit
  where kind in ('refunded', 'expired');

-- The exact deliveries of a redelivery of the first four products on the first two servers.
create table trial.expected as
  select n, store, store_id, id, product_id, server_id, checkout_id,
    case rebuy when 'extend' then '[' || gives || ']' else trial.repeat_content(gives, quantity) end as products
  from trial.purchases, unnest(server_ids[:2]) server_id
  where store < 3 and no < 5 and age = 0 and kind in ('once', 'again', 'left', 'resent', 'late');

create index on trial.expected (store_id, checkout_id, server_id);

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
  requires_online boolean not null default true, -- the delivery conditions of that EXPIRE
  repeatable boolean not null default false,
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

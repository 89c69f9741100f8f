create table checkouts (
  store_id uuid not null references stores (id),
  id uuid not null,
  reference text check (length(reference) between 1 and 200), -- the caller's unique name for the checkout
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  currency text not null,
  state text not null check (state in ('open', 'paid', 'refunded', 'disputed', 'abandoned')),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  disputed_at timestamptz,
  primary key (store_id, id),
  constraint checkouts_paid_at_matches_state check ((state in ('open', 'abandoned')) = (paid_at is null)),
  constraint checkouts_refunded_at_matches_state check ((state = 'refunded') = (refunded_at is not null))
);

-- A second sale with the same reference is the first one.
-- mutant: unique-reference
create unique index checkouts_by_reference on checkouts (store_id, reference) where reference is not null;
create index checkouts_by_id on checkouts using brin (id);

-- Lists of a store are pages by id, newest first. For each filter there is an index that ends with the id, so that every page,
-- however far back, begins with one descent. No index is wider than that needs, because every sale pays for it.
-- `text_pattern_ops` serves both equality and prefixes, whatever the collation of the database.
create index checkouts_by_player on checkouts (store_id, game_user_id text_pattern_ops, id);
create index checkouts_by_reference_prefix on checkouts (store_id, reference text_pattern_ops, id) where reference is not null;
-- Nearly all checkouts are paid, so that state needs no index, and a sale that is paid at once does not write this one.
create index checkouts_by_state on checkouts (store_id, state, id) where state <> 'paid';

-- Money that arrives after a checkout was abandoned still counts.
create trigger checkout_transition before update of state on checkouts
  for each row when (old.state <> new.state and (old.state, new.state) not in (
    ('open', 'paid'), ('open', 'abandoned'), ('abandoned', 'paid'), ('paid', 'refunded'), ('paid', 'disputed'),
    ('disputed', 'refunded')))
  execute function reject_change('this change of a checkout''s state');

alter table checkouts enable row level security, force row level security;
create policy own_store on checkouts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on checkouts for select to quartermaster_reader using (true);

grant select, insert, update (state, paid_at, refunded_at, disputed_at) on checkouts to quartermaster_app;
grant select on checkouts to quartermaster_reader;

-- The sold products as they were at the moment of sale. The application may only set `refunded_at`.
create table checkout_lines (
  store_id uuid not null,
  checkout_id uuid not null,
  line_no smallint not null check (line_no >= 1),
  product_id uuid not null,
  name text not null,
  price_minor bigint not null,
  quantity integer not null check (quantity between 1 and 1000),
  approve_commands text[] not null,
  refund_commands text[] not null,
  expire_commands text[] not null,
  duration_seconds bigint,
  rebuy text not null check (rebuy in ('extend', 'independent')),
  requires_online boolean not null default true,
  delay_seconds integer not null default 0,
  free_slots smallint not null default 0,
  repeatable boolean not null default false,
  server_ids uuid[] not null, -- empty: the store had no server yet
  buyer_server_id uuid, -- the server that the buyer chose, if the product lets buyers choose
  -- Whether purchases for different servers are separate entitlements. Not if the default server is named for a product that is
  -- delivered there anyway.
  entitlement_per_server boolean not null default true,
  reserved boolean not null default false, -- the quantity was taken from the stock of the product
  refunded_at timestamptz,
  primary key (store_id, checkout_id, line_no),
  foreign key (store_id, checkout_id) references checkouts (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, buyer_server_id) references game_servers (store_id, id)
);

create index lines_by_product on checkout_lines (store_id, product_id, checkout_id);

create trigger line_refunded_once before update of refunded_at on checkout_lines
  for each row when (old.refunded_at is not null)
  execute function reject_change('a line is refunded once');

alter table checkout_lines enable row level security, force row level security;
create policy own_store on checkout_lines to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on checkout_lines for select to quartermaster_reader using (true);

grant select, insert, update (refunded_at) on checkout_lines to quartermaster_app;
grant select on checkout_lines to quartermaster_reader;

alter table grants add foreign key (store_id, checkout_id, line_no) references checkout_lines (store_id, checkout_id, line_no);
alter table pending_deliveries add foreign key (store_id, checkout_id) references checkouts (store_id, id);

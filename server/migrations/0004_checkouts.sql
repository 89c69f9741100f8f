create table checkouts (
  store_id uuid not null references stores (id),
  id uuid not null,
  reference text check (length(reference) between 1 and 200),
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  currency text not null,
  state text not null check (state in ('open', 'paid', 'refunded', 'disputed', 'abandoned')),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  primary key (store_id, id),
  check ((state in ('open', 'abandoned')) = (paid_at is null)),
  check ((state = 'refunded') = (refunded_at is not null))
);

-- The caller's own number for a sale: a second sale under it is the first one.
create unique index checkouts_by_reference on checkouts (store_id, reference) where reference is not null;
create index checkouts_by_id on checkouts using brin (id);

create trigger checkout_transition before update of state on checkouts
  for each row when (old.state <> new.state and (old.state, new.state) not in (
    ('open', 'paid'), ('open', 'abandoned'), ('paid', 'refunded'), ('paid', 'disputed')))
  execute function refuse_change('this change of a checkout''s state');

-- What was sold, as it was at the moment of sale. The application may only note a refund here.
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
  server_ids uuid[] not null, -- empty: the store had no server yet
  buyer_server_id uuid,       -- the one server the buyer picked, where the product lets buyers pick
  refunded_at timestamptz,
  primary key (store_id, checkout_id, line_no),
  foreign key (store_id, checkout_id) references checkouts (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id),
  foreign key (store_id, buyer_server_id) references game_servers (store_id, id)
);

create trigger line_refunded_once before update of refunded_at on checkout_lines
  for each row when (old.refunded_at is not null)
  execute function refuse_change('a line is refunded once');

alter table checkouts enable row level security;
alter table checkouts force row level security;
create policy own_store on checkouts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on checkouts for select to quartermaster_reader using (true);

alter table checkout_lines enable row level security;
alter table checkout_lines force row level security;
create policy own_store on checkout_lines to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on checkout_lines for select to quartermaster_reader using (true);

grant select, insert, update (state, paid_at, refunded_at) on checkouts to quartermaster_app;
grant select, insert, update (refunded_at) on checkout_lines to quartermaster_app;
grant select on checkouts, checkout_lines to quartermaster_reader;

-- Lower prices for a time. Amounts are minor units of the store's currency, percentages are basis points: 10,000 are 100 %.
create table sales (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100), -- buyers read it
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  basis_points integer check (basis_points between 1 and 10000),
  amount_minor bigint check (amount_minor between 1 and 1000000000000), -- for each unit
  product_ids uuid[] check (cardinality(product_ids) <= 500), -- both lists are null if it is for the whole store
  category_ids uuid[] check (cardinality(category_ids) <= 500),
  starts_at timestamptz,
  ends_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz, -- it stays, because sold lines name it
  primary key (store_id, id),
  constraint sales_one_discount check ((basis_points is null) <> (amount_minor is null)),
  constraint sales_one_scope check ((product_ids is null) = (category_ids is null)),
  constraint sales_end_after_start check (starts_at < ends_at)
);
-- Every checkout reads the sales of its store.
create index sales_in_use on sales (store_id) where removed_at is null;

alter table sales enable row level security, force row level security;
create policy own_store on sales to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on sales for select to quartermaster_reader using (true);
grant select, insert, update (name, translations, basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at, version,
  updated_at, removed_at) on sales to quartermaster_app;
grant select on sales to quartermaster_reader;

-- Coupons, and the codes of creators, who get a share of what is sold with their code. Buyers type both into the same field.
create table discount_codes (
  store_id uuid not null references stores (id),
  id uuid not null,
  kind text not null check (kind in ('coupon', 'creator')),
  code text not null check (length(code) between 2 and 40), -- as the owner wrote it
  code_key text not null check (length(code_key) between 2 and 160), -- the same in the form in which codes are compared
  name text not null check (length(name) <= 100), -- of the creator, or a note of the owner about the coupon
  basis_points integer check (basis_points between 0 and 10000),
  amount_minor bigint check (amount_minor between 1 and 1000000000000),
  share_basis_points integer not null default 0 check (share_basis_points between 0 and 10000),
  product_ids uuid[] check (cardinality(product_ids) <= 500),
  category_ids uuid[] check (cardinality(category_ids) <= 500),
  minimum_minor bigint not null default 0 check (minimum_minor between 0 and 1000000000000),
  max_uses integer check (max_uses >= 1),
  max_uses_per_player integer check (max_uses_per_player >= 1),
  uses integer not null default 0 check (uses >= 0), -- the checkouts with this code that are not abandoned
  starts_at timestamptz,
  ends_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (store_id, id),
  constraint discount_codes_one_discount check ((basis_points is null) <> (amount_minor is null)),
  constraint discount_codes_one_scope check ((product_ids is null) = (category_ids is null)),
  constraint discount_codes_end_after_start check (starts_at < ends_at),
  constraint discount_codes_share_of_creator check (kind = 'creator' or share_basis_points = 0)
);
create unique index discount_codes_by_key on discount_codes (store_id, code_key) where removed_at is null;

alter table discount_codes enable row level security, force row level security;
create policy own_store on discount_codes to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on discount_codes for select to quartermaster_reader using (true);
grant select, insert, update (code, code_key, name, basis_points, amount_minor, share_basis_points, product_ids, category_ids,
  minimum_minor, max_uses, max_uses_per_player, uses, starts_at, ends_at, version, updated_at, removed_at)
  on discount_codes to quartermaster_app;
grant select on discount_codes to quartermaster_reader;

-- How often each player uses a code: their part of `uses`.
create table discount_code_players (
  store_id uuid not null,
  code_id uuid not null,
  game_user_id text not null check (length(game_user_id) between 1 and 255),
  uses integer not null check (uses >= 0),
  primary key (store_id, code_id, game_user_id),
  foreign key (store_id, code_id) references discount_codes (store_id, id)
);
create index discount_code_players_by_player on discount_code_players (store_id, game_user_id);

alter table discount_code_players enable row level security, force row level security;
create policy own_store on discount_code_players to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on discount_code_players for select to quartermaster_reader using (true);
grant select, insert, update (uses) on discount_code_players to quartermaster_app;
grant select on discount_code_players to quartermaster_reader;

-- What creators have earned and got. The balance of a creator is the sum. Rows are never changed or removed.
create table creator_entries (
  store_id uuid not null,
  id uuid not null,
  code_id uuid not null,
  kind text not null check (kind in ('share', 'reversal', 'payout')),
  checkout_id uuid, -- of a share or a reversal
  line_no smallint,
  amount_minor bigint not null,
  note text not null default '' check (length(note) <= 500),
  created_by text,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, code_id) references discount_codes (store_id, id),
  constraint creator_entries_of_line check ((kind = 'payout') = (checkout_id is null) and (checkout_id is null) = (line_no is null)),
  constraint creator_entries_sign check (case kind when 'share' then amount_minor > 0 else amount_minor < 0 end)
);
-- A line is shared once, and reversed once.
-- mutant: creator-once
create unique index creator_entries_once on creator_entries (store_id, checkout_id, line_no, kind) where checkout_id is not null;
create index creator_entries_of_code on creator_entries (store_id, code_id, id) include (amount_minor, kind);

create trigger creator_entries_unchanged before update or delete on creator_entries
  for each row execute function reject_change('an entry of a creator''s ledger');

alter table creator_entries enable row level security, force row level security;
create policy own_store on creator_entries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on creator_entries for select to quartermaster_reader using (true);
grant select, insert on creator_entries to quartermaster_app;
grant select on creator_entries to quartermaster_reader;

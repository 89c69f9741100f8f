-- A gift card is worth what its ledger adds up to. Whoever has the code can spend it, so only a hash of the code is stored.
create table gift_cards (
  store_id uuid not null references stores (id),
  id uuid not null,
  code_hash bytea check (length(code_hash) = 32), -- null: a sold card whose code nobody has seen yet
  code_sealed bytea, -- the code of a sold card, until some time after its buyer has seen it
  key_id text,
  hint text check (length(hint) between 1 and 20), -- the end of the code
  currency text not null,
  value_minor bigint not null check (value_minor between 1 and 1000000000000), -- what it was issued with
  note text not null check (length(note) <= 500), -- of the staff
  checkout_id uuid, -- the sale of the card; null: issued by hand
  line_no smallint,
  unit smallint,
  expires_at timestamptz,
  voided_at timestamptz,
  shown_at timestamptz, -- when the buyer saw the code first
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint gift_cards_sold check (num_nulls(checkout_id, line_no, unit) in (0, 3)),
  constraint gift_cards_sealed check (num_nulls(code_sealed, key_id) in (0, 2)),
  constraint gift_cards_hint check ((code_hash is null) = (hint is null))
);

create unique index gift_cards_by_code on gift_cards (store_id, code_hash) where code_hash is not null;
-- Each sold unit is one card, however often the payment is reported.
create unique index gift_cards_by_sale on gift_cards (store_id, checkout_id, line_no, unit) where checkout_id is not null;
create index gift_cards_sealed_codes on gift_cards (shown_at) where code_sealed is not null;

alter table gift_cards enable row level security, force row level security;
create policy own_store on gift_cards to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on gift_cards for select to quartermaster_reader using (true);

grant select, insert, update (code_hash, code_sealed, key_id, hint, voided_at, shown_at) on gift_cards to quartermaster_app;
grant select on gift_cards to quartermaster_reader;

-- The ledger only grows. Rows of a card are numbered, so two transactions that both read the same balance cannot both commit.
create table gift_card_entries (
  store_id uuid not null,
  card_id uuid not null,
  entry_no integer not null check (entry_no >= 1),
  kind text not null check (kind in ('issued', 'spent', 'released', 'refunded', 'adjusted', 'voided', 'restored')),
  amount_minor bigint not null,
  balance_minor bigint not null, -- after this entry
  short_minor bigint not null default 0 check (short_minor >= 0), -- what the card lacked for a checkout that was paid after it had been abandoned
  checkout_id uuid,
  line_no smallint, -- the refunded line
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  primary key (store_id, card_id, entry_no),
  foreign key (store_id, card_id) references gift_cards (store_id, id),
  constraint gift_card_entries_balance check (balance_minor >= 0),
  constraint gift_card_entries_sign check (case
    when kind in ('issued', 'released', 'refunded') then amount_minor > 0
    when kind = 'restored' then amount_minor >= 0
    when kind in ('spent', 'voided') then amount_minor <= 0
    else amount_minor <> 0 end)
);

create index gift_card_entries_by_checkout on gift_card_entries (store_id, checkout_id) where checkout_id is not null;
create unique index gift_card_entries_refund_once on gift_card_entries (store_id, checkout_id, line_no) where kind = 'refunded';

alter table gift_card_entries enable row level security, force row level security;
create policy own_store on gift_card_entries to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on gift_card_entries for select to quartermaster_reader using (true);

grant select, insert on gift_card_entries to quartermaster_app;
grant select on gift_card_entries to quartermaster_reader;

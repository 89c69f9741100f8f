-- The lines whose price was credited to an upgrade. Each line is credited once, unless the upgrade is abandoned or refunded.
create table upgrade_credits (
  store_id uuid not null,
  checkout_id uuid not null, -- the line of the upgrade
  line_no smallint not null,
  of_checkout_id uuid not null, -- the line that was credited
  of_line_no smallint not null,
  released_at timestamptz,
  primary key (store_id, checkout_id, line_no, of_checkout_id, of_line_no),
  foreign key (store_id, checkout_id, line_no) references checkout_lines (store_id, checkout_id, line_no),
  foreign key (store_id, of_checkout_id, of_line_no) references checkout_lines (store_id, checkout_id, line_no)
);
create unique index credited_once on upgrade_credits (store_id, of_checkout_id, of_line_no) where released_at is null;

alter table upgrade_credits enable row level security, force row level security;
create policy own_store on upgrade_credits to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on upgrade_credits for select to quartermaster_reader using (true);
grant select, insert, update (released_at) on upgrade_credits to quartermaster_app;
grant select on upgrade_credits to quartermaster_reader;

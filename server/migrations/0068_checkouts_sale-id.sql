-- The sale that lowered the price of a line.
alter table checkout_lines add column sale_id uuid;
alter table creator_entries add constraint creator_entries_line_fkey
  foreign key (store_id, checkout_id, line_no) references checkout_lines (store_id, checkout_id, line_no) not valid;

alter table checkouts validate constraint checkouts_code_named;
alter table checkouts validate constraint checkouts_code_fkey;
alter table creator_entries validate constraint creator_entries_line_fkey;

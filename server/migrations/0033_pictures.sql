-- Pictures of stores. An upload is encoded again in a few widths, as WebP and AVIF; the uploaded file itself is not kept.
create table pictures (
  store_id uuid not null references stores (id),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'), -- of the uploaded file; a part of the address
  width integer not null check (width between 1 and 1280), -- of the largest file
  height integer not null check (height between 1 and 6400),
  widths integer[] not null check (cardinality(widths) between 1 and 8), -- ascending
  bytes integer not null check (bytes > 0), -- of all files
  created_at timestamptz not null default now(),
  primary key (store_id, hash)
);

create table picture_files (
  store_id uuid not null,
  hash text not null,
  width integer not null check (width between 1 and 1280),
  format text not null check (format in ('webp', 'avif')),
  content bytea not null check (length(content) between 1 and 8388608),
  primary key (store_id, hash, width, format),
  foreign key (store_id, hash) references pictures (store_id, hash)
);
-- The files are compressed already.
alter table picture_files alter column content set storage external;

alter table storefronts
  add column logo_hash text,
  add column banner_hash text,
  add constraint storefronts_logo foreign key (store_id, logo_hash) references pictures (store_id, hash),
  add constraint storefronts_banner foreign key (store_id, banner_hash) references pictures (store_id, hash);

alter table pictures enable row level security, force row level security;
alter table picture_files enable row level security, force row level security;
create policy own_store on pictures to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy own_store on picture_files to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on pictures for select to quartermaster_reader using (true);
create policy reader on picture_files for select to quartermaster_reader using (true);

-- The right to update a column is what PostgreSQL asks of those who lock a row.
grant select, insert, update (created_at), delete on pictures to quartermaster_app;
grant select, insert, delete on picture_files to quartermaster_app;
grant update (logo_hash, banner_hash) on storefronts to quartermaster_app;
grant select on pictures, picture_files to quartermaster_reader;

alter table limits drop constraint limits_name_check;
alter table limits add constraint limits_name_check check (name in
  ('stores', 'servers', 'products', 'endpoints', 'tokens', 'members', 'hosts', 'pictures', 'mails_per_hour'));
insert into limits (plan, name, maximum) values ('*', 'pictures', 1000);

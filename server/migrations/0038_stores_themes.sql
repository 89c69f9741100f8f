-- Themes of owners. A version never changes: an upload is a new version, and the storefront names the one that is published.
create table theme_versions (
  store_id uuid not null references stores (id),
  number integer not null check (number >= 1),
  name text not null check (length(name) between 1 and 60),
  label text not null check (length(label) between 1 and 30), -- the version in theme.json
  author text not null default '' check (length(author) <= 100),
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null default now(),
  published_at timestamptz, -- the last time; a rollback returns to the version that was published before
  primary key (store_id, number)
);

create table theme_files (
  store_id uuid not null,
  version integer not null,
  path text not null check (length(path) between 1 and 120),
  hash text not null check (length(hash) = 16), -- of the content; part of the address of an asset
  content bytea not null check (length(content) <= 10485760),
  primary key (store_id, version, path),
  foreign key (store_id, version) references theme_versions (store_id, number) on delete cascade
);
create index theme_files_by_hash on theme_files (store_id, hash);

-- The last error of each page of a version, for its owner.
create table theme_errors (
  store_id uuid not null,
  version integer not null,
  template text not null check (length(template) between 1 and 40),
  file text not null check (length(file) <= 120),
  line integer,
  message text not null check (length(message) <= 300),
  count integer not null default 1 check (count >= 1),
  last_at timestamptz not null default now(),
  primary key (store_id, version, template),
  foreign key (store_id, version) references theme_versions (store_id, number) on delete cascade
);

alter table storefronts
  add column theme text not null default 'vale' check (theme ~ '^[a-z][a-z0-9-]{0,39}$'), -- built in; for pages that the store's own theme cannot render, too
  add column theme_version integer,
  add constraint storefronts_theme_version foreign key (store_id, theme_version) references theme_versions (store_id, number);

alter table theme_versions enable row level security, force row level security;
create policy own_store on theme_versions to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on theme_versions for select to quartermaster_reader using (true);
alter table theme_files enable row level security, force row level security;
create policy own_store on theme_files to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on theme_files for select to quartermaster_reader using (true);
alter table theme_errors enable row level security, force row level security;
create policy own_store on theme_errors to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on theme_errors for select to quartermaster_reader using (true);

grant select, insert, update (published_at), delete on theme_versions to quartermaster_app;
grant select, insert, delete on theme_files to quartermaster_app;
grant select, insert, update (file, line, message, count, last_at), delete on theme_errors to quartermaster_app;
grant update (theme, theme_version) on storefronts to quartermaster_app;
grant select on theme_versions, theme_files, theme_errors to quartermaster_reader;

-- What the pages of a store show, apart from products and categories. In a table of its own, because every sale reads `stores`.
create table storefronts (
  store_id uuid primary key references stores (id),
  locales text[] not null default '{en}' check (cardinality(locales) between 1 and 3 and locales <@ array['pt-BR', 'en', 'es']), -- the default first
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 100),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'), -- in the default language
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  theme_settings jsonb not null default '{}' check (jsonb_typeof(theme_settings) = 'object'),
  is_open boolean not null default true,
  show_recent_purchases boolean not null default false,
  show_top_supporter boolean not null default false,
  show_server_status boolean not null default true,
  version bigint not null default 1, -- counts the owner's edits of this row
  revision bigint not null default 1, -- grows with every change of what a page shows, also of products, categories and hosts
  changed_at timestamptz not null default now(), -- of the revision; processes that cache pages poll it
  updated_at timestamptz not null default now()
);
create index storefronts_by_change on storefronts (changed_at);

-- Row-level security would hide all rows from an owner who is not a superuser.
alter table stores no force row level security;
insert into storefronts (store_id) select id from stores;
alter table stores force row level security;

alter table storefronts enable row level security, force row level security;
create policy own_store on storefronts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on storefronts for select to quartermaster_gateway using (true);
create policy reader on storefronts for select to quartermaster_reader using (true);

grant select, insert, update (locales, time_zone, texts, translations, theme_settings, is_open, show_recent_purchases,
  show_top_supporter, show_server_status, version, revision, changed_at, updated_at) on storefronts to quartermaster_app;
grant select (store_id, revision, changed_at) on storefronts to quartermaster_gateway;
grant select on storefronts to quartermaster_reader;

-- Pages of the owner, such as rules or a list of staff.
create table storefront_pages (
  store_id uuid not null references stores (id),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) <= 20000), -- Markdown
  position integer not null default 0 check (position between 0 and 1000000),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (store_id, slug)
);

alter table storefront_pages enable row level security, force row level security;
create policy own_store on storefront_pages to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on storefront_pages for select to quartermaster_reader using (true);

grant select, insert, update (title, body, position, translations, updated_at), delete on storefront_pages to quartermaster_app;
grant select on storefront_pages to quartermaster_reader;

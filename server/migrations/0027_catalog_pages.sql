-- What the storefront shows about products and categories. The text in the columns is in the default language of the store;
-- `translations` replaces parts of it for other languages.
alter table products
  add column slug text not null default '', -- a trigger makes it from the name if none is given
  add column summary text not null default '' check (length(summary) <= 200),
  add column description text not null default '' check (length(description) <= 20000), -- Markdown
  add column position integer not null default 0 check (position between 0 and 1000000), -- the order in the storefront; equal positions by age
  add column visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'hidden')),
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');

alter table categories
  add column slug text not null default '',
  add column description text not null default '' check (length(description) <= 20000), -- Markdown
  add column comparison jsonb not null default '{}' check (jsonb_typeof(comparison) = 'object'), -- rows with a value for each product
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object');

-- Row-level security would hide all rows from an owner who is not a superuser.
alter table products no force row level security;
alter table categories no force row level security;

with plain as (
  select store_id, id, regexp_replace(translate(normalize(name, nfkd), 'ØøĐđÐðŁłı', 'ooddddlli'), U&'[\0300-\036F]', '', 'g') as name
  from products),
based as (
  select store_id, id, coalesce(nullif(trim(both '-' from left(trim(both '-' from
    regexp_replace(lower(regexp_replace(regexp_replace(replace(name, 'ß', 'ss'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g')), '[^a-z0-9]+', '-', 'g')), 60)), ''), 'product') as base
  from plain),
numbered as (select store_id, id, base, row_number() over (partition by store_id, base order by id) as n from based),
taken as (select distinct store_id, base from based)
update products p set slug = case when n = 1 then d.base when t.base is null then d.base || '-' || n else d.base || '-' || right(p.id::text, 12) end
from numbered d left join taken t on t.store_id = d.store_id and t.base = d.base || '-' || d.n
where p.store_id = d.store_id and p.id = d.id;

with plain as (
  select store_id, id, regexp_replace(translate(normalize(name, nfkd), 'ØøĐđÐðŁłı', 'ooddddlli'), U&'[\0300-\036F]', '', 'g') as name
  from categories),
based as (
  select store_id, id, coalesce(nullif(trim(both '-' from left(trim(both '-' from
    regexp_replace(lower(regexp_replace(regexp_replace(replace(name, 'ß', 'ss'), '[æÆ]', 'ae', 'g'), '[œŒ]', 'oe', 'g')), '[^a-z0-9]+', '-', 'g')), 60)), ''), 'category') as base
  from plain),
numbered as (select store_id, id, base, row_number() over (partition by store_id, base order by id) as n from based),
taken as (select distinct store_id, base from based)
update categories c set slug = case when n = 1 then d.base when t.base is null then d.base || '-' || n else d.base || '-' || right(c.id::text, 12) end
from numbered d left join taken t on t.store_id = d.store_id and t.base = d.base || '-' || d.n
where c.store_id = d.store_id and c.id = d.id;

alter table products force row level security;
alter table categories force row level security;

alter table products add constraint products_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80);
alter table categories add constraint categories_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80);
create unique index products_by_slug on products (store_id, slug);
create unique index categories_by_slug on categories (store_id, slug);

grant update (slug, summary, description, position, visibility, translations) on products to quartermaster_app;
grant update (slug, description, comparison, translations) on categories to quartermaster_app;

-- Forms of a product with a price and a duration of their own, such as 30 or 90 days. All of them give the same entitlement.
create table product_variants (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  price_minor bigint not null check (price_minor between 0 and 1000000000000),
  duration_seconds bigint check (duration_seconds between 1 and 3153600000), -- null: for ever
  position smallint not null check (position between 0 and 1000),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  removed_at timestamptz, -- not sold any more; sold lines refer to it
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, product_id) references products (store_id, id)
);
create index product_variants_by_product on product_variants (store_id, product_id, position) where removed_at is null;

alter table product_variants enable row level security, force row level security;
create policy own_store on product_variants to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on product_variants for select to quartermaster_reader using (true);

grant select, insert, update (name, price_minor, duration_seconds, position, translations, removed_at) on product_variants to quartermaster_app;
grant select on product_variants to quartermaster_reader;

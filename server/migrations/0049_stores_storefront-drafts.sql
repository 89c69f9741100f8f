-- Changes of a storefront that somebody looks at before they save them. A draft never changes, and ends after some minutes.
create table storefront_drafts (
  store_id uuid not null references stores (id),
  number integer not null check (number between 0 and 8388607), -- random; part of the host of its preview
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  expires_at timestamptz not null,
  primary key (store_id, number)
);

alter table storefront_drafts enable row level security, force row level security;
create policy own_store on storefront_drafts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on storefront_drafts for select to quartermaster_reader using (true);

grant select, insert, delete on storefront_drafts to quartermaster_app;
grant select (store_id, expires_at) on storefront_drafts to quartermaster_reader;

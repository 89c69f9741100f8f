-- What was imported from another platform, by its id there, so that a second import finds it again.
create table imported_records (
  store_id uuid not null references stores (id),
  source text not null check (source ~ '^[a-z][a-z0-9-]{0,29}$'), -- the platform, such as tebex
  kind text not null check (kind in ('category', 'product', 'entitlement')),
  source_id text not null check (length(source_id) between 1 and 200), -- of an entitlement: a hash of its product and player
  target_id uuid not null, -- without a foreign key, because a category can be deleted
  version bigint, -- of the category or product after the import; a higher one shows that the owner has edited it since
  until timestamptz, -- of an entitlement at the source; infinity: for ever
  quantity integer check (quantity >= 1), -- of an entitlement at the source
  imported_at timestamptz not null default now(),
  primary key (store_id, source, kind, source_id),
  constraint imported_records_complete check ((kind = 'entitlement') = (version is null) and (kind = 'entitlement') = (until is not null)
    and (kind = 'entitlement') = (quantity is not null))
);

alter table imported_records enable row level security, force row level security;
create policy own_store on imported_records to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on imported_records for select to quartermaster_reader using (true);

grant select, insert, update (target_id, version, until, quantity, imported_at) on imported_records to quartermaster_app;
grant select on imported_records to quartermaster_reader;

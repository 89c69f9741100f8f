-- The names that the pages of a store are served under: a label below STOREFRONT_DOMAIN, or a domain of the owner that a TXT
-- record has proved. A removed row stays, so that processes that cache hosts learn of it; a removed label keeps `proved_at`, so
-- that nobody else can take it and receive the visitors of this store.
create table store_hosts (
  store_id uuid not null references stores (id),
  host text not null check (host ~ '^[a-z0-9.-]{1,253}$'),
  kind text not null check (kind in ('label', 'domain')),
  created_at timestamptz not null default now(),
  proved_at timestamptz, -- null: not served
  removed_at timestamptz,
  changed_at timestamptz not null default now(), -- set by a trigger; processes that cache hosts poll it
  primary key (store_id, host),
  constraint store_hosts_label_without_dot check ((kind = 'label') = (position('.' in host) = 0))
);

-- A request brings only its host, so this index cannot begin with the store. Anybody can claim a domain, one store can prove it.
create unique index store_hosts_by_host on store_hosts (host) where proved_at is not null;
create unique index store_hosts_label on store_hosts (store_id) where kind = 'label' and removed_at is null;
create index store_hosts_by_change on store_hosts (changed_at);

alter table store_hosts enable row level security, force row level security;
create policy own_store on store_hosts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy gateway on store_hosts for select to quartermaster_gateway using (true);
create policy reader on store_hosts for select to quartermaster_reader using (true);

grant select, insert, update (proved_at, removed_at, changed_at) on store_hosts to quartermaster_app;
grant select on store_hosts to quartermaster_gateway, quartermaster_reader;

alter table limits drop constraint limits_name_check;
alter table limits add constraint limits_name_check check (name in
  ('stores', 'servers', 'products', 'endpoints', 'tokens', 'members', 'hosts', 'mails_per_hour'));
insert into limits (plan, name, maximum) values ('*', 'hosts', 10);

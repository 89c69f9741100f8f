-- Changes in a store about which its owners get a mail. A background job sends it, so that several changes are one mail.
create table store_alerts (
  store_id uuid not null references stores (id),
  id uuid not null,
  kind text not null check (length(kind) between 1 and 64),
  account_id uuid references accounts (id), -- who made the change; null: an API token
  actor text not null check (length(actor) between 1 and 300),
  subject text check (length(subject) between 1 and 300),
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  primary key (store_id, id)
);
create index store_alerts_due on store_alerts (created_at) where mailed_at is null;
create index store_alerts_mailed on store_alerts (store_id, kind, mailed_at) where mailed_at is not null;

alter table store_alerts enable row level security, force row level security;
create policy own_store on store_alerts to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on store_alerts for select to quartermaster_reader using (true);
create policy accounts on store_alerts to quartermaster_accounts using (true) with check (true);
grant select, insert on store_alerts to quartermaster_app;
grant select on store_alerts to quartermaster_reader;
grant select, update (mailed_at), delete on store_alerts to quartermaster_accounts;

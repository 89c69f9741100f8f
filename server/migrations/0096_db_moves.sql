/* Stores that are being moved to another cell, arrive from one, or have left. A row stays for ever after a store has left, because
   requests with its old keys are forwarded. Its column is not called store_id, because the store may not be in this database.

   copying   this cell serves the store, and its rows are being copied
   stopping  as copying, but nothing is written: the last difference is being copied
   arriving  the rows are here, and the other cell still serves the store or has just stopped
   moved     the other cell serves the store

   No row: this cell serves the store, or does not know it. decision 0052 has the transitions. */
create table store_moves (
  id uuid primary key,
  state text not null check (state in ('copying', 'stopping', 'arriving', 'moved')),
  cell text not null check (cell ~ '^[a-z0-9]{1,8}$'),
  -- Both cells have it. The cell that is left sends it with forwarded requests, which proves that it has stopped.
  token bytea not null check (length(token) = 32),
  changed_at timestamptz not null default now()
);
alter table store_moves enable row level security, force row level security;
create policy everyone on store_moves for select to quartermaster_app, quartermaster_gateway, quartermaster_reader using (true);
create policy gateway_opens on store_moves for delete to quartermaster_gateway using (state = 'arriving');
create policy gateway_resumes on store_moves for update to quartermaster_gateway
  using (state = 'stopping') with check (state = 'copying');
grant select (id, state, cell, changed_at) on store_moves to quartermaster_app, quartermaster_reader;
grant select, update (state, changed_at), delete on store_moves to quartermaster_gateway;

/* What requests for a store that has left are recognised by: the hash of a server key or of an API token, a domain, or a label. */
create table moved_names (
  kind text not null check (kind in ('key', 'token', 'host', 'label')),
  name text not null check (length(name) between 1 and 253),
  id uuid not null references store_moves (id) on delete cascade,
  primary key (kind, name)
);
create index moved_names_by_store on moved_names (id);
alter table moved_names enable row level security, force row level security;
create policy gateway on moved_names for select to quartermaster_gateway using (true);
grant select on moved_names to quartermaster_gateway;
-- The label of a store that has left leads its visitors to its new address, so no other store can choose it.
create policy labels on moved_names for select to quartermaster_app using (kind = 'label');
grant select (kind, name, id) on moved_names to quartermaster_app;

/* Stores in which this cell must not write. Almost always empty. */
create function stopped_stores() returns uuid[]
  language sql stable parallel safe
  return array(select id from store_moves where state <> 'copying');

-- Who may do what in a store: people by their role, programs by a token. ProviderConnections are known by 0013.
create table store_members (
  store_id uuid not null references stores (id),
  account_id uuid not null references accounts (id),
  role text not null check (role in ('owner', 'manager', 'support', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (store_id, account_id)
);

-- Which stores an account belongs to, in the order of their ids.
create index store_members_by_account on store_members (account_id, store_id);

create table store_invitations (
  store_id uuid not null references stores (id),
  id uuid not null,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'support', 'viewer')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, id),
  check (accepted_at is null or revoked_at is null)
);

-- One invitation at a time for an address.
create unique index store_invitations_open on store_invitations (store_id, email)
  where accepted_at is null and revoked_at is null;

create table api_tokens (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  hint text not null check (length(hint) between 1 and 16),
  scopes text[] not null check (cardinality(scopes) between 1 and 64),
  created_by uuid references accounts (id), -- null: made on the command line of the machine
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text check (length(last_used_from) between 1 and 64),
  revoked_at timestamptz,
  primary key (store_id, id)
);

-- What was done in a store, by whom. Written in the transaction that did it; nobody may change or remove a row.
create table audit_log (
  store_id uuid not null references stores (id),
  id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('member', 'token', 'operator', 'command_line')),
  actor_id uuid, -- an account or a token; null on the command line
  actor_name text not null check (length(actor_name) between 1 and 254),
  action text not null check (length(action) between 1 and 64),
  subject text check (length(subject) between 1 and 300),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  address text check (length(address) between 1 and 64),
  request_id text check (length(request_id) between 1 and 64),
  primary key (store_id, id),
  check ((actor_kind = 'command_line') = (actor_id is null))
);

create index audit_log_by_actor on audit_log (store_id, actor_id, id);
create index audit_log_by_subject on audit_log (store_id, subject, id);

create function audit_log_stays() returns trigger
  language plpgsql as
$$
begin
  -- What a player asks to be erased leaves the details, the rest of the row stays.
  if tg_op = 'UPDATE' and (new.store_id, new.id, new.at, new.actor_kind, new.actor_id, new.actor_name, new.action)
    is not distinct from (old.store_id, old.id, old.at, old.actor_kind, old.actor_id, old.actor_name, old.action) then
    return new;
  end if;
  raise exception 'not allowed: the audit log only grows' using errcode = 'check_violation', table = tg_table_name;
end
$$;

create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_stays();

-- What a write was answered, for whoever asks the same again under the same key. `scope` is the store, or the account
-- for what belongs to no store yet, or nothing but zeros for callers who have not signed in.
create table idempotent_responses (
  scope uuid not null,
  principal uuid not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint bytea not null check (length(fingerprint) = 32), -- of the method, the address and the body
  claimed_until timestamptz not null, -- while it is being worked on
  status smallint check (status between 200 and 299), -- null: not answered yet
  etag text,
  body text,
  sealed bytea, -- instead of the body where it holds a secret that is shown once
  sealed_key text,
  created_at timestamptz not null default now(),
  primary key (scope, principal, key),
  check (body is null or sealed is null),
  check ((sealed is null) = (sealed_key is null)),
  check (status is not null or num_nonnulls(etag, body, sealed) = 0)
);

create index idempotent_answers_by_age on idempotent_responses using brin (created_at);

-- What a store may know of the people in it: nothing of others, and never how they sign in.
create policy members on accounts for select to quartermaster_app using (
  exists (select from store_members m where m.store_id = current_store() and m.account_id = accounts.id));
grant select (id, email, name) on accounts to quartermaster_app;

do $$
declare
  name text;
begin
  foreach name in array array['store_members', 'store_invitations', 'api_tokens', 'audit_log'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_store on %I to quartermaster_app
      using (store_id = current_store()) with check (store_id = current_store())', name);
    execute format('create policy reader on %I for select to quartermaster_reader using (true)', name);
  end loop;
end
$$;

-- Before it is known which store a caller means, it must be known who calls: by the hash of a token, by an account.
/* Holds an account that is about to join a store, and tells whether it is open: one that is being closed joins nothing. The
   store's side may not look at people who are not its own. */
create function hold_open_account(account uuid) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp as
$$
begin
  perform from accounts where id = account and closed_at is null for share;
  return found;
end
$$;

revoke execute on function hold_open_account(uuid) from public;
grant execute on function hold_open_account(uuid) to quartermaster_app;

create policy accounts on store_members for select to quartermaster_accounts using (true);
create policy accounts on api_tokens for select to quartermaster_accounts using (true);
create policy accounts_use on api_tokens for update to quartermaster_accounts using (true) with check (true);
create policy accounts on store_invitations for select to quartermaster_accounts using (true);
create policy accounts on stores for select to quartermaster_accounts using (true);

alter table idempotent_responses enable row level security;
alter table idempotent_responses force row level security;
create policy own_scope on idempotent_responses to quartermaster_app, quartermaster_accounts
  using (scope = current_store()) with check (scope = current_store());
create policy reader on idempotent_responses for select to quartermaster_reader using (true);

grant select, insert, update (role), delete on store_members to quartermaster_app;
grant select on store_members to quartermaster_reader, quartermaster_accounts;
grant select, insert, update (accepted_at, revoked_at) on store_invitations to quartermaster_app;
grant select (store_id, id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at) on store_invitations
  to quartermaster_reader;
grant select on store_invitations to quartermaster_accounts;
grant select, insert, update (revoked_at) on api_tokens to quartermaster_app;
grant select (store_id, id, name, hint, scopes, created_by, created_at, expires_at, last_used_at, last_used_from, revoked_at) on api_tokens
  to quartermaster_reader;
grant select, update (last_used_at, last_used_from) on api_tokens to quartermaster_accounts;
grant select (id, name, plan, expires_at, url, currency, mode, created_at) on stores to quartermaster_accounts;
grant select, insert on audit_log to quartermaster_app;
grant select on audit_log to quartermaster_reader;
grant select, insert, update (claimed_until, fingerprint, status, etag, body, sealed, sealed_key, created_at), delete on idempotent_responses
  to quartermaster_app, quartermaster_accounts;
-- Not what was answered: it is for whoever asked.
grant select (scope, principal, key, status, created_at) on idempotent_responses to quartermaster_reader;

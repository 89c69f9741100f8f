-- Staff members of a store and their roles.
create table store_members (
  store_id uuid not null references stores (id),
  account_id uuid not null references accounts (id),
  role text not null check (role in ('owner', 'manager', 'support', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (store_id, account_id)
);

-- The stores of an account, in the order of their ids.
create index store_members_by_account on store_members (account_id, store_id);

alter table store_members enable row level security, force row level security;
create policy own_store on store_members to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on store_members for select to quartermaster_reader using (true);
create policy accounts on store_members for select to quartermaster_accounts using (true);

grant select, insert, update (role), delete on store_members to quartermaster_app;
grant select on store_members to quartermaster_reader, quartermaster_accounts;

-- A store sees its own members, and never how they sign in.
create policy members on accounts for select to quartermaster_app using (
  exists (select from store_members m where m.store_id = current_store() and m.account_id = accounts.id));
grant select (id, email, name) on accounts to quartermaster_app;

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
  constraint store_invitations_accepted_or_revoked check (accepted_at is null or revoked_at is null)
);

-- One open invitation for each address.
create unique index store_invitations_open on store_invitations (store_id, email)
  where accepted_at is null and revoked_at is null;

alter table store_invitations enable row level security, force row level security;
create policy own_store on store_invitations to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on store_invitations for select to quartermaster_reader using (true);
create policy accounts on store_invitations for select to quartermaster_accounts using (true);

grant select, insert, update (accepted_at, revoked_at) on store_invitations to quartermaster_app;
grant select (store_id, id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at) on store_invitations
  to quartermaster_reader;
grant select on store_invitations to quartermaster_accounts;

create table api_tokens (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  hint text not null check (length(hint) between 1 and 16),
  scopes text[] not null check (cardinality(scopes) between 1 and 64),
  created_by uuid references accounts (id), -- null: created on the command line of the server
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text check (length(last_used_from) between 1 and 64),
  revoked_at timestamptz,
  primary key (store_id, id)
);

alter table api_tokens enable row level security, force row level security;
create policy own_store on api_tokens to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on api_tokens for select to quartermaster_reader using (true);
-- A request is authenticated by the hash of its token, before its store is known.
create policy accounts on api_tokens for select to quartermaster_accounts using (true);
create policy accounts_use on api_tokens for update to quartermaster_accounts using (true) with check (true);

grant select, insert, update (revoked_at) on api_tokens to quartermaster_app;
grant select (store_id, id, name, hint, scopes, created_by, created_at, expires_at, last_used_at, last_used_from, revoked_at) on api_tokens
  to quartermaster_reader;
grant select, update (last_used_at, last_used_from) on api_tokens to quartermaster_accounts;

-- Who changed what in a store. Written by the transaction that made the change; rows are never changed or deleted.
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
  constraint audit_log_actor_identified check ((actor_kind = 'command_line') = (actor_id is null))
);

create index audit_log_by_actor on audit_log (store_id, actor_id, id);
create index audit_log_by_subject on audit_log (store_id, subject, id);

alter table audit_log enable row level security, force row level security;
create policy own_store on audit_log to quartermaster_app
  using (store_id = current_store()) with check (store_id = current_store());
create policy reader on audit_log for select to quartermaster_reader using (true);

grant select, insert on audit_log to quartermaster_app;
grant select on audit_log to quartermaster_reader;

-- The responses to writes with an Idempotency-Key, for requests that repeat them. `scope` is the store, or the account for
-- requests without a store, or a zero id for callers that have not signed in.
create table idempotent_responses (
  scope uuid not null,
  principal uuid not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint bytea not null check (length(fingerprint) = 32), -- of the method, the address and the body
  claimed_until timestamptz not null, -- a request is being handled
  status smallint check (status between 200 and 299), -- null: no response yet
  etag text,
  body text,
  sealed bytea, -- instead of the body, if it holds a secret that is shown once
  sealed_key_id text,
  created_at timestamptz not null default now(),
  primary key (scope, principal, key),
  constraint idempotent_responses_body_or_sealed check (body is null or sealed is null),
  constraint idempotent_responses_sealed_complete check ((sealed is null) = (sealed_key_id is null)),
  constraint idempotent_responses_content_with_status check (status is not null or num_nonnulls(etag, body, sealed) = 0)
);

create index idempotent_responses_by_age on idempotent_responses using brin (created_at);

alter table idempotent_responses enable row level security, force row level security;
create policy own_scope on idempotent_responses to quartermaster_app, quartermaster_accounts
  using (scope = current_store()) with check (scope = current_store());
create policy reader on idempotent_responses for select to quartermaster_reader using (true);

grant select, insert, update (claimed_until, fingerprint, status, etag, body, sealed, sealed_key_id, created_at), delete on idempotent_responses
  to quartermaster_app, quartermaster_accounts;
-- Not the content: it is for the caller that sent the request.
grant select (scope, principal, key, status, created_at) on idempotent_responses to quartermaster_reader;

-- People who can sign in. An account exists only after its owner has opened a link in a mail to this address, or after an
-- operator has created it.
create table accounts (
  id uuid primary key,
  email text check (length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$'), -- null: closed
  name text not null check (length(name) between 1 and 100),
  password_hash text check (password_hash like '$argon2id$%'), -- null: signs in with a passkey or a sign-in provider
  email_confirmed_at timestamptz not null default now(),
  is_operator boolean not null default false,
  totp_sealed bytea, -- `totp_key_id` names the key that opens it
  totp_key_id text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint, -- a code is accepted once, and no older code after it
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint accounts_email_unless_closed check ((email is null) = (closed_at is not null)),
  constraint accounts_totp_complete check (num_nulls(totp_sealed, totp_key_id, totp_confirmed_at) in (0, 3)),
  constraint accounts_closed_without_secrets check (closed_at is null or not is_operator and num_nonnulls(password_hash, totp_sealed) = 0)
);
create unique index accounts_by_email on accounts (email);

create trigger account_stays_closed before update on accounts
  for each row when (old.closed_at is not null)
  execute function reject_change('a closed account stays as it is');

-- A grant alone shows no row of the tables below: a role needs a policy as well.
alter table accounts enable row level security, force row level security;
create policy accounts on accounts to quartermaster_accounts using (true) with check (true);
create policy reader on accounts for select to quartermaster_reader using (true);

grant select, insert, update (email, name, password_hash, email_confirmed_at, is_operator, totp_sealed, totp_key_id, totp_confirmed_at,
  totp_last_step, closed_at) on accounts to quartermaster_accounts;
-- Who an id is, without anything that signs in.
grant select (id, email, name, email_confirmed_at, is_operator, totp_confirmed_at, created_at, closed_at) on accounts to quartermaster_reader;

create table account_sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  authenticated_at timestamptz not null default now(), -- the last sign-in or reauthentication
  address text check (length(address) between 1 and 64),
  agent text check (length(agent) between 1 and 300) -- the User-Agent header
);
create unique index account_sessions_by_token on account_sessions (token_hash);
create index account_sessions_by_account on account_sessions (account_id, id);

alter table account_sessions enable row level security, force row level security;
create policy accounts on account_sessions to quartermaster_accounts using (true) with check (true);
grant select, insert, update (last_seen_at, expires_at, ended_at, authenticated_at), delete on account_sessions to quartermaster_accounts;

-- Links in mails. A new link of a kind replaces the one before it.
create table account_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('confirm', 'reset', 'change_email')),
  account_id uuid references accounts (id),
  email text not null check (length(email) between 3 and 254), -- where it was sent
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_confirm_without_account check ((kind = 'confirm') = (account_id is null)) -- an account exists only after the confirmation
);
create unique index account_links_to_strangers on account_links (email) where account_id is null and used_at is null;
create unique index account_links_to_accounts on account_links (account_id, kind) where account_id is not null and used_at is null;

alter table account_links enable row level security, force row level security;
create policy accounts on account_links to quartermaster_accounts using (true) with check (true);
grant select, insert, update (used_at), delete on account_links to quartermaster_accounts;

create table account_recovery_codes (
  account_id uuid not null references accounts (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

alter table account_recovery_codes enable row level security, force row level security;
create policy accounts on account_recovery_codes to quartermaster_accounts using (true) with check (true);
grant select, insert, update (used_at), delete on account_recovery_codes to quartermaster_accounts;

create table account_passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  credential_id bytea not null check (length(credential_id) between 16 and 1023),
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index account_passkeys_by_credential on account_passkeys (credential_id);
create index account_passkeys_by_account on account_passkeys (account_id, id);

alter table account_passkeys enable row level security, force row level security;
create policy accounts on account_passkeys to quartermaster_accounts using (true) with check (true);
grant select, insert, update (sign_count, backed_up, name, last_used_at), delete on account_passkeys to quartermaster_accounts;

-- Accounts at sign-in providers.
create table account_identities (
  provider text not null check (provider in ('discord', 'github')),
  subject text not null check (length(subject) between 1 and 100), -- the provider's id of the person, never a name
  account_id uuid not null references accounts (id),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create unique index account_identities_once on account_identities (account_id, provider);

alter table account_identities enable row level security, force row level security;
create policy accounts on account_identities to quartermaster_accounts using (true) with check (true);
grant select, insert, delete on account_identities to quartermaster_accounts;

-- State between the two requests of a flow that needs two. Each row is used once, within minutes.
create table account_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('second_factor', 'totp', 'passkey_register', 'passkey_sign_in', 'provider')),
  account_id uuid references accounts (id),
  sealed bytea, -- secrets that the second request needs
  key_id text,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint account_challenges_sealed_complete check (num_nulls(sealed, key_id) in (0, 2)),
  constraint account_challenges_account_known check (account_id is not null or kind in ('passkey_sign_in', 'provider'))
);
create index account_challenges_by_account on account_challenges (account_id);

alter table account_challenges enable row level security, force row level security;
create policy accounts on account_challenges to quartermaster_accounts using (true) with check (true);
grant select, insert, update (attempts), delete on account_challenges to quartermaster_accounts;

-- Failed sign-in attempts, by what was tried and from where. In the database, so that all processes count together.
create table sign_in_throttle (
  kind text not null check (length(kind) between 1 and 32),
  key bytea not null check (length(key) = 32), -- hashed, because it can name people who have no account
  attempts integer not null check (attempts > 0),
  next_at timestamptz not null, -- no attempt is accepted before
  last_at timestamptz not null,
  primary key (kind, key)
) with (fillfactor = 70);
create index sign_in_throttle_by_time on sign_in_throttle (last_at);

alter table sign_in_throttle enable row level security, force row level security;
create policy accounts on sign_in_throttle to quartermaster_accounts using (true) with check (true);
grant select, insert, update (attempts, next_at, last_at), delete on sign_in_throttle to quartermaster_accounts;

-- Mails to send, each written by the transaction that causes it. The content is sealed, because it can hold sign-in links.
create table mails (
  id uuid primary key,
  kind text not null check (length(kind) between 1 and 64),
  recipient text not null check (length(recipient) between 3 and 254),
  sealed bytea, -- removed when it is sent
  key_id text not null,
  created_at timestamptz not null default now(),
  next_at timestamptz, -- null: sent or abandoned
  attempts integer not null default 0 check (attempts >= 0),
  error text check (length(error) between 1 and 500), -- of the last attempt
  sent_at timestamptz,
  constraint mails_content_until_finished check ((next_at is null) = (sealed is null)),
  constraint mails_sent_not_due check (sent_at is null or next_at is null)
) with (fillfactor = 80);
create index mails_due on mails (next_at) where next_at is not null;

alter table mails enable row level security, force row level security;
create policy accounts on mails to quartermaster_accounts using (true) with check (true);
create policy reader on mails for select to quartermaster_reader using (true);
create policy app on mails for insert to quartermaster_app with check (true);

grant select, insert, update (sealed, key_id, next_at, attempts, error, sent_at), delete on mails to quartermaster_accounts;
grant select (id, kind, recipient, key_id, created_at, next_at, attempts, error, sent_at) on mails to quartermaster_reader;
-- Changes in a store send mails too, in the same transaction.
grant insert on mails to quartermaster_app;

-- A change that gives or takes access sends a mail with a link that undoes it. `sealed` holds how the account could be opened
-- before the change; without it, the change did not concern the account itself, such as a new API token.
create table account_undos (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts (id),
  sealed bytea,
  key_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  constraint account_undos_sealed_complete check (num_nulls(sealed, key_id) in (0, 2))
);
create index account_undos_by_account on account_undos (account_id, created_at);

alter table account_undos enable row level security, force row level security;
create policy accounts on account_undos to quartermaster_accounts using (true) with check (true);
-- A store adds them for tokens that its members create, and cannot say how an account is opened.
create policy app on account_undos for insert to quartermaster_app with check (sealed is null);
grant select, insert, update (sealed, key_id), delete on account_undos to quartermaster_accounts;
grant insert on account_undos to quartermaster_app;

-- A new address takes effect when the old mailbox agrees, or at this time.
alter table accounts
  add column pending_email text check (length(pending_email) between 3 and 254),
  add column pending_email_at timestamptz,
  add constraint accounts_pending_email_complete check (num_nulls(pending_email, pending_email_at) in (0, 2)),
  add constraint accounts_closed_without_pending_email check (closed_at is null or pending_email is null);
create index accounts_pending_email on accounts (pending_email_at) where pending_email_at is not null;
grant update (pending_email, pending_email_at) on accounts to quartermaster_accounts;

alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('confirm', 'reset', 'change_email', 'approve_email'));

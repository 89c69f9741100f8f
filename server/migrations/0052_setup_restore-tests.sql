-- When the operator last restored a backup and checked the result. `quartermaster backup doctor` warns if that is long ago.
create table restore_tests (
  tested_at timestamptz not null default now() primary key
);

alter table restore_tests enable row level security, force row level security;
create policy accounts on restore_tests to quartermaster_accounts using (true) with check (true);
grant select, insert on restore_tests to quartermaster_accounts;

-- All limits in one table. A row for a plan replaces the row for all plans ('*'). Operators change it with `quartermaster limit`.
create table limits (
  plan text not null check (length(plan) between 1 and 64),
  name text not null check (name in ('stores', 'servers', 'products', 'endpoints', 'tokens', 'members', 'mails_per_hour')),
  maximum integer not null check (maximum >= 0),
  primary key (plan, name),
  -- These do not belong to a store, so they have no plan.
  constraint limits_of_the_platform check (plan = '*' or name not in ('stores', 'mails_per_hour'))
);
insert into limits (plan, name, maximum) values
  ('*', 'stores', 50), ('*', 'servers', 1000), ('*', 'products', 5000), ('*', 'endpoints', 20), ('*', 'tokens', 50),
  ('*', 'members', 100), ('*', 'mails_per_hour', 500);

alter table limits enable row level security, force row level security;
create policy everyone on limits for select to quartermaster_app, quartermaster_reader, quartermaster_accounts using (true);
create policy accounts on limits to quartermaster_accounts using (true) with check (true);
grant select on limits to quartermaster_app, quartermaster_reader;
grant select, insert, update (maximum), delete on limits to quartermaster_accounts;

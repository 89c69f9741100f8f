-- The alerts about changes of others that a member does not want by e-mail. Those about money and their own changes are always sent.
alter table accounts
  add column muted_alerts text[] not null default '{}' check (muted_alerts <@ '{commands_changed,token_created}');
grant update (muted_alerts) on accounts to quartermaster_accounts;

-- A password reset and an undo revoke the API tokens that a thief could have created, and record it in the stores.
grant update (revoked_at) on api_tokens to quartermaster_accounts;
create policy accounts on audit_log for insert to quartermaster_accounts with check (true);
grant insert on audit_log to quartermaster_accounts;
create index api_tokens_by_creator on api_tokens (created_by, created_at);

-- The update of 0022 changed no row where the owner of the database is not a superuser: row-level security hid them.
alter table provider_connections no force row level security;
update provider_connections set mode = 'test' where provider = 'sandbox' and mode is null;
alter table provider_connections force row level security;

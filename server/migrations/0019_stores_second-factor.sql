-- An owner can require a second factor of everyone who works in the store.
alter table stores add column requires_second_factor boolean not null default false;
grant update (requires_second_factor) on stores to quartermaster_app;

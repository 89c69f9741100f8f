-- How long a subscriber keeps the goods after a renewal failed.
alter table stores
  add column grace_days smallint not null default 3 constraint stores_grace_days_check check (grace_days between 1 and 30);

grant update (grace_days) on stores to quartermaster_app;

-- Whether a code reduces every period of a subscription, or the first one only.
alter table discount_codes add column every_period boolean not null default false;
grant update (every_period) on discount_codes to quartermaster_app;

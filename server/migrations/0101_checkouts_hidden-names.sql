-- Whether the buyer does not want to be named for this order. Only a proven player decides about all orders of that name.
alter table checkout_buyers add column hides_name boolean not null default false;
grant update (hides_name) on checkout_buyers to quartermaster_app;

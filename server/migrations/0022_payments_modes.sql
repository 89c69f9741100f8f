-- Whether the credentials move real money, as the provider said when they were entered. Null: connected before this was
-- checked. The foreign key binds a connection to the mode of its store, so a live store never takes play money.
alter table provider_connections add column mode text check (mode in ('live', 'test'));
alter table stores add constraint stores_id_mode_key unique (id, mode);
alter table provider_connections add constraint provider_connections_mode_of_store foreign key (store_id, mode) references stores (id, mode);
update provider_connections set mode = 'test' where provider = 'sandbox';

grant update (mode) on provider_connections to quartermaster_app;
grant select (mode) on provider_connections to quartermaster_reader;

alter table parked_payments drop constraint parked_payments_reason_check;
alter table parked_payments add constraint parked_payments_reason_check check (reason in ('unknown_checkout', 'store_mismatch',
  'provider_mismatch', 'mode_mismatch', 'amount_mismatch', 'currency_mismatch', 'payment_mismatch', 'partial_refund', 'erased_player'));

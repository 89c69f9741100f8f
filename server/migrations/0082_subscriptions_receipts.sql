-- When the receipt of a renewal is due. Null: there is none to send.
alter table subscription_invoices add column receipt_at timestamptz;

grant update (receipt_at) on subscription_invoices to quartermaster_app;

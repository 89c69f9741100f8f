-- squawk-disable-assume-in-transaction
drop index concurrently if exists subscription_invoices_to_mail;
create index concurrently if not exists subscription_invoices_to_mail on subscription_invoices (receipt_at) where receipt_at is not null;

-- squawk-disable-assume-in-transaction
drop index concurrently if exists subscriptions_to_raise;
create index concurrently if not exists subscriptions_to_raise on subscriptions (raise_at) where raise_at is not null;

-- squawk-disable-assume-in-transaction
-- The role that looks for receipts and for old tokens may not read the token, so an index on the token was never used.
drop index concurrently if exists buyers_sealed;
create index concurrently if not exists buyers_sealed on checkout_buyers (created_at) where key_id is not null;
drop index concurrently if exists buyers_without_receipt;

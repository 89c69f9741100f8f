-- squawk-disable-assume-in-transaction
drop index concurrently if exists payments_to_mail;
create index concurrently if not exists payments_to_mail on payments (return_mail_at) where return_mail_at is not null;

-- Why the buyer got no e-mail about the order, for its page, and when the receipt is tried again.
alter table checkout_buyers add column mail_refused text check (mail_refused in ('test_store', 'limit')),
  add column mail_after timestamptz;
grant update (mail_refused, mail_after) on checkout_buyers to quartermaster_app;
grant select (mail_after) on checkout_buyers to quartermaster_reader;

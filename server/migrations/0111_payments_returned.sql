-- Money that arrived for a checkout that cannot be paid any more. It is returned by a refund, and the buyer gets a mail.
alter table payments
  add column returned_at timestamptz,
  add column return_reason text,
  add column return_mail_at timestamptz, -- when the mail is due
  add constraint payments_return_reason check (return_reason in ('replaced', 'code', 'stock', 'limit', 'credit', 'gift_card')) not valid,
  add constraint payments_returned_with_reason check ((returned_at is null) = (return_reason is null)) not valid;
grant update (returned_at, return_reason, return_mail_at) on payments to quartermaster_app;

create trigger payment_returned_once before update of returned_at, return_reason on payments
  for each row when (old.returned_at is not null)
  execute function reject_change('a payment is returned once');

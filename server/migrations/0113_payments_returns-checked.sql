alter table payments
  validate constraint payments_return_reason,
  validate constraint payments_returned_with_reason;

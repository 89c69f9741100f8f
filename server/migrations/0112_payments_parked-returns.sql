alter table parked_payments
  drop constraint parked_payments_reason_check,
  add constraint parked_payments_reason_check check (reason in ('unknown_checkout', 'store_mismatch', 'provider_mismatch', 'mode_mismatch',
    'amount_mismatch', 'currency_mismatch', 'payment_mismatch', 'partial_refund', 'erased_player', 'return_refused')) not valid;

/** Why a payment is parked. The API can add reasons; those are shown by their name. */
export const REASONS = [
  'unknown_checkout',
  'store_mismatch',
  'provider_mismatch',
  'mode_mismatch',
  'amount_mismatch',
  'currency_mismatch',
  'payment_mismatch',
  'partial_refund',
  'return_refused',
  'erased_player',
] as const

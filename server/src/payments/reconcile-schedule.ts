/** Callbacks usually arrive within seconds, so the first query can wait. */
export const FIRST_RECONCILE_SECONDS = 60

/** Short enough to find a payment whose callback was lost within 15 minutes. */
export const MAX_RECONCILE_INTERVAL_SECONDS = 10 * 60

/** How long after its expiry a payment page is still queried if the provider does not report it as closed. */
export const ABANDON_AFTER_SECONDS = 7 * 86_400

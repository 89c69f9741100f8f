/** The first time a provider is asked about a checkout that stays open. Callbacks usually come within seconds. */
export const FIRST_ASK_SECONDS = 60

/** Never further apart than this, so that a payment whose callback was lost is found within 15 minutes. */
export const LONGEST_PAUSE_SECONDS = 10 * 60

/** How long after its end a page that the provider does not call closed is still asked about. */
export const GIVE_UP_SECONDS = 7 * 86_400

/** How long a request retries during an outage of the database. */
export const DATABASE_TIMEOUT_MS = 8_000

/** How long a request goes on trying while the database is away. */
export const DATABASE_TIMEOUT_MS = 8_000

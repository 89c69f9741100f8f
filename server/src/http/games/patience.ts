/** How long a request goes on trying while the database is away. */
export const PATIENCE_MS = 8_000

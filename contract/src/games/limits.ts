/**
 * Limits of the games interfaces, for the server and for the packages that clients use.
 * It has no imports, because `scripts/build-sdk.ts` copies it into the published SDK.
 */

/** How long a failed delivery waits before each further attempt. Later deliveries to the same player wait with it. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [5, 20, 60, 300]
/** A delivery is held when this attempt fails. */
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1

/** Polls per server key. */
export const POLL_RATE = { perSecond: 5, burst: 30 }
/** The longest `Prefer: wait=N` that a poll can ask for. */
export const MAX_WAIT_SECONDS = 60
export const MAX_COMMANDS_PER_POLL = 1_000
export const MAX_ONLINE_IDS = 2_000
export const MAX_HOLDING_IDS = 1_000
/** The largest `playerCount` and `maxPlayers` of a poll. */
export const MAX_PLAYER_COUNT = 100_000

export const MAX_OUTCOMES_PER_REPORT = 100
/** The longest `reason` and `output` of an outcome. */
export const MAX_OUTCOME_TEXT_LENGTH = 2_000
/** The largest `attempt` and `done` of an outcome; the database stores both as smallint. */
export const MAX_OUTCOME_COUNT = 32_767

export const MAX_GAME_USER_ID_LENGTH = 255
export const MAX_COMMAND_ID_LENGTH = 64
export const MAX_PORT = 65_535

import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500

// Class 08: connection trouble. 53: no room, memory or connection left. 57P0x: shut down, crashed, starting up.
// 25006: a standby that was a primary. 55P03 and 57014: waited too long for a lock, or for an answer.
const AWAY_STATES = /^(08...|53...|57P0[1-5]|25006|55P03|57014)$/
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const AWAY_WORDS =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|the database system is/i

/** Whether an error says that the database cannot serve just now, not that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_STATES.test(code) || AWAY_CODES.has(code) || AWAY_WORDS.test(error.message)
}

/**
 * Tries again over a restart or a failover of the database until the deadline. Only for work that may be
 * repeated: the first attempt may have been committed without our hearing of it.
 */
export async function retryWhileUnavailable<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      const left = deadline - Date.now()
      if (left <= 0) {
        throw new AppError('unavailable', 'The database cannot be reached; try again in a moment', {
          cause: error,
          retryAfter: 5,
        })
      }
      // The last attempt comes at the deadline itself.
      await sleep(Math.min(pause * (0.5 + Math.random() / 2), left))
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 500

// Class 08: connection error. 53: out of disk, memory or connections. 57P0x: shutdown, crash or startup.
// 25006: a standby that was a primary. 55P03 and 57014: lock timeout and statement timeout.
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|25006|55P03|57014)$/
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|the database system is/i

/** Whether the database is temporarily unavailable, in contrast to a statement that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE_STATES.test(code) || UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGES.test(error.message)
}

/** Whether the store of a statement is being moved to another cell, or has left. Statements of other stores work. */
export function isStoreStopped(error: unknown): boolean {
  if (error instanceof AppError) return error.cause === STOPPED
  const isDenied = error instanceof Error && 'code' in error && error.code === '42501'
  return isDenied && /row-level security policy "serving/.test(error.message)
}

const STOPPED = Symbol('the store is stopped')

export function storeStopped(): AppError {
  const message = 'This store is being moved to another cell. Retry in a few seconds.'
  return new AppError('unavailable', message, { cause: STOPPED, retryAfter: 2 })
}

/**
 * Retries during a restart or a failover of the database until the deadline. Only for idempotent work, because an attempt
 * can have been committed although its connection was lost.
 */
export async function retryWhileUnavailable<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      const left = deadline - Date.now()
      if (left <= 0) throw databaseUnavailable(error)
      // The last attempt is at the deadline.
      await sleep(Math.min(pause * (0.5 + Math.random() / 2), left))
    }
  }
}

/** Fails at the deadline, while the work continues. */
export async function answerBy<T>(deadline: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(databaseUnavailable()), Math.max(deadline - Date.now(), 0))
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export function databaseUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database is unavailable. Try again in a moment.', { cause, retryAfter: 5 })
}

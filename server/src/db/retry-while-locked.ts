import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const MAX_PAUSE_MS = 100

/**
 * Retries after a lock timeout or a deadlock until the deadline. This is always safe, because the transaction was rolled
 * back. `work` must start a new transaction each time.
 */
export async function retryWhileLocked<T>(
  deadline: number,
  work: () => Promise<T>,
  { maxPauseMs = MAX_PAUSE_MS } = {},
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockError(error) || Date.now() > deadline) throw error
      await sleep(Math.random() * maxPauseMs)
    }
  }
}

/** Whether the error is a lock timeout or a deadlock. */
export function isLockError(error: unknown): boolean {
  return waitedForLock(error) || (error instanceof pg.DatabaseError && error.code === DEADLOCK)
}

/** Whether the error is a lock timeout. */
export function waitedForLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
}

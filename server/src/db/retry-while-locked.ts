import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const LONGEST_PAUSE_MS = 100

/**
 * A transaction that waited too long for a lock, or that the database ended to break a circle, has done nothing: unlike
 * after a connection that was lost it may always be tried again. `work` begins a transaction of its own each time.
 */
export async function retryWhileLocked<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isLocked = waitedForLock(error) || (error instanceof pg.DatabaseError && error.code === DEADLOCK)
      if (!isLocked || Date.now() > deadline) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}

/** Somebody else held it for too long. */
export function waitedForLock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
}

import { createRateLimiter, type RateLimit } from '../../rate-limiter.ts'
import { ConsoleError } from '../dialect.ts'

/**
 * Delays commands that would exceed the rate limit of the game. The game silently drops them, so the outcome would be
 * uncertain; a command that waits here has certainly not been sent.
 */
export function createConsoleRateLimiter(limit: RateLimit): (signal: AbortSignal) => Promise<void> {
  const waitForSlot = createRateLimiter(limit)
  return async (signal) => {
    if (await waitForSlot(signal)) return
    throw new ConsoleError('The command was not sent: the console was closed', { mayHaveRun: false })
  }
}

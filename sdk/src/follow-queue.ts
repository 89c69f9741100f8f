import { StoreError, UnreachableError } from './errors.ts'
import type { GamesClient } from './games-client.ts'
import { delay, retryDelayMs } from './retry.ts'
import type { CheckoutCommand } from './types.ts'

type FollowOptions = {
  signal: AbortSignal
  /** How many seconds the store may keep a poll of an empty queue open. With 0, the queue is polled in intervals only. */
  wait?: number
  /** Pause between polls if the store does not support waiting, or if the queue has not changed. */
  intervalMs?: number
  /** Called with each temporary error before the poll is retried. */
  onRetry?: (error: StoreError | UnreachableError) => void
}

const DEFAULT_WAIT_SECONDS = 50
const DEFAULT_INTERVAL_MS = 5_000
/** A faster empty response did not wait, even if its headers claim so. */
const MIN_WAITED_MS = 1_000

/**
 * Yields the queue whenever it is not empty, until `signal` aborts. Commands that were not reported are yielded again
 * after every poll. Throws if a retry cannot help, for example because the key is wrong.
 */
export async function* followQueue(
  client: Pick<GamesClient, 'pollQueue'>,
  { signal, wait = DEFAULT_WAIT_SECONDS, intervalMs = DEFAULT_INTERVAL_MS, onRetry }: FollowOptions,
): AsyncGenerator<CheckoutCommand[], void, void> {
  let failures = 0
  let previousIds = new Set<string>()
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      const { commands, hasWaited } = await client.pollQueue({ wait, signal })
      failures = 0
      if (commands.length > 0) yield commands
      const hasNewCommands = commands.some(({ id }) => !previousIds.has(id))
      previousIds = new Set(commands.map(({ id }) => id))
      const waitedForNothing = commands.length === 0 && hasWaited && performance.now() - startedAt >= MIN_WAITED_MS
      if (!hasNewCommands && !waitedForNothing) await delay(intervalMs, signal)
    } catch (error) {
      if (signal.aborted) return
      const isKnown = error instanceof StoreError || error instanceof UnreachableError
      if (!isKnown || !error.isRetryable) throw error
      onRetry?.(error)
      const retryAfter = error instanceof StoreError ? error.retryAfter : undefined
      await delayUnlessAborted(retryDelayMs(failures++, retryAfter), signal)
    }
  }
}

async function delayUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

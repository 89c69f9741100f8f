import { StoreError, UnreachableError } from './errors.ts'
import type { GamesClient } from './games-client.ts'
import { pause, restBeforeRetry } from './retry.ts'
import type { CheckoutCommand } from './types.ts'

type Following = {
  signal: AbortSignal
  /** Seconds that an empty queue may be waited at; 0 asks in intervals only. */
  wait?: number
  /** Between two looks, at a store that does not wait and at a queue in which nothing changed. */
  intervalMs?: number
  /** Hears of what went wrong and will be tried again. */
  onTrouble?: (error: StoreError | UnreachableError) => void
}

const WAIT = 50
const INTERVAL_MS = 5_000
/** An empty answer that comes sooner than this did not wait, whatever it says. */
const SOON_MS = 1_000

/**
 * The queue, whenever there is something in it, until `signal` aborts. Commands that were not reported come again with
 * every look. Ends by throwing when trying again cannot help, as with a wrong key.
 */
export async function* followQueue(
  client: Pick<GamesClient, 'pollQueue'>,
  { signal, wait = WAIT, intervalMs = INTERVAL_MS, onTrouble }: Following,
): AsyncGenerator<CheckoutCommand[], void, void> {
  let failures = 0
  let before = new Set<string>()
  while (!signal.aborted) {
    const begun = performance.now()
    try {
      const { commands, hasWaited } = await client.pollQueue({ wait, signal })
      failures = 0
      if (commands.length > 0) yield commands
      const isNew = commands.some(({ id }) => !before.has(id))
      before = new Set(commands.map(({ id }) => id))
      const isQuiet = commands.length === 0 && hasWaited && performance.now() - begun >= SOON_MS
      if (!isNew && !isQuiet) await pause(intervalMs, signal)
    } catch (error) {
      if (signal.aborted) return
      const isKnown = error instanceof StoreError || error instanceof UnreachableError
      if (!isKnown || !error.isRetryable) throw error
      onTrouble?.(error)
      await rest(restBeforeRetry(failures++, error instanceof StoreError ? error.retryAfter : undefined), signal)
    }
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

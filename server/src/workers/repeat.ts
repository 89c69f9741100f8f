import { setTimeout as sleep } from 'node:timers/promises'

export type Log = (level: 'warn' | 'info', message: string) => void

type RepeatOptions = {
  name: string
  everyMs: number | (() => number)
  /** The interval after a failure. */
  retryMs: number
  signal: AbortSignal
  log: Log
}

/** Repeats the work until it is stopped. A failure is logged and retried. */
export async function repeat(
  { name, everyMs, retryMs, signal, log }: RepeatOptions,
  work: () => Promise<unknown>,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await work()
      if (failing) log('info', `${name}: recovered`)
      failing = false
    } catch (error) {
      // Logged once, because an outage can last for a while.
      if (!failing) log('warn', `${name}: ${messageOf(error)}; retrying`)
      failing = true
    }
    const pause = typeof everyMs === 'number' ? everyMs : everyMs()
    await sleep(failing ? retryMs : pause, undefined, { signal }).catch(() => undefined)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

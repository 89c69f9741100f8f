import { setTimeout as sleep } from 'node:timers/promises'

export type Log = (level: 'warn' | 'info', message: string) => void

type Repetition = {
  name: string
  everyMs: number | (() => number)
  /** After a failure. */
  againMs: number
  signal: AbortSignal
  log: Log
}

/** Does something again and again until it is stopped, whatever happens to it. */
export async function repeat(
  { name, everyMs, againMs, signal, log }: Repetition,
  work: () => Promise<unknown>,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await work()
      if (failing) log('info', `${name}: works again`)
      failing = false
    } catch (error) {
      // Said once, not every time: a database that is away stays so for a while.
      if (!failing) log('warn', `${name}: ${messageOf(error)}; trying again`)
      failing = true
    }
    const pause = typeof everyMs === 'number' ? everyMs : everyMs()
    await sleep(failing ? againMs : pause, undefined, { signal }).catch(() => undefined)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

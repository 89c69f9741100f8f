import { setTimeout as sleep } from 'node:timers/promises'

/** Starts work at a constant rate, and resolves when all of it is done. Slow work does not delay the work after it. */
export async function runSteadily(
  { perSecond, count }: { perSecond: number; count: number },
  work: (i: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < count; i++) {
    const waitMs = startedAt + (i / perSecond) * 1_000 - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const run = work(i)
    // An error is reported at the end.
    run.catch(() => undefined)
    running.push(run)
  }
  await Promise.all(running)
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true. Returns false after the timeout. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs, intervalMs = 50 }: { timeoutMs: number; intervalMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await sleep(intervalMs)
  }
  return true
}

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

/**
 * Polls a value until it is what the caller waits for. Gives up when the value did not change for the timeout, so that a
 * slow machine is not mistaken for a loss. Returns the last value.
 */
export async function waitWhileChanging<T>(
  read: () => T | Promise<T>,
  { isDone, timeoutMs, intervalMs = 100 }: { isDone: (value: T) => boolean; timeoutMs: number; intervalMs?: number },
): Promise<T> {
  for (let last = '', deadline = 0; ; await sleep(intervalMs)) {
    const value = await read()
    const current = JSON.stringify(value)
    if (current !== last) deadline = Date.now() + timeoutMs
    if (isDone(value) || Date.now() > deadline) return value
    last = current
  }
}

import { waitUntil } from '../kit/wait-until.ts'

/** Polls until the condition is true, and returns the time by performance.now(). Throws after the timeout. */
export async function waitFor(
  description: string,
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 60_000, intervalMs = 10 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<number> {
  if (await waitUntil(condition, { timeoutMs, intervalMs })) return performance.now()
  throw new Error(`${description}: not within ${timeoutMs / 1_000} s`)
}

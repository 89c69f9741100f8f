import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 10

/** Looks until `seen` is true; what it waits for is told when it never is. Answers when that was, by performance.now(). */
export async function waitUntil(
  what: string,
  seen: () => boolean | Promise<boolean>,
  { withinMs = 10_000, everyMs = LOOK_MS }: { withinMs?: number; everyMs?: number } = {},
): Promise<number> {
  const end = performance.now() + withinMs
  for (;;) {
    const before = performance.now()
    if (await seen()) return performance.now()
    if (before > end) throw new Error(`${what}: not within ${withinMs / 1_000} s`)
    await sleep(everyMs)
  }
}

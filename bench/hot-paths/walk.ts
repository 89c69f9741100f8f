import { writeFile } from 'node:fs/promises'
import { keyOf } from '../build-history.ts'

/** Keys by their number. */
export type Keys = { count: number; nth: (i: number) => number }

/** One poll in so many finds something. */
export const POLLS_PER_BUSY = 100

const STRIDE = 104_729

/**
 * The keys in the order in which they will be used: a busy one, then 99 idle ones, and so on. A large prime as the stride
 * visits them in no order of the tables, and comes to all of them.
 */
export async function writeWalk(file: string, { idle, busy }: { idle: Keys; busy: Keys }): Promise<string[]> {
  const length = Math.floor((idle.count * POLLS_PER_BUSY) / (POLLS_PER_BUSY - 1))
  const keys = Array.from({ length }, (_, i) => {
    const turn = Math.floor(i / POLLS_PER_BUSY)
    return i % POLLS_PER_BUSY === 0 ? pick(busy, turn) : pick(idle, i - turn - 1)
  })
  await writeFile(file, `${keys.join('\n')}\n`)
  return keys
}

export function inARow(first: number, count: number): Keys {
  return { count, nth: (i) => first + i }
}

function pick({ count, nth }: Keys, i: number): string {
  return keyOf(nth((i * STRIDE) % count))
}

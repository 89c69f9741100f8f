import { writeFile } from 'node:fs/promises'
import { serverKey } from '../database/build-history.ts'

/** Numbers of keys: how many there are, and the number of each. */
export type KeyNumbers = { count: number; at: (i: number) => number }

/** One poll in this many finds deliveries. */
export const POLLS_PER_BUSY = 100

const STRIDE = 104_729

/** A file with one key per line, in the order in which they poll. */
export type KeySequence = { file: string; keys: string[] }

/**
 * Writes the keys in this order: one of a busy server, then 99 of idle servers, and so on. The stride is a large prime,
 * so that the sequence contains all keys, in an order that differs from that of the tables.
 */
export async function writeKeySequence(
  file: string,
  { idle, busy }: { idle: KeyNumbers; busy: KeyNumbers },
): Promise<KeySequence> {
  const length = Math.floor((idle.count * POLLS_PER_BUSY) / (POLLS_PER_BUSY - 1))
  const keys = Array.from({ length }, (_, i) => {
    const cycle = Math.floor(i / POLLS_PER_BUSY)
    return i % POLLS_PER_BUSY === 0 ? keyAt(busy, cycle) : keyAt(idle, i - cycle - 1)
  })
  await writeFile(file, `${keys.join('\n')}\n`)
  return { file, keys }
}

/** The busy stores have the first numbers. */
export function numberKeys({ stores, busyStores }: { stores: number; busyStores: number }) {
  const numbersFrom = (first: number, count: number): KeyNumbers => ({ count, at: (i) => first + i })
  return { busy: numbersFrom(1, busyStores), idle: numbersFrom(busyStores + 1, stores - busyStores) }
}

function keyAt({ count, at }: KeyNumbers, i: number): string {
  return serverKey(at((i * STRIDE) % count))
}

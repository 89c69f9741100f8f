import { writeFile } from 'node:fs/promises'
import { type History, POLLS_PER_BUSY, serverKey, storeOfPoll } from '../database/build-history.ts'

/** A file with one key per line, in the order in which they poll. */
export type KeySequence = { file: string; keys: string[] }

/** All keys of idle stores once, with one key of a busy store before every 99 of them. */
export async function writeKeySequence(file: string, history: History): Promise<KeySequence> {
  const idleStores = history.stores - history.busyStores
  const length = Math.floor((idleStores * POLLS_PER_BUSY) / (POLLS_PER_BUSY - 1))
  const keys = Array.from({ length }, (_, i) => serverKey(storeOfPoll(i, history)))
  await writeFile(file, `${keys.join('\n')}\n`)
  return { file, keys }
}

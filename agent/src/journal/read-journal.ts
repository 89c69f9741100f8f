import { readFile } from 'node:fs/promises'
import { applyRecord, type Entry } from './entry.ts'
import { decodeRecord } from './record.ts'

export type ReadJournal = {
  entries: Map<string, Entry>
  /** How many bytes of the file are sound; what is behind them was never finished. */
  soundBytes: number
  fileBytes: number
}

export class DamagedJournalError extends Error {
  override readonly name = 'DamagedJournalError'
}

const LINE_END = 0x0a

/** May be called while an agent writes. A last line that was cut short is left out: nobody acted on it. */
export async function readJournal(path: string): Promise<ReadJournal> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const entries = new Map<string, Entry>()
  let soundBytes = 0
  let damagedAt: number | undefined
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_END, start)
    const record = end === -1 ? undefined : decodeRecord(bytes.toString('utf8', start, end))
    if (!record) damagedAt ??= line
    else if (damagedAt !== undefined) throw new DamagedJournalError(damaged(path, damagedAt))
    else {
      applyRecord(entries, record)
      soundBytes = end + 1
    }
    start = end === -1 ? bytes.length : end + 1
  }
  return { entries, soundBytes, fileBytes: bytes.length }
}

function damaged(path: string, line: number): string {
  return (
    `The journal ${path} is damaged in line ${line}, and not at its end, so a crash did not do it. ` +
    'Without it the agent cannot tell what ran. Compare the last sales with the game, then move the file away and start again: ' +
    'the agent then runs everything that the store still has waiting.'
  )
}

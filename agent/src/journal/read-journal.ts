import { readFile } from 'node:fs/promises'
import { applyRecord, type Entry } from './entry.ts'
import { decodeRecord } from './record.ts'

export type JournalContent = {
  entries: Map<string, Entry>
  /** How many bytes of the file are valid. The bytes after them belong to a write that did not finish. */
  validBytes: number
  fileBytes: number
}

export class DamagedJournalError extends Error {
  override readonly name = 'DamagedJournalError'
}

const LINE_FEED = 0x0a

/** May be called while an agent writes. An incomplete last line is ignored, because the agent has not acted on it. */
export async function readJournal(path: string): Promise<JournalContent> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const entries = new Map<string, Entry>()
  let validBytes = 0
  let damagedLine: number | undefined
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, start)
    const record = end === -1 ? undefined : decodeRecord(bytes.toString('utf8', start, end))
    if (!record) damagedLine ??= line
    else if (damagedLine !== undefined) throw new DamagedJournalError(describeDamage(path, damagedLine))
    else {
      applyRecord(entries, record)
      validBytes = end + 1
    }
    start = end === -1 ? bytes.length : end + 1
  }
  return { entries, validBytes, fileBytes: bytes.length }
}

function describeDamage(path: string, line: number): string {
  return (
    `The journal ${path} is damaged in line ${line}. Because the damage is not at its end, a crash did not cause it. ` +
    'Without the journal the agent does not know which commands ran. Compare the latest sales with the game. ' +
    'Then move the file away and start the agent again: it runs everything that is still waiting in the store.'
  )
}

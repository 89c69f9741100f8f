import { rm, truncate } from 'node:fs/promises'
import { openAppendFile } from './append-file.ts'
import { applyRecord, type Entry, toRecords } from './entry.ts'
import { lockJournal } from './lock.ts'
import { readJournal } from './read-journal.ts'
import { encodeRecord, type JournalRecord } from './record.ts'

type NewRecord<R = JournalRecord> = R extends JournalRecord ? Omit<R, 'at'> : never

/** The record of everything that this agent did. A step is on disk before the agent continues. */
export type Journal = {
  entry: (id: string) => Entry | undefined
  /** The deliveries that the store has not confirmed yet, oldest first. */
  unconfirmed: () => Entry[]
  /** Updates the entries at once and resolves when the records are on disk. After a failure every later call fails. */
  write: (...newRecords: NewRecord[]) => Promise<void>
  close: () => Promise<void>
}

export type JournalSettings = {
  /** Confirmed entries are kept for this long, to show them and to recognise late duplicates. */
  keepDays: number
  /** How many confirmed entries are kept. */
  maxConfirmed: number
  /** Smaller files are not compacted. */
  compactBytes: number
}

const DEFAULTS: JournalSettings = { keepDays: 7, maxConfirmed: 10_000, compactBytes: 4 * 1024 * 1024 }
const DAY_MS = 24 * 60 * 60 * 1000

export async function openJournal(path: string, settings: Partial<JournalSettings> = {}): Promise<Journal> {
  const { keepDays, maxConfirmed, compactBytes } = { ...DEFAULTS, ...settings }
  const unlock = await lockJournal(path)
  try {
    const { entries, validBytes, fileBytes } = await readJournal(path)
    // Otherwise the next line would be appended to an incomplete one, and both would be lost.
    if (validBytes < fileBytes) await truncate(path, validBytes)
    await rm(`${path}.new`, { force: true })
    const file = await openAppendFile(path, validBytes)
    let compactAt = compactBytes

    function createCompactContent(): string {
      deleteOldEntries(entries, { keepDays, maxConfirmed })
      return [...entries.values()].flatMap(toRecords).map(encodeRecord).join('')
    }

    async function write(...newRecords: NewRecord[]): Promise<void> {
      const at = new Date().toISOString()
      const records = newRecords.map((record): JournalRecord => ({ ...record, at }))
      for (const record of records) applyRecord(entries, record)
      const written = file.append(records.map(encodeRecord).join(''))
      if (file.size() > compactAt) {
        compactAt = Number.POSITIVE_INFINITY
        await file.replace(createCompactContent)
        compactAt = Math.max(compactBytes, file.size() * 2)
      }
      await written
    }

    return {
      entry: (id) => entries.get(id),
      unconfirmed: () => [...entries.values()].filter(({ storeStatus }) => storeStatus === undefined),
      write,
      async close() {
        await file.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

type Retention = Pick<JournalSettings, 'keepDays' | 'maxConfirmed'>

/** Never deletes an entry that prevents a command from running a second time. */
function deleteOldEntries(entries: Map<string, Entry>, { keepDays, maxConfirmed }: Retention): void {
  const keepSince = new Date(Date.now() - keepDays * DAY_MS).toISOString()
  const deletable = [...entries.values()].filter((entry) => entry.storeStatus !== undefined || isUntouched(entry))
  for (const [index, { id, at }] of deletable.entries()) {
    if (at < keepSince || index < deletable.length - maxConfirmed) entries.delete(id)
  }
}

/** The delivery was released before any of its commands was sent. */
function isUntouched({ done, begun, outcome }: Entry): boolean {
  return done === 0 && begun === undefined && outcome === undefined
}

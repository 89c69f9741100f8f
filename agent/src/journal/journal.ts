import { rm, truncate } from 'node:fs/promises'
import { openAppendFile } from './append-file.ts'
import { applyRecord, type Entry, recordsOf } from './entry.ts'
import { lockJournal } from './lock.ts'
import { readJournal } from './read-journal.ts'
import { encodeRecord, type JournalRecord } from './record.ts'

type Fact<R = JournalRecord> = R extends JournalRecord ? Omit<R, 'at'> : never

/** What this agent did, on disk before it goes on. */
export type Journal = {
  entry: (id: string) => Entry | undefined
  /** What the store has not confirmed yet, oldest first. */
  unsettled: () => Entry[]
  /** Known at once, and durable when it resolves. Rejects when the disk does, and then for ever. */
  write: (...facts: Fact[]) => Promise<void>
  close: () => Promise<void>
}

export type JournalSettings = {
  /** Settled entries are kept for this long and at most so many, to show them and to know a late duplicate. */
  keepDays: number
  keepMost: number
  /** Smaller files are left as they are. */
  compactBytes: number
}

const USUAL: JournalSettings = { keepDays: 7, keepMost: 10_000, compactBytes: 4 * 1024 * 1024 }
const DAY_MS = 24 * 60 * 60 * 1000

export async function openJournal(path: string, settings: Partial<JournalSettings> = {}): Promise<Journal> {
  const { keepDays, keepMost, compactBytes } = { ...USUAL, ...settings }
  const unlock = await lockJournal(path)
  try {
    const { entries, soundBytes, fileBytes } = await readJournal(path)
    // Otherwise the next line would grow onto the torn one and be lost with it.
    if (soundBytes < fileBytes) await truncate(path, soundBytes)
    await rm(`${path}.new`, { force: true })
    const file = await openAppendFile(path, soundBytes)
    let compactAt = compactBytes

    function content(): string {
      forget(entries, { keepDays, keepMost })
      return [...entries.values()].flatMap(recordsOf).map(encodeRecord).join('')
    }

    async function write(...facts: Fact[]): Promise<void> {
      const at = new Date().toISOString()
      const records = facts.map((fact): JournalRecord => ({ ...fact, at }))
      for (const record of records) applyRecord(entries, record)
      const written = file.append(records.map(encodeRecord).join(''))
      if (file.size() > compactAt) {
        compactAt = Number.POSITIVE_INFINITY
        await file.replace(content)
        compactAt = Math.max(compactBytes, file.size() * 2)
      }
      await written
    }

    return {
      entry: (id) => entries.get(id),
      unsettled: () => [...entries.values()].filter(({ settled }) => settled === undefined),
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

/** Never what keeps a console command from running a second time. */
function forget(entries: Map<string, Entry>, { keepDays, keepMost }: { keepDays: number; keepMost: number }): void {
  const since = new Date(Date.now() - keepDays * DAY_MS).toISOString()
  const idle = [...entries.values()].filter((entry) => entry.settled !== undefined || isUntouched(entry))
  for (const [index, { id, at }] of idle.entries()) {
    if (at < since || index < idle.length - keepMost) entries.delete(id)
  }
}

/** Taken, and then let go of before anything of it was sent. */
function isUntouched({ done, begun, conclusion }: Entry): boolean {
  return done === 0 && begun === undefined && conclusion === undefined
}

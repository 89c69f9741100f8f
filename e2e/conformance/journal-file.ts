import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { DeliveryJournal } from '../emulators/document-client.ts'

type State = 'started' | 'ran' | 'reported'

/** A journal that survives a kill: each change is appended to a file as one line. */
export function openJournalFile(path: string): DeliveryJournal {
  const journal: DeliveryJournal = new Map(existsSync(path) ? readEntries(path) : [])
  const set = journal.set.bind(journal)
  journal.set = (id, state) => {
    appendFileSync(path, `${id} ${state}\n`)
    return set(id, state)
  }
  return journal
}

function readEntries(path: string): [string, State][] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => line.split(' ') as [string, State])
}

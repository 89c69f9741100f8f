import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { DeliveryJournal } from '../emulators/document-script.ts'

type State = 'started' | 'ran' | 'reported'

/** A journal that a killed process finds again: every change is a line at the end of a file. */
export function openJournalFile(path: string): DeliveryJournal {
  const journal: DeliveryJournal = new Map(existsSync(path) ? linesOf(path) : [])
  const set = journal.set.bind(journal)
  journal.set = (id, state) => {
    appendFileSync(path, `${id} ${state}\n`)
    return set(id, state)
  }
  return journal
}

function linesOf(path: string): [string, State][] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => line.split(' ') as [string, State])
}

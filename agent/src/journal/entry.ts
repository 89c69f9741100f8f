import type { DeliveryType, OutcomeResult } from '@quartermaster/sdk'
import type { Conclusion, JournalRecord } from './record.ts'

/** What the journal knows of a command: its latest attempt. */
export type Entry = {
  id: string
  attempt: number
  player: string
  type: DeliveryType
  products: readonly string[]
  repeatable: boolean
  steps: number
  /** How many console commands certainly ran, from the first on. */
  done: number
  /** Set while a console command was begun and is not known to have ended. */
  begun?: number
  output: string
  conclusion?: Conclusion
  settled?: OutcomeResult['status']
  at: string
}

/** Plays one record into what is known. A record of an older attempt changes nothing. */
export function applyRecord(entries: Map<string, Entry>, record: JournalRecord): void {
  const { id, attempt, at } = record
  const known = entries.get(id)
  if (known && known.attempt > attempt) return
  if (record.kind === 'taken') {
    const { player, type, products, repeatable, steps, done } = record
    // Set anew, so that the order of the map is the order of time.
    entries.delete(id)
    entries.set(id, { id, attempt, player, type, products, repeatable, steps, done, output: '', at })
    return
  }
  if (known?.attempt !== attempt) return
  known.at = at
  switch (record.kind) {
    case 'begun':
      known.begun = record.step
      return
    case 'ended':
      delete known.begun
      known.done = record.step + 1
      known.output = joined(known.output, record.output)
      return
    case 'unsent':
      delete known.begun
      return
    case 'concluded':
      known.conclusion = record.outcome
      return
    case 'settled':
      known.settled = record.status
      known.output = ''
  }
}

/** The shortest records that lead to this entry. */
export function recordsOf(entry: Entry): JournalRecord[] {
  const { id, attempt, at, player, type, products, repeatable, steps, done } = entry
  const records: JournalRecord[] = [{ id, attempt, at, kind: 'taken', player, type, products, repeatable, steps, done }]
  // What was printed by the last command stands for all of them.
  if (entry.output !== '') {
    records[0] = { id, attempt, at, kind: 'taken', player, type, products, repeatable, steps, done: done - 1 }
    records.push({ id, attempt, at, kind: 'ended', step: done - 1, output: entry.output })
  }
  if (entry.begun !== undefined) records.push({ id, attempt, at, kind: 'begun', step: entry.begun })
  if (entry.conclusion) records.push({ id, attempt, at, kind: 'concluded', outcome: entry.conclusion })
  if (entry.settled) records.push({ id, attempt, at, kind: 'settled', status: entry.settled })
  return records
}

const OUTPUT_MOST = 2_000

function joined(before: string, after: string): string {
  return [before, after.trim()].filter(Boolean).join('\n').slice(0, OUTPUT_MOST)
}

import type { DeliveryType, OutcomeResult } from '@quartermaster/sdk'
import type { DeliveryOutcome, JournalRecord } from './record.ts'

/** The state of a delivery in the journal: its latest attempt. */
export type Entry = {
  id: string
  attempt: number
  checkoutId?: string
  player: string
  type: DeliveryType
  products: readonly string[]
  repeatable: boolean
  steps: number
  /** How many console commands have certainly run, counted from the first. */
  done: number
  /** The command that was begun and is not known to have ended. */
  begun?: number
  output: string
  outcome?: DeliveryOutcome
  /** The status with which the store confirmed the report. */
  storeStatus?: OutcomeResult['status']
  at: string
}

/** Applies one record to the entries. Records of older attempts are ignored. */
export function applyRecord(entries: Map<string, Entry>, record: JournalRecord): void {
  const { id, attempt, at } = record
  const entry = entries.get(id)
  if (entry && entry.attempt > attempt) return
  if (record.kind === 'taken') {
    const { checkoutId, player, type, products, repeatable, steps, done } = record
    const origin = checkoutId === undefined ? {} : { checkoutId }
    // Deleted first, so that the entries stay in chronological order.
    entries.delete(id)
    entries.set(id, { id, attempt, ...origin, player, type, products, repeatable, steps, done, output: '', at })
    return
  }
  if (entry?.attempt !== attempt) return
  entry.at = at
  switch (record.kind) {
    case 'begun':
      entry.begun = record.step
      return
    case 'ended':
      delete entry.begun
      entry.done = record.step + 1
      entry.output = appendOutput(entry.output, record.output)
      return
    case 'unsent':
      delete entry.begun
      return
    case 'concluded':
      entry.outcome = record.outcome
      return
    case 'settled':
      entry.storeStatus = record.status
      entry.output = ''
  }
}

/** Returns the shortest list of records that produces this entry. */
export function toRecords(entry: Entry): JournalRecord[] {
  const { id, attempt, at, checkoutId, player, type, products, repeatable, steps, done } = entry
  const content = { ...(checkoutId !== undefined && { checkoutId }), player, type, products, repeatable, steps }
  const records: JournalRecord[] = [{ id, attempt, at, kind: 'taken', ...content, done }]
  // One `ended` record carries the output of all commands that ran.
  if (entry.output !== '') {
    records[0] = { id, attempt, at, kind: 'taken', ...content, done: done - 1 }
    records.push({ id, attempt, at, kind: 'ended', step: done - 1, output: entry.output })
  }
  if (entry.begun !== undefined) records.push({ id, attempt, at, kind: 'begun', step: entry.begun })
  if (entry.outcome) records.push({ id, attempt, at, kind: 'concluded', outcome: entry.outcome })
  if (entry.storeStatus) records.push({ id, attempt, at, kind: 'settled', status: entry.storeStatus })
  return records
}

const MAX_OUTPUT_LENGTH = 2_000

function appendOutput(before: string, after: string): string {
  return [before, after.trim()].filter(Boolean).join('\n').slice(0, MAX_OUTPUT_LENGTH)
}

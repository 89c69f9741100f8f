import { createHash } from 'node:crypto'
import type { DeliveryType, Outcome, OutcomeResult } from '@quartermaster/sdk'

/** One line of the journal. All are about one attempt at one command of the store. */
export type JournalRecord = { id: string; attempt: number; at: string } & (
  | {
      kind: 'taken'
      player: string
      type: DeliveryType
      products: readonly string[]
      repeatable: boolean
      /** How many console commands it has, and how many of them ran in earlier attempts. */
      steps: number
      done: number
    }
  | { kind: 'begun'; step: number }
  | { kind: 'ended'; step: number; output: string }
  /** Begun, and then certainly not sent. */
  | { kind: 'unsent'; step: number }
  | { kind: 'concluded'; outcome: Conclusion }
  | { kind: 'settled'; status: OutcomeResult['status'] }
)

export type Conclusion = Omit<Outcome, 'id' | 'attempt'>

const SUM_LENGTH = 12

export function encodeRecord(record: JournalRecord): string {
  const text = JSON.stringify(record)
  return `${sumOf(text)} ${text}\n`
}

/** Undefined when the line is not what was written. */
export function decodeRecord(line: string): JournalRecord | undefined {
  const text = line.slice(SUM_LENGTH + 1)
  if (line.slice(0, SUM_LENGTH) !== sumOf(text)) return undefined
  return JSON.parse(text) as JournalRecord
}

function sumOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, SUM_LENGTH)
}

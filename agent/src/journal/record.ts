import { createHash } from 'node:crypto'
import type { DeliveryType, Outcome, OutcomeResult } from '@quartermaster/sdk'

/** One line of the journal, about one attempt to run one delivery. Older agents wrote these field names too. */
export type JournalRecord = { id: string; attempt: number; at: string } & (
  | {
      kind: 'taken'
      /** Older agents did not write it. */
      checkoutId?: string
      player: string
      type: DeliveryType
      products: readonly string[]
      repeatable: boolean
      /** The number of console commands, and how many of them ran in earlier attempts. */
      steps: number
      done: number
    }
  | { kind: 'begun'; step: number }
  | { kind: 'ended'; step: number; output: string }
  /** The command was begun, but it is certain that it was not sent. */
  | { kind: 'unsent'; step: number }
  | { kind: 'concluded'; outcome: DeliveryOutcome }
  /** The store confirmed the report of the outcome. */
  | { kind: 'settled'; status: OutcomeResult['status'] }
)

export type DeliveryOutcome = Omit<Outcome, 'id' | 'attempt'>

const CHECKSUM_LENGTH = 12

export function encodeRecord(record: JournalRecord): string {
  const text = JSON.stringify(record)
  return `${checksum(text)} ${text}\n`
}

/** Returns undefined if the checksum does not match the line. */
export function decodeRecord(line: string): JournalRecord | undefined {
  const text = line.slice(CHECKSUM_LENGTH + 1)
  if (line.slice(0, CHECKSUM_LENGTH) !== checksum(text)) return undefined
  return JSON.parse(text) as JournalRecord
}

function checksum(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, CHECKSUM_LENGTH)
}

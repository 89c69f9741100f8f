import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'

const FILE = resolve(import.meta.dirname, 'figures.json')
const GIB = 2 ** 30

/** What an entry has printed when it ended. Documents take their figures from here. */
export type FigureRecord = {
  date: string
  commit: string
  machine: string
  seconds: number
  /** False if a promise was broken, such as a lost or doubled delivery. A figure beyond its limit is in `missed`. */
  ok: boolean
  figures: Record<string, unknown>
}

export function readRecords(): Record<string, FigureRecord> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, FigureRecord>
}

export function writeRecord(name: string, result: Pick<FigureRecord, 'seconds' | 'ok' | 'figures'>): void {
  const record = {
    date: new Date().toISOString().slice(0, 10),
    commit: currentCommit(),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / GIB)} GiB`,
    ...result,
  }
  const records = Object.entries({ ...readRecords(), [name]: record }).toSorted(([a], [b]) => a.localeCompare(b))
  // A run that is stopped while it writes leaves the old file.
  writeFileSync(`${FILE}.new`, `${JSON.stringify(Object.fromEntries(records), null, 2)}\n`)
  renameSync(`${FILE}.new`, FILE)
}

export function currentCommit(): string {
  return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim()
}

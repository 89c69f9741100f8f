import { readConfig } from '../config.ts'
import { adviceFor } from '../delivery/log-outcome.ts'
import type { Entry } from '../journal/entry.ts'
import { readJournal } from '../journal/read-journal.ts'
import type { Options } from './options.ts'

const LAST_MOST = 10

export async function status(options: Options): Promise<number> {
  const { journal } = readConfig(options.config)
  const { entries } = await readJournal(journal)
  const state = stateOf([...entries.values()])
  if (options.json) console.log(JSON.stringify({ journal, ...state }))
  else console.log(tell(state))
  return 0
}

type State = { unreported: Entry[]; halfDone: Entry[]; inDoubt: Entry[]; failed: Entry[]; last: Entry[] }

/** What the journal of an agent says, sorted by what its owner wants to know. */
function stateOf(entries: Entry[]): State {
  const latest = entries.toSorted((a, b) => b.at.localeCompare(a.at))
  return {
    unreported: latest.filter(({ conclusion, settled }) => conclusion && !settled),
    halfDone: latest.filter(({ conclusion }) => !conclusion),
    inDoubt: latest.filter(({ conclusion, settled }) => conclusion?.outcome === 'in_doubt' && isOpen(settled)),
    failed: latest.filter(({ conclusion, settled }) => conclusion?.outcome === 'failed' && settled === 'held'),
    last: latest.filter(({ conclusion }) => conclusion?.outcome === 'done').slice(0, LAST_MOST),
  }
}

/** Not reported yet, or held; anything else means that it was settled elsewhere. */
function isOpen(settled: Entry['settled']): boolean {
  return settled === undefined || settled === 'held'
}

function tell({ unreported, halfDone, inDoubt, failed, last }: State): string {
  return [
    ...section('In doubt', inDoubt, (entry) => `${line(entry)}\n    ${adviceFor(entry.id)}`),
    ...section('Failed, and held by the store', failed, (entry) => `${line(entry)}: ${entry.conclusion?.reason ?? ''}`),
    ...section('Begun, and not at its end', halfDone, (entry) => `${line(entry)}, ${entry.done} of ${entry.steps} ran`),
    ...section('Not yet reported to the store', unreported, line),
    ...section('Last deliveries', last, line),
  ].join('\n')
}

function section(title: string, entries: Entry[], show: (entry: Entry) => string): string[] {
  if (entries.length === 0) return [`${title}: none`]
  return [`${title}: ${entries.length}`, ...entries.map((entry) => `  ${show(entry)}`)]
}

function line({ at, player, type, products, id, attempt }: Entry): string {
  return `${at}  ${player}  ${type}  ${products.join(', ')}  ${id}${attempt > 1 ? ` (attempt ${attempt})` : ''}`
}

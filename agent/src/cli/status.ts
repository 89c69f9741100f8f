import { readConfig } from '../config.ts'
import { describeNextStep } from '../delivery/log-outcome.ts'
import type { Entry } from '../journal/entry.ts'
import { readJournal } from '../journal/read-journal.ts'
import type { Options } from './options.ts'

const MAX_LAST_DELIVERIES = 10

export async function status(options: Options): Promise<number> {
  const { journal } = readConfig(options.config)
  const { entries } = await readJournal(journal)
  const summary = summarise([...entries.values()])
  if (options.json) console.log(JSON.stringify({ journal, ...summary }))
  else console.log(formatSummary(summary))
  return 0
}

type Summary = {
  uncertain: Entry[]
  failed: Entry[]
  unfinished: Entry[]
  unreported: Entry[]
  lastDeliveries: Entry[]
}

function summarise(entries: Entry[]): Summary {
  const newestFirst = entries.toSorted((a, b) => b.at.localeCompare(a.at))
  return {
    uncertain: newestFirst.filter((entry) => entry.outcome?.outcome === 'in_doubt' && isUndecided(entry)),
    failed: newestFirst.filter(({ outcome, storeStatus }) => outcome?.outcome === 'failed' && storeStatus === 'held'),
    unfinished: newestFirst.filter(({ outcome }) => !outcome),
    unreported: newestFirst.filter(({ outcome, storeStatus }) => outcome && !storeStatus),
    lastDeliveries: newestFirst.filter(({ outcome }) => outcome?.outcome === 'done').slice(0, MAX_LAST_DELIVERIES),
  }
}

/** Not reported yet, or held. Any other status means that it was decided in the store. */
function isUndecided({ storeStatus }: Entry): boolean {
  return storeStatus === undefined || storeStatus === 'held'
}

function formatSummary({ uncertain, failed, unfinished, unreported, lastDeliveries }: Summary): string {
  return [
    ...formatSection('Uncertain', uncertain, (entry) => `${formatEntry(entry)}\n    ${describeNextStep(entry.id)}`),
    ...formatSection('Failed and held by the store', failed, (entry) =>
      [formatEntry(entry), entry.outcome?.reason ?? ''].join(': '),
    ),
    ...formatSection('Not finished', unfinished, (entry) =>
      [formatEntry(entry), `${entry.done} of ${entry.steps} commands ran`].join(', '),
    ),
    ...formatSection('Not yet reported to the store', unreported, formatEntry),
    ...formatSection('Last deliveries', lastDeliveries, formatEntry),
  ].join('\n')
}

function formatSection(title: string, entries: Entry[], format: (entry: Entry) => string): string[] {
  if (entries.length === 0) return [`${title}: none`]
  return [`${title}: ${entries.length}`, ...entries.map((entry) => `  ${format(entry)}`)]
}

function formatEntry({ at, player, type, products, id, attempt }: Entry): string {
  return `${at}  ${player}  ${type}  ${products.join(', ')}  ${id}${attempt > 1 ? ` (attempt ${attempt})` : ''}`
}

import { readConfig } from '../config.ts'
import type { Entry } from '../journal/entry.ts'
import { readJournal } from '../journal/read-journal.ts'
import type { Options } from './options.ts'

/** `delivered`: all of its commands ran. `uncertain`: some of them ran, or may have run. */
type RanDelivery = Pick<Entry, 'id' | 'checkoutId' | 'player' | 'type' | 'products' | 'at'> & {
  result: 'delivered' | 'uncertain'
  commandsRun: number
}

/** What this agent ran, also for a store that no longer knows of it. */
export async function journal({ config, since, json }: Options): Promise<number> {
  const start = since === undefined ? undefined : new Date(since)
  if (start && Number.isNaN(start.getTime())) {
    console.error(`"${since}" is not a time. Use one such as 2026-11-16T14:00:00Z.`)
    return 2
  }
  const { journal: path } = readConfig(config)
  const { entries } = await readJournal(path)
  const deliveries = [...entries.values()].filter(hasRun).map(toRanDelivery)
  const wanted = deliveries.filter(({ at }) => start === undefined || new Date(at) >= start)
  if (json) console.log(JSON.stringify({ journal: path, deliveries: wanted }))
  else console.log(wanted.length === 0 ? 'Nothing ran.' : wanted.map(formatDelivery).join('\n'))
  return 0
}

function hasRun({ done, begun, outcome }: Entry): boolean {
  return done > 0 || begun !== undefined || outcome?.outcome === 'in_doubt' || outcome?.outcome === 'done'
}

function toRanDelivery({ id, checkoutId, player, type, products, at, done, outcome }: Entry): RanDelivery {
  const result = outcome?.outcome === 'done' ? 'delivered' : 'uncertain'
  return { id, ...(checkoutId !== undefined && { checkoutId }), player, type, products, at, result, commandsRun: done }
}

function formatDelivery({ at, result, player, type, products, id, checkoutId = '-' }: RanDelivery): string {
  return `${at}  ${result.padEnd(9)}  ${player}  ${type}  ${products.join(', ')}  ${id}  ${checkoutId}`
}

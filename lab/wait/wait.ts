import { readFile } from 'node:fs/promises'
import { readOptions } from '../../e2e/kit/options.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { checkPromises } from './check-promises.ts'
import { LONG, SHORT } from './plan.ts'
import { runPhases } from './run-phases.ts'

/** From COMMIT to the complete response. The short form allows four times as much, because it runs on busy machines. */
const MAX_P99_MS = 250
/** Files that a server has open in addition to the connections of waiters. */
const SPARE_FILES = 500
/** The kernel decides which process gets a connection, so one of them can have half as many again as the average. */
const UNEVENNESS = 1.5

const options = readOptions({
  script: 'lab wait',
  about: `Measures what waiting polls cost, and how soon a sale reaches the game server that waits for it. Thousands of servers
poll with \`Prefer: wait=60\`: while nothing is sold, at 50 sales per second, with sales whose COMMIT comes late, during a
crash of the database, and while the server stops. Needs Linux.`,
  options: {
    waiters: { type: 'number', help: 'waiting game servers', default: 50_000, short: 500 },
    processes: {
      type: 'number',
      help: 'processes of the server, which share the waiters; 0: enough for their open files',
      default: 0,
    },
  },
})

await runHarness(options, async (defer) => {
  const { short, seed, waiters: requested } = options
  const openFileLimit = await readOpenFileLimit()
  const maxPerProcess = openFileLimit - SPARE_FILES
  const processes = options.processes || Math.max(1, Math.ceil((requested * UNEVENNESS) / maxPerProcess))
  const waiters = Math.min(requested, maxPerProcess * processes)
  if (waiters < requested)
    console.log(`${waiters} of ${requested} waiters, because a process may have ${openFileLimit} files open here`)
  const plan = { waiters, processes, seed, ...(short ? SHORT : LONG) }
  const { figures, notes } = await runPhases(defer, plan)
  const judged = checkPromises(figures, { maxP99Ms: short ? 4 * MAX_P99_MS : MAX_P99_MS })
  if (figures.hiccupWorstMs > MAX_P99_MS)
    console.log(`Timers were up to ${figures.hiccupWorstMs} ms late. On a less busy machine, lags are more reliable.`)
  if (judged.failures.length > 0) for (const note of notes) console.error(note)
  return { figures: { ...figures, asked: requested, openFileLimit }, ...judged }
})

/** The limit of this process and of those that it starts. Node raises its own to the highest that is allowed. */
async function readOpenFileLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
}

import { alternateRounds } from '../comparison.ts'
import { median, round } from '../figures.ts'
import { createPoller, type KeySequence } from '../hot-paths/poller.ts'
import type { LoadedServer } from '../hot-paths/run-wrk.ts'
import { openPages, type ShopServer } from './shop-server.ts'

/** Many, so that each one waits most of the time and a slow response hardly delays the next request. */
const CONNECTIONS = 256
const MAX_RATIO = 1.5
/** Pages get the other half of the process, and leave some of it free. */
const SHARE_OF_POLLS = 0.5
const SHARE_OF_PAGES = 0.25
/** A p99 moves more than the number of pages, so that it needs more rounds. */
const ROUNDS_FACTOR = 2
/** Rounds in which other programs kept the load from being sent are left out. */
const MIN_SENT = 0.95

type Visits = { rounds: number; seconds: number; sequence: KeySequence; pagesPerSecond: number }

/**
 * Polls at half of their limit: alone, while visitors open pages in the same process, and while they get the same bytes from another
 * process, which shows how much of the delay comes from programs that share the machine. The rounds alternate, and each ratio is taken
 * within one of them.
 */
export async function measurePolls(
  { server, elsewhere }: { server: ShopServer; elsewhere: LoadedServer },
  { rounds, seconds, sequence, pagesPerSecond }: Visits,
) {
  const poller = createPoller(server, { sequence, connections: CONNECTIONS })
  await poller.poll(seconds)
  const polls = (await poller.poll(seconds)).perSecond * SHARE_OF_POLLS
  const pages = pagesPerSecond * SHARE_OF_PAGES
  const visit = { connections: CONNECTIONS, seconds, perSecond: pages }

  async function measure(visited?: LoadedServer) {
    const [{ perSecond, p99Ms, failures }, visits] = await Promise.all([
      poller.poll(seconds, polls),
      visited && openPages(visited, visit),
    ])
    const isSent = perSecond > polls * MIN_SENT && (visits?.perSecond ?? pages) > pages * MIN_SENT
    return { p99Ms, isSent, failures: [...failures, ...(visits?.failures ?? [])] }
  }

  const sides = [undefined, server, elsewhere].map((visited) => ({ measure: () => measure(visited) }))
  const planned = rounds * ROUNDS_FACTOR
  const label = 'polls beside pages'
  const [alone = [], together = [], apart = []] = await alternateRounds(sides, { rounds: planned, label })
  const usable = alone.flatMap((quiet, i) => {
    const [loaded, other] = [together[i], apart[i]]
    return loaded && other && quiet.isSent && loaded.isSent && other.isSent ? { quiet, loaded, other } : []
  })
  const isEnough = usable.length >= planned / 2
  const ratio = round(median(usable.map(({ quiet, loaded }) => loaded.p99Ms / quiet.p99Ms)), 2)
  return {
    figures: {
      pollsP99Ratio: ratio,
      pollsP99Ms: round(median(usable.map(({ quiet }) => quiet.p99Ms)), 2),
      pollsBesidePagesP99Ms: round(median(usable.map(({ loaded }) => loaded.p99Ms)), 2),
      pollsBesideOtherProcessRatio: round(median(usable.map(({ quiet, other }) => other.p99Ms / quiet.p99Ms)), 2),
      steadyPollsPerSecond: Math.round(polls),
      steadyPagesPerSecond: Math.round(pages),
      pollRounds: usable.length,
    },
    missed: [
      ...(isEnough
        ? []
        : [`the machine was too busy to send the wanted requests in ${planned - usable.length} of ${planned} rounds`]),
      ...(isEnough && !(ratio <= MAX_RATIO)
        ? [`the p99 of polls is ${ratio} times as high beside pages; at most ${MAX_RATIO}`]
        : []),
    ],
    failures: [...new Set([...alone, ...together, ...apart].flatMap(({ failures }) => failures))],
  }
}

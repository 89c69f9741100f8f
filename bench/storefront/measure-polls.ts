import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import type { GameRequest } from '../../e2e/kit/load/game-connection.ts'
import { startWorker } from '../../e2e/kit/worker-process.ts'
import { alternateRounds } from '../comparison.ts'
import { serverKey } from '../database/build-history.ts'
import { median, round } from '../figures.ts'
import { HOST, type ShopServer } from './shop-server.ts'
import type { SteadyReport, SteadyTask } from './steady-load.ts'

const WORKER = fileURLToPath(new URL('steady-load.ts', import.meta.url))
const CONNECTIONS = 32
const MAX_RATIO = 1.5
/** Pages get the other half of the process, and leave some of it free. */
const SHARE_OF_POLLS = 0.5
const SHARE_OF_PAGES = 0.25
/** A p99 moves more than the number of pages, so that it needs more rounds. */
const ROUNDS_FACTOR = 2
/** Rounds in which other programs kept the load from being sent are left out. */
const MIN_SENT = 0.95

type Limits = { pollsPerSecond: number; pagesPerSecond: number }

/**
 * Polls at half of their limit: alone, while visitors open pages in the same process, and while they get the same bytes from another
 * process, which shows how much of the delay comes from programs that share the machine. The rounds alternate, and each ratio is taken
 * within one of them.
 */
export async function measurePolls(
  { server, elsewhere }: { server: ShopServer; elsewhere: { port: number } },
  {
    rounds,
    seconds,
    stores,
    pollsPerSecond,
    pagesPerSecond,
  }: Limits & { rounds: number; seconds: number; stores: number },
) {
  const polls = Array.from({ length: Math.min(stores, 1_000) }, (_, i): GameRequest => {
    return { method: 'GET', path: GAMES_PATHS.poll, headers: { authorization: serverKey(stores - i) } }
  })
  const page: GameRequest = { method: 'GET', path: '/', headers: { host: HOST, 'accept-encoding': 'br' } }
  const start = (perSecond: number, requests: GameRequest[], { port }: { port: number } = server) =>
    startWorker<SteadyTask, SteadyReport>(WORKER, { port, connections: CONNECTIONS, perSecond, requests })

  async function measure(visited?: { port: number }): Promise<SteadyReport> {
    const visitors = visited && (await start(pagesPerSecond * SHARE_OF_PAGES, [page], visited))
    const games = await start(pollsPerSecond * SHARE_OF_POLLS, polls)
    await sleep(seconds * 1_000)
    const report = await games.stop()
    const visits = await visitors?.stop()
    return { ...report, failures: report.failures + (visits?.failures ?? 0) }
  }

  const wanted = pollsPerSecond * SHARE_OF_POLLS
  const sides = [undefined, server, elsewhere].map((visited) => ({ measure: () => measure(visited) }))
  const planned = rounds * ROUNDS_FACTOR
  const [alone = [], together = [], apart = []] = await alternateRounds(sides, {
    rounds: planned,
    label: 'polls beside pages',
  })
  const usable = alone.flatMap((quiet, i) => {
    const [loaded, other] = [together[i], apart[i]]
    if (!loaded || !other) return []
    const slowest = Math.min(...[quiet, loaded, other].map(({ perSecond }) => perSecond))
    return slowest > wanted * MIN_SENT ? { quiet, loaded, other } : []
  })
  const isEnough = usable.length >= planned / 2
  const ratio = round(median(usable.map(({ quiet, loaded }) => loaded.p99Ms / quiet.p99Ms)), 2)
  const failed = [...alone, ...together, ...apart].reduce((sum, { failures }) => sum + failures, 0)
  return {
    figures: {
      pollsP99Ratio: ratio,
      pollsP99Ms: round(median(usable.map(({ quiet }) => quiet.p99Ms)), 2),
      pollsBesidePagesP99Ms: round(median(usable.map(({ loaded }) => loaded.p99Ms)), 2),
      pollsBesideOtherProcessRatio: round(median(usable.map(({ quiet, other }) => other.p99Ms / quiet.p99Ms)), 2),
      steadyPollsPerSecond: Math.round(wanted),
      steadyPagesPerSecond: Math.round(pagesPerSecond * SHARE_OF_PAGES),
      pollRounds: usable.length,
    },
    failures: [
      ...(isEnough
        ? []
        : [`the machine was too busy to send the wanted polls in ${planned - usable.length} of ${planned} rounds`]),
      ...(isEnough && !(ratio <= MAX_RATIO)
        ? [`the p99 of polls is ${ratio} times as high beside pages; at most ${MAX_RATIO}`]
        : []),
      ...(failed === 0 ? [] : [`${failed} requests failed`]),
    ],
  }
}

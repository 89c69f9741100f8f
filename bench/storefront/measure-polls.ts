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
 * Polls at half of their limit, alone and while visitors open pages in the same process. The rounds alternate, and each ratio is taken
 * within a pair of them.
 */
export async function measurePolls(
  server: ShopServer,
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
  const start = (perSecond: number, requests: GameRequest[]) =>
    startWorker<SteadyTask, SteadyReport>(WORKER, { port: server.port, connections: CONNECTIONS, perSecond, requests })

  async function measure(withPages: boolean): Promise<SteadyReport> {
    const visitors = withPages ? await start(pagesPerSecond * SHARE_OF_PAGES, [page]) : undefined
    const games = await start(pollsPerSecond * SHARE_OF_POLLS, polls)
    await sleep(seconds * 1_000)
    const report = await games.stop()
    const visited = await visitors?.stop()
    return { ...report, failures: report.failures + (visited?.failures ?? 0) }
  }

  const wanted = pollsPerSecond * SHARE_OF_POLLS
  const sides = [{ measure: () => measure(false) }, { measure: () => measure(true) }]
  const planned = rounds * ROUNDS_FACTOR
  const [alone = [], together = []] = await alternateRounds(sides, { rounds: planned, label: 'polls beside pages' })
  const pairs = alone.flatMap((quiet, i) => {
    const loaded = together[i]
    const isUsable = loaded && Math.min(quiet.perSecond, loaded.perSecond) > wanted * MIN_SENT
    return isUsable ? { quiet, loaded } : []
  })
  const isUsable = pairs.length >= planned / 2
  const ratio = round(median(pairs.map(({ quiet, loaded }) => loaded.p99Ms / quiet.p99Ms)), 2)
  const failed = [...alone, ...together].reduce((sum, { failures }) => sum + failures, 0)
  return {
    figures: {
      pollsP99Ratio: ratio,
      pollsP99Ms: round(median(pairs.map(({ quiet }) => quiet.p99Ms)), 2),
      pollsBesidePagesP99Ms: round(median(pairs.map(({ loaded }) => loaded.p99Ms)), 2),
      steadyPollsPerSecond: Math.round(wanted),
      steadyPagesPerSecond: Math.round(pagesPerSecond * SHARE_OF_PAGES),
      pollRounds: pairs.length,
    },
    failures: [
      ...(isUsable
        ? []
        : [`the machine was too busy to send the wanted polls in ${planned - pairs.length} of ${planned} rounds`]),
      ...(isUsable && !(ratio <= MAX_RATIO)
        ? [`the p99 of polls is ${ratio} times as high beside pages; at most ${MAX_RATIO}`]
        : []),
      ...(failed === 0 ? [] : [`${failed} requests failed`]),
    ],
  }
}

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

type Limits = { pollsPerSecond: number; pagesPerSecond: number }

/** Polls at half of their limit, alone and while visitors open pages in the same process. */
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

  const sides = [{ measure: () => measure(false) }, { measure: () => measure(true) }]
  const [alone = [], together = []] = await alternateRounds(sides, { rounds, label: 'polls beside pages' })
  const ratio = round(median(together.map(({ p99Ms }, i) => p99Ms / (alone[i]?.p99Ms ?? Number.NaN))), 2)
  const reached = median([...alone, ...together].map(({ perSecond }) => perSecond)) / (pollsPerSecond * SHARE_OF_POLLS)
  const failed = [...alone, ...together].reduce((sum, { failures }) => sum + failures, 0)
  return {
    figures: {
      pollsP99Ratio: ratio,
      pollsP99Ms: round(median(alone.map(({ p99Ms }) => p99Ms)), 2),
      pollsBesidePagesP99Ms: round(median(together.map(({ p99Ms }) => p99Ms)), 2),
      steadyPollsPerSecond: Math.round(median(together.map(({ perSecond }) => perSecond))),
    },
    failures: [
      ...(ratio <= MAX_RATIO ? [] : [`the p99 of polls is ${ratio} times as high beside pages; at most ${MAX_RATIO}`]),
      ...(reached > 0.95
        ? []
        : [`only ${Math.round(reached * 100)} % of the wanted polls were sent: the machine is too busy`]),
      ...(failed === 0 ? [] : [`${failed} requests failed`]),
    ],
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { GameConnection, type GameRequest } from '../../e2e/kit/load/game-connection.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { runWorker } from '../../e2e/kit/worker-process.ts'

export type SteadyTask = { port: number; connections: number; perSecond: number; requests: GameRequest[] }
export type SteadyReport = { p50Ms: number; p99Ms: number; perSecond: number; failures: number }

const TIMEOUT_MS = 10_000

/** Sends requests at a constant rate. The time of a request counts from the moment when it was due, also if it had to wait. */
runWorker<SteadyTask, SteadyReport>(async ({ port, connections, perSecond, requests }) => {
  const open = await Promise.all(Array.from({ length: connections }, () => GameConnection.open(port, () => undefined)))
  const startedAt = performance.now()
  const times: number[] = []
  let next = 0
  let failures = 0
  const stopping = new AbortController()

  async function work(connection: GameConnection): Promise<void> {
    while (!stopping.signal.aborted) {
      const index = next++
      const dueAt = startedAt + (index / perSecond) * 1_000
      const waitMs = dueAt - performance.now()
      if (waitMs > 1) await sleep(waitMs)
      const request = requests[index % requests.length]
      if (!request) return
      const { status } = await connection.send(request, TIMEOUT_MS).catch(() => ({ status: 0 }))
      if (status !== 200) failures++
      times.push(performance.now() - dueAt)
    }
  }

  const working = Promise.all(open.map(work))
  return {
    report: () => ({
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      perSecond: (times.length * 1_000) / (performance.now() - startedAt),
      failures,
    }),
    async stop() {
      stopping.abort()
      await working
      for (const connection of open) connection.close()
    },
  }
})

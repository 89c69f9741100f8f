import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { ConnectionLost, GameConnection, type GameRequest } from '../../e2e/kit/load/game-connection.ts'
import { createRandom, type Random } from '../../e2e/kit/random.ts'
import { sandboxPath, signSandbox } from '../../e2e/kit/sandbox.ts'
import { runWorker, startWorker, type WorkerProcess } from '../../e2e/kit/worker-process.ts'

/** What clients know of a cell. */
export type Target = {
  cell: string
  keys: string[]
  storeName: string
  storeId: string
  secret: string
  /** Hosts of the store's pages. */
  pages: string[]
  api: string
}

export type TrafficTask = {
  port: number
  seed: number
  targets: Target[]
  /** Per cell. */
  connections: number
  /** Between two requests of a connection. 0: as fast as the server answers. */
  pauseMs: number
  /** Only polls, for measurements. */
  pollsOnly?: boolean
}

export type CellReport = {
  requests: number
  byKind: Record<string, number>
  /** Answered by a cell that does not have the key, the store or the host. */
  misrouted: number
  /** No response, or an error of the server. */
  failed: number
  /** 503 with Retry-After. */
  closed: number
  examples: string[]
  /** Of the requests that succeeded. */
  timesMs: number[]
}
export type TrafficReport = Record<string, CellReport>

/** Steady requests, which leave the machine some time: so many connections of each cell, and a pause after each request. */
export const CALM = { connections: 20, pauseMs: 100 }
const FILE = fileURLToPath(import.meta.url)
const TIMEOUT_MS = 30_000
const MAX_EXAMPLES = 5
const SHARED_HOSTS = ['api.example', 'localhost', '203.0.113.7']
/** What only another cell answers to a request that is right. */
const WRONG_CELL = [401, 404, 421]

/** Clients of several cells in their own process. */
export function startTraffic(task: TrafficTask): Promise<WorkerProcess<TrafficReport>> {
  return startWorker<TrafficTask, TrafficReport>(FILE, task)
}

/** Clients that stop after a while. */
export async function runTraffic(task: TrafficTask, ms: number): Promise<TrafficReport> {
  const traffic = await startTraffic(task)
  await sleep(ms)
  return traffic.stop()
}

/** What several cells answered, as one report. */
export function sumReports(reports: CellReport[]): CellReport {
  const total = emptyReport()
  for (const each of reports) {
    for (const name of ['requests', 'misrouted', 'failed', 'closed'] as const) total[name] += each[name]
    for (const [kind, count] of Object.entries(each.byKind)) total.byKind[kind] = (total.byKind[kind] ?? 0) + count
    total.examples.push(...each.examples)
    for (const time of each.timesMs) total.timesMs.push(time)
  }
  return total
}

type Call = { kind: string; request: GameRequest; text: string }

function createCall(target: Target, random: Random, pollsOnly: boolean): Call {
  const share = pollsOnly ? 0 : random.fraction()
  if (share < 0.75) {
    // The host does not matter, not even that of another cell: the key decides.
    const host = pollsOnly || random.chance(0.5) ? target.api : random.pick(SHARED_HOSTS)
    const headers = { host, authorization: random.pick(['', 'Bearer ']) + random.pick(target.keys) }
    return { kind: 'poll', request: { method: 'GET', path: GAMES_PATHS.poll, headers }, text: '"checkouts"' }
  }
  if (share < 0.97) {
    const request = {
      method: 'GET' as const,
      path: '/api/storefront/1.0/store',
      headers: { host: random.pick(target.pages) },
    }
    return { kind: 'page', request, text: `"${target.storeName}"` }
  }
  const eventId = `evt-${random.integer(0, 2 ** 31)}`
  const { headers, body } = signSandbox(target.secret, eventId, '{"type":"nothing"}')
  const request = {
    method: 'POST' as const,
    path: sandboxPath(target.storeId),
    headers: { host: target.api, ...headers },
    body,
  }
  return { kind: 'callback', request, text: '"received"' }
}

function emptyReport(): CellReport {
  return { requests: 0, byKind: {}, misrouted: 0, failed: 0, closed: 0, examples: [], timesMs: [] }
}

async function runClient(
  { port, pauseMs, pollsOnly = false }: TrafficTask,
  target: Target,
  random: Random,
  parts: { report: () => CellReport; isStopped: () => boolean },
) {
  let connection: GameConnection | undefined
  await sleep(random.between(0, pauseMs))
  while (!parts.isStopped()) {
    const { kind, request, text } = createCall(target, random, pollsOnly)
    const start = performance.now()
    let result: { status: number; body: string; retryAfter: boolean }
    try {
      if (connection?.isOpen) await connection.checkClosed()
      if (!connection?.isOpen) connection = await GameConnection.open(port, () => undefined)
      const { status, body, headers } = await connection.send(request, TIMEOUT_MS)
      result = { status, body: body.toString(), retryAfter: headers.has('retry-after') }
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      result = { status: 0, body: `${error.failure}: ${error.message}`, retryAfter: false }
    }
    const report = parts.report()
    report.requests++
    report.byKind[kind] = (report.byKind[kind] ?? 0) + 1
    const { status, body, retryAfter } = result
    if (status === 200 && body.includes(text)) report.timesMs.push(performance.now() - start)
    else {
      if (status === 503 && retryAfter) report.closed++
      else if (status === 200 || WRONG_CELL.includes(status)) report.misrouted++
      else report.failed++
      if (report.examples.length < MAX_EXAMPLES)
        report.examples.push(`${target.cell} ${kind}: ${status} ${body.slice(0, 200)}`)
      if (status === 503) await sleep(100)
    }
    if (pauseMs > 0) await sleep(random.between(pauseMs / 2, pauseMs * 1.5))
  }
  connection?.close()
}

if (process.argv[1] === FILE) {
  runWorker<TrafficTask, TrafficReport>(async (task) => {
    const random = createRandom(task.seed)
    let reports: TrafficReport = {}
    let isStopped = false
    const reportOf = (cell: string) => (reports[cell] ??= emptyReport())
    const running = task.targets.flatMap((target) =>
      Array.from({ length: task.connections }, () =>
        runClient(task, target, random.fork(), { report: () => reportOf(target.cell), isStopped: () => isStopped }),
      ),
    )
    return {
      report() {
        const current = reports
        reports = {}
        return current
      },
      async stop() {
        isStopped = true
        await Promise.all(running)
      },
    }
  })
}

export function roundTo(value: number): number {
  return Math.round(value * 100) / 100
}

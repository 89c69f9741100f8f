import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { WireResponse } from '../response-reader.ts'
import { ConnectionLost, GameConnection, type GameRequest } from './game-connection.ts'
import type { LoadCounts } from './load-counts.ts'

/**
 * `steady` polls over one connection, `waiting` sends waiting polls, `fresh` connects for each request, `idle` keeps its
 * connection and sends nothing for up to 20 s.
 */
export type ClientKind = 'steady' | 'waiting' | 'fresh' | 'idle'

type Settings = {
  kind: ClientKind
  port: number
  key: string
  random: Random
  counts: LoadCounts
  isStopped: () => boolean
}

const BASE = '/api/games/1.0'
const INTERVAL_MS = 250
const WAIT_SECONDS = 5
const TIMEOUT_MS = 30_000
const RETRY_MS = 100
const INIT_SHARE = 0.04

/** One game server: polls and reports each delivery once, until it is stopped. */
export async function runGameClient({ kind, port, key, random, counts, isStopped }: Settings): Promise<void> {
  let connection: GameConnection | undefined
  const done = new Set<string>()

  async function run(): Promise<void> {
    await pause(0, INTERVAL_MS * 2)
    while (!isStopped()) {
      if (random.chance(INIT_SHARE)) await call({ method: 'POST', path: '/init', body: '{"serverPort":30120}' })
      const ids = await poll()
      if (ids === undefined) await sleep(RETRY_MS)
      for (const id of ids ?? []) {
        if (kind === 'steady' || kind === 'fresh') await pause(INTERVAL_MS / 2, INTERVAL_MS * 1.5)
        await report(id)
      }
      await pauseAfterPoll(ids?.length ?? 0)
    }
    connection?.close()
  }

  async function poll(): Promise<string[] | undefined> {
    const waits = kind === 'waiting'
    // Deliveries that were reported before this poll must not be in its response.
    const reportedBefore = new Set(done)
    const headers = waits ? { prefer: `wait=${WAIT_SECONDS}` } : {}
    const response = await call({ method: 'GET', path: '/commands/pending-commands', headers }, waits)
    if (!response) return undefined
    const { checkouts } = JSON.parse(response.body.toString()) as { checkouts: { id: string }[] }
    const ids = checkouts.map(({ id }) => id)
    for (const id of ids.filter((each) => reportedBefore.has(each))) counts.addFailure('dispatchedAgain', id)
    return ids.filter((id) => !done.has(id))
  }

  /** A client that gets no response reports again. */
  async function report(id: string): Promise<void> {
    const body = JSON.stringify({ commandQueueId: id })
    while (!(await call({ method: 'POST', path: '/commands/mark-as-processed', body }))) {
      if (isStopped()) return
      await sleep(RETRY_MS)
    }
    done.add(id)
    counts.addReported(id)
  }

  async function pauseAfterPoll(found: number): Promise<void> {
    if (kind === 'idle') return pause(1_000, 20_000)
    // A waiting poll can return at once, and must not become a loop without a pause.
    if (kind === 'waiting') return pause(found > 0 ? INTERVAL_MS / 2 : INTERVAL_MS, INTERVAL_MS)
    return pause(INTERVAL_MS / 2, INTERVAL_MS * 1.5)
  }

  /** In short sleeps, so that idle clients stop soon. */
  async function pause(minMs: number, maxMs: number): Promise<void> {
    const end = Date.now() + random.between(minMs, maxMs)
    while (!isStopped() && Date.now() < end) await sleep(Math.min(Math.max(end - Date.now(), 0), 500))
  }

  /** Undefined if the call failed. The failure is counted. */
  async function call({ method, path, ...request }: GameRequest, waits = false): Promise<WireResponse | undefined> {
    const startedAt = performance.now()
    const description = `${kind} ${method} ${path}`
    const headers = { authorization: key, ...request.headers }
    try {
      if (connection?.isOpen) await connection.checkClosed()
      if (!connection?.isOpen) {
        connection = await GameConnection.open(port, () => counts.addFailure('reset', `${kind}, an idle connection`))
      }
      const response = await connection.send({ ...request, method, path: `${BASE}${path}`, headers }, TIMEOUT_MS)
      if (kind === 'fresh') connection.close()
      counts.addResponse(waits ? undefined : performance.now() - startedAt)
      if (response.status === 200) return response
      counts.addFailure('status', `${description}: ${response.status} ${response.body.toString().slice(0, 200)}`)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      const ms = Math.round(performance.now() - startedAt)
      counts.addFailure(error.failure, `${description} after ${ms} ms: ${error.message}`)
    }
    return undefined
  }

  await run()
}

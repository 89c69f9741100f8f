import { setTimeout as sleep } from 'node:timers/promises'
import { GAMES_PATHS, readDeliveryIds } from '../../e2e/kit/load/game-calls.ts'
import { ConnectionLost, GameConnection, type GameRequest } from '../../e2e/kit/load/game-connection.ts'
import type { WireResponse } from '../../e2e/kit/load/response-reader.ts'
import { serverKey } from '../database/build-history.ts'
import { type Arrival, now } from './arrivals.ts'

export const ZERO_COUNTS = {
  /** Connections that are open now, and polls that are in progress now. */
  connected: 0,
  polling: 0,
  /** Empty responses before their time, and those long after it. */
  early: 0,
  overdue: 0,
  /** Responses to a waiting poll without the right `Preference-Applied`. */
  unconfirmed: 0,
  /** Responses other than 200. */
  refused: 0,
  /** Connections that the server closed without announcing it. */
  dropped: 0,
  /** Empty responses that announce the end of the connection, which a server sends when it stops. */
  released: 0,
}

export type WaiterCounts = typeof ZERO_COUNTS

/** Shared by the waiters of one process. */
export type WaiterContext = {
  port: number
  /** Each process has its own address, because an address has only 65,535 ports. */
  localAddress: string
  waitSeconds: number
  counts: WaiterCounts
  onArrival: (arrival: Arrival) => void
  onProblem: (problem: string) => void
}

/** Local ports for its connections. If the system chose them, thousands of connections would take seconds. */
export const PORTS_PER_WAITER = 4
const RETRY_MS = 1_000
const TIMEOUT_MS = 120_000
/** Timers are rounded, so an empty response may come slightly early. */
const EARLY_MS = 20
const OVERDUE_MS = 2_000

/** A game server with one connection: it polls and waits, reports what it gets, and polls again. */
export async function runWaiter(
  waiter: number,
  { firstWaitSeconds, firstPort }: { firstWaitSeconds: number; firstPort: number },
  { port, localAddress, counts, onArrival, onProblem, ...context }: WaiterContext,
): Promise<never> {
  let waitSeconds = firstWaitSeconds
  let unreported: string[] = []

  /** Polls and reports until the connection ends. */
  async function use(connection: GameConnection): Promise<void> {
    counts.connected++
    try {
      for (let polls = 0; connection.isOpen;) {
        const [deliveryId] = unreported
        if (deliveryId !== undefined) await report(connection, deliveryId)
        else await poll(connection, ++polls === 1)
      }
    } finally {
      counts.connected--
    }
  }

  async function report(connection: GameConnection, deliveryId: string): Promise<void> {
    const body = JSON.stringify({ commandQueueId: deliveryId })
    if (await send(connection, { method: 'POST', path: GAMES_PATHS.report, body })) unreported.shift()
  }

  async function poll(connection: GameConnection, isFirst: boolean): Promise<void> {
    const polledAt = now()
    const headers = { prefer: `wait=${waitSeconds}` }
    counts.polling++
    const request = send(connection, { method: 'GET', path: GAMES_PATHS.poll, headers })
    const response = await request.finally(() => counts.polling--)
    if (!response) return
    const at = now()
    unreported = readDeliveryIds(response.body.toString())
    for (const deliveryId of unreported) onArrival({ waiter, deliveryId, at })
    // The first poll of a connection can meet a server that is busy with thousands of new connections.
    if (unreported.length === 0) countEmpty(response, at - polledAt, isFirst ? Infinity : OVERDUE_MS)
    waitSeconds = context.waitSeconds
  }

  function countEmpty({ closes, headers }: WireResponse, waitedMs: number, maxLateMs: number): void {
    if (closes) {
      counts.released++
      return
    }
    if (headers.get('preference-applied') !== `wait=${waitSeconds}`) counts.unconfirmed++
    if (waitedMs < waitSeconds * 1_000 - EARLY_MS) counts.early++
    if (waitedMs > waitSeconds * 1_000 + maxLateMs) counts.overdue++
  }

  async function send(connection: GameConnection, request: GameRequest): Promise<WireResponse | undefined> {
    const headers = { authorization: serverKey(waiter), ...request.headers }
    const response = await connection.send({ ...request, headers }, TIMEOUT_MS)
    if (response.status === 200) return response
    counts.refused++
    onProblem(`${request.method} ${request.path}: ${response.status} ${response.body.toString().slice(0, 200)}`)
    await sleep(RETRY_MS)
    return undefined
  }

  for (let connections = 0; ; connections++) {
    try {
      const localPort = firstPort + (connections % PORTS_PER_WAITER)
      await use(await GameConnection.open(port, () => undefined, { localAddress, localPort }))
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      if (/EADDRINUSE|EADDRNOTAVAIL/.test(error.message)) continue
      if (error.failure !== 'refused') counts.dropped++
      onProblem(`a connection was lost: ${error.message}`)
    }
    await sleep(RETRY_MS)
  }
}

import { connect, type Socket } from 'node:net'
import { createResponseReader, type WireResponse } from '../../e2e/kit/response-reader.ts'
import { serverKey } from '../database/build-history.ts'
import { now } from './arrivals.ts'
import type { WaiterCounts } from './waiter-counts.ts'

/** Shared by the waiters of one process. */
export type WaiterContext = {
  port: number
  /** Each process has its own address, because an address has only 65,535 ports. */
  localAddress: string
  waitSeconds: number
  /** All sockets read into this buffer, and copy what they read. */
  buffer: Buffer
  counts: WaiterCounts
  onDelivery: (waiter: number, deliveryId: string, at: number) => void
  onProblem: (problem: string, detail: string) => void
}

export type WaiterSettings = {
  firstWaitSeconds: number
  /** Local ports for its connections. If the system chose them, thousands of connections would take seconds. */
  ports: number[]
}

type State = 'away' | 'polling' | 'reporting'

const EMPTY_QUEUE = '{"checkouts":[]}'
const PORT_TAKEN = ['EADDRINUSE', 'EADDRNOTAVAIL']
const RETRY_MS = 1_000
/** Timers are rounded, so an empty response may come slightly early. */
const EARLY_MS = 20
const OVERDUE_MS = 2_000

/**
 * A game server with one connection: it polls and waits, reports what it gets, and polls again. It is a plain socket,
 * because thousands of them share the machine with the measured server.
 */
export function startWaiter(waiter: number, { firstWaitSeconds, ports }: WaiterSettings, context: WaiterContext): void {
  const { counts } = context
  const requestHeaders = `host: bench\r\nauthorization: ${serverKey(waiter)}\r\n`
  let socket: Socket
  let state: State = 'away'
  let reader = createResponseReader([])
  let closeAnnounced = false
  let wasConnected = false
  let waitSeconds = firstWaitSeconds
  let polledAt = 0
  let polls = 0
  let connections = 0
  let unreported: string[] = []

  function open(): void {
    closeAnnounced = false
    reader = createResponseReader([])
    polls = 0
    let portTaken = false
    wasConnected = false
    socket = connect({
      host: '127.0.0.1',
      port: context.port,
      localAddress: context.localAddress,
      localPort: ports[connections++ % ports.length] ?? 0,
      noDelay: true,
      onread: { buffer: context.buffer, callback: receive },
    })
    socket.on('connect', () => {
      wasConnected = true
      counts.connected++
      socket.once('close', () => counts.connected--)
      sendNext()
    })
    socket.on('error', (error: Error & { code?: string }) => {
      portTaken = PORT_TAKEN.includes(error.code ?? '')
      if (!portTaken) context.onProblem('a connection failed', error.message)
    })
    socket.on('close', () => (portTaken ? open() : handleClose()))
  }

  function sendNext(): void {
    const [deliveryId] = unreported
    if (deliveryId === undefined) poll()
    else report(deliveryId)
  }

  function poll(): void {
    setState('polling')
    polledAt = now()
    polls++
    socket.write(
      `GET /api/games/1.0/commands/pending-commands HTTP/1.1\r\n${requestHeaders}prefer: wait=${waitSeconds}\r\n\r\n`,
    )
  }

  function report(deliveryId: string): void {
    setState('reporting')
    const body = `{"commandQueueId":"${deliveryId}"}`
    socket.write(
      `POST /api/games/1.0/commands/mark-as-processed HTTP/1.1\r\n${requestHeaders}content-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    )
  }

  function receive(size: number): boolean {
    reader.push(Buffer.from(context.buffer.subarray(0, size)))
    const response = reader.responses.pop()
    if (response) handleResponse(response)
    return true
  }

  function handleResponse(response: WireResponse): void {
    const { status, closes, body } = response
    const request = state
    setState('away')
    closeAnnounced = closes
    if (status !== 200) {
      counts.refused++
      context.onProblem(`response ${status} while ${request}`, body.toString().slice(0, 200))
    } else if (request === 'reporting') unreported.shift()
    else handleQueue(response)
    // If the server closes the connection, the event `close` opens a new one.
    if (closes) return
    if (status === 200) sendNext()
    else setTimeout(() => socket.writable && sendNext(), RETRY_MS)
  }

  function handleQueue({ body, closes, headers }: WireResponse): void {
    const at = now()
    const text = body.toString('latin1')
    if (text !== EMPTY_QUEUE) {
      unreported = [...text.matchAll(/"id":"(cmd_[0-9a-z]{26})"/g)].map(([, id = '']) => id)
      for (const id of unreported) context.onDelivery(waiter, id, at)
    } else if (closes) {
      counts.released++
    } else {
      counts.empty++
      const waitedMs = at - polledAt
      if (headers.get('preference-applied') !== `wait=${waitSeconds}`) counts.unconfirmed++
      if (waitedMs < waitSeconds * 1_000 - EARLY_MS) counts.early++
      // The first poll of a connection can meet a server that is busy with thousands of new connections.
      if (polls > 1 && waitedMs > waitSeconds * 1_000 + OVERDUE_MS) counts.overdue++
    }
    waitSeconds = context.waitSeconds
  }

  function handleClose(): void {
    if (!closeAnnounced && wasConnected) {
      counts.dropped++
      context.onProblem('the server closed a connection', state)
    }
    setState('away')
    setTimeout(open, RETRY_MS)
  }

  function setState(next: State): void {
    if (state === 'polling') counts.polling--
    state = next
    if (state === 'polling') counts.polling++
  }

  open()
}

import { connect, type Socket } from 'node:net'
import { serverKey } from '../database/build-history.ts'
import { type HttpResponse, parseResponse } from '../http-response.ts'
import { now } from './arrivals.ts'
import type { WaiterCounts } from './waiter-counts.ts'

/** What the waiters of one process share. */
export type WaiterContext = {
  port: number
  /** Each process has its own address, because an address has only 65,535 ports. */
  localAddress: string
  waitSeconds: number
  /** All sockets read into this buffer. Its content is used before the next read. */
  buffer: Buffer
  counts: WaiterCounts
  /** The server is about to stop, so waiters do not connect again. */
  stopping: boolean
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
  const headers = `host: bench\r\nauthorization: ${serverKey(waiter)}\r\n`
  let socket: Socket
  let state: State = 'away'
  let received = ''
  let closeAnnounced = false
  let waitSeconds = firstWaitSeconds
  let polledAt = 0
  let polls = 0
  let connections = 0
  let unreported: string[] = []

  function open(): void {
    closeAnnounced = false
    received = ''
    polls = 0
    let portTaken = false
    socket = connect({
      host: '127.0.0.1',
      port: context.port,
      localAddress: context.localAddress,
      localPort: ports[connections++ % ports.length] ?? 0,
      noDelay: true,
      onread: { buffer: context.buffer, callback: receive },
    })
    socket.on('connect', () => {
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
      `GET /api/games/1.0/commands/pending-commands HTTP/1.1\r\n${headers}prefer: wait=${waitSeconds}\r\n\r\n`,
    )
  }

  function report(deliveryId: string): void {
    setState('reporting')
    const body = `{"commandQueueId":"${deliveryId}"}`
    socket.write(
      `POST /api/games/1.0/commands/mark-as-processed HTTP/1.1\r\n${headers}content-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    )
  }

  function receive(size: number): boolean {
    received += context.buffer.toString('latin1', 0, size)
    const response = parseResponse(received)
    if (response) {
      received = ''
      handleResponse(response)
    }
    return true
  }

  function handleResponse(response: HttpResponse): void {
    const { status, closes, body } = response
    const request = state
    setState('away')
    closeAnnounced = closes
    if (status !== 200) {
      counts.refused++
      context.onProblem(`response ${status} while ${request}`, body.slice(0, 200))
    } else if (request === 'reporting') unreported.shift()
    else handleQueue(response)
    // If the server closes the connection, the event `close` opens a new one.
    if (closes) return
    if (status === 200) sendNext()
    else setTimeout(() => socket.writable && sendNext(), RETRY_MS)
  }

  function handleQueue({ body, closes, preferenceApplied }: HttpResponse): void {
    const at = now()
    if (body !== EMPTY_QUEUE) {
      unreported = [...body.matchAll(/"id":"(cmd_[0-9a-z]{26})"/g)].map(([, id = '']) => id)
      for (const id of unreported) context.onDelivery(waiter, id, at)
    } else if (closes && context.stopping) {
      counts.released++
    } else {
      counts.empty++
      const waitedMs = at - polledAt
      if (preferenceApplied !== `wait=${waitSeconds}`) counts.unconfirmed++
      if (waitedMs < waitSeconds * 1_000 - EARLY_MS) counts.early++
      // The first poll of a connection can meet a server that is busy with thousands of new connections.
      if (polls > 1 && waitedMs > waitSeconds * 1_000 + OVERDUE_MS) counts.overdue++
    }
    waitSeconds = context.waitSeconds
  }

  function handleClose(): void {
    const hadRequest = state !== 'away'
    setState('away')
    if (context.stopping) {
      if (hadRequest) counts.reset++
      return
    }
    if (!closeAnnounced) {
      counts.dropped++
      context.onProblem('the server closed a connection', `${hadRequest ? 'with' : 'without'} a request in progress`)
    }
    setTimeout(open, closeAnnounced ? 0 : RETRY_MS)
  }

  function setState(next: State): void {
    if (state === 'polling') counts.polling--
    state = next
    if (state === 'polling') counts.polling++
  }

  open()
}

import { connect, type Socket } from 'node:net'
import { keyOf } from '../build-history.ts'
import { clock } from './clock.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import type { Tally } from './tally.ts'

/** What all waiters of one process have in common. */
export type Field = {
  port: number
  /** An address of its own for each process: one has no more than 65,535 ports. */
  localAddress: string
  waitSeconds: number
  /** Everybody reads into this: what is in it is looked at before the next one reads. */
  buffer: Buffer
  tally: Tally
  /** The server is about to be stopped: who is let go stays away. */
  stopping: boolean
  onElement: (waiter: number, deliveryId: string, at: number) => void
  onFault: (what: string, detail: string) => void
}

export type Own = {
  firstWaitSeconds: number
  /** To connect from, one after the other. Where the system has to find a free one, it takes seconds for thousands. */
  ports: number[]
}

type State = 'away' | 'polling' | 'reporting'

const EMPTY = '{"checkouts":[]}'
/** Somebody else has the port. */
const TAKEN = ['EADDRINUSE', 'EADDRNOTAVAIL']
const AGAIN_MS = 1_000
/** An empty answer may come by so much before its time (timers round), and after it. */
const EARLY_MS = 20
const OVERDUE_MS = 2_000

/**
 * A game server with one connection: it waits, reports what it gets, and waits again. Bare sockets and as little else as
 * possible, because thousands of them share two cores with the server that is measured.
 */
export function startWaiter(waiter: number, { firstWaitSeconds, ports }: Own, field: Field): void {
  const { tally } = field
  const authorization = `host: bench\r\nauthorization: ${keyOf(waiter)}\r\n`
  let socket: Socket
  let state: State = 'away'
  let held = ''
  let leaving = false
  let waitSeconds = firstWaitSeconds
  let askedAt = 0
  let polls = 0
  let connections = 0
  let toReport: string[] = []

  function open(): void {
    leaving = false
    held = ''
    polls = 0
    socket = connect({
      host: '127.0.0.1',
      port: field.port,
      localAddress: field.localAddress,
      localPort: ports[connections++ % ports.length] ?? 0,
      noDelay: true,
      onread: { buffer: field.buffer, callback: (size) => receive(size) },
    })
    let wasTaken = false
    socket.on('connect', () => {
      tally.connected++
      socket.once('close', () => tally.connected--)
      goOn()
    })
    socket.on('error', (error: Error & { code?: string }) => {
      wasTaken = TAKEN.includes(error.code ?? '')
      if (!wasTaken) field.onFault('a connection failed', error.message)
    })
    socket.on('close', () => (wasTaken ? open() : lose()))
  }

  function goOn(): void {
    if (toReport.length > 0) report()
    else poll()
  }

  function poll(): void {
    become('polling')
    askedAt = clock()
    polls++
    socket.write(
      `GET /api/games/1.0/commands/pending-commands HTTP/1.1\r\n${authorization}prefer: wait=${waitSeconds}\r\n\r\n`,
    )
  }

  function report(): void {
    become('reporting')
    const body = `{"commandQueueId":"${toReport[0]}"}`
    socket.write(
      `POST /api/games/1.0/commands/mark-as-processed HTTP/1.1\r\n${authorization}content-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    )
  }

  function receive(size: number): boolean {
    const text = held + field.buffer.toString('latin1', 0, size)
    const answer = readAnswer(text)
    held = answer ? '' : text
    if (answer) take(answer)
    return true
  }

  function take(answer: Answer): void {
    const asked = state
    become('away')
    leaving = answer.closes
    if (answer.status !== 200) refuse(asked, answer)
    else if (asked === 'reporting') toReport.shift()
    else takeQueue(answer)
    if (leaving) return // the server closes, and then a new connection is made
    if (answer.status === 200) goOn()
    else setTimeout(() => socket.writable && goOn(), AGAIN_MS)
  }

  function takeQueue({ body, closes, applied }: Answer): void {
    const at = clock()
    if (body !== EMPTY) {
      toReport = [...body.matchAll(/"id":"(cmd_[0-9a-z]{26})"/g)].map(([, id = '']) => id)
      for (const id of toReport) field.onElement(waiter, id, at)
    } else if (closes && field.stopping) {
      tally.released++
    } else {
      judgeEmpty(at - askedAt, applied)
    }
    waitSeconds = field.waitSeconds
  }

  function judgeEmpty(waitedMs: number, applied: string | undefined): void {
    tally.empty++
    if (applied !== `wait=${waitSeconds}`) tally.unconfirmed++
    if (waitedMs < waitSeconds * 1_000 - EARLY_MS) tally.early++
    // The first poll of a connection may meet a server that is busy with thousands of new ones.
    if (polls > 1 && waitedMs > waitSeconds * 1_000 + OVERDUE_MS) tally.overdue++
  }

  function refuse(asked: State, { status, body }: Answer): void {
    tally.refused++
    field.onFault(`answered ${status} while ${asked}`, body.slice(0, 200))
  }

  function lose(): void {
    const abandoned = state !== 'away'
    become('away')
    if (field.stopping) {
      if (abandoned) tally.reset++
      return
    }
    if (!leaving) {
      tally.dropped++
      field.onFault('closed by the server', `${abandoned ? 'with' : 'without'} a request under way`)
    }
    setTimeout(open, leaving ? 0 : AGAIN_MS)
  }

  function become(next: State): void {
    if (state === 'polling') tally.asking--
    state = next
    if (state === 'polling') tally.asking++
  }

  open()
}

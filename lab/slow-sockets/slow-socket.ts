import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import { checkResponses } from './check-responses.ts'
import type { LongQueue } from './long-queues.ts'
import { type Connection, openConnection } from './open-connection.ts'
import { formatPoll, slowBody, slowHeaders, type SlowRequest } from './slow-requests.ts'

export const SLOW_KINDS = ['headers', 'body', 'reader'] as const
type SlowKind = (typeof SLOW_KINDS)[number]

export type SocketCounts = ReturnType<typeof createSocketCounts>

export function createSocketCounts() {
  return {
    open: 0,
    maxOpen: 0,
    /** Connections that the server closed. */
    closed: 0,
    /** Closed or reset without a response. */
    closedWithoutResponse: 0,
    notConnected: 0,
    /** How long the server waited for one slow request, in ms. */
    longest: { headers: 0, body: 0 },
    /** How many responses had each status. */
    statuses: {} as Record<number, number>,
    problems: [] as string[],
  }
}

type Parts = {
  kind: SlowKind
  port: number
  localAddress: string
  queues: LongQueue[]
  random: Random
  counts: SocketCounts
  isStopped: () => boolean
}

const BYTE_INTERVAL_MS = { min: 40, max: 4_000 }
const PIPELINED = { min: 10, max: 40 }
const MAX_READ_BYTES = 32

/** One slow client. It connects again whenever the server closes its connection. */
export async function runSlowSocket(parts: Parts): Promise<void> {
  const { random, counts, isStopped } = parts
  while (!isStopped()) {
    await runConnection(parts)
    if (isStopped()) return
    counts.closed++
    await sleep(random.between(200, 1_500))
  }
}

async function runConnection(parts: Parts): Promise<void> {
  const { kind, queues, random, counts, isStopped } = parts
  const queue = random.pick(queues)
  const readBytes = kind === 'reader' ? random.pick([1, random.integer(2, MAX_READ_BYTES)]) : undefined
  const connection = await openConnection(parts, readBytes)
  if (!connection) return void counts.notConnected++
  counts.maxOpen = Math.max(counts.maxOpen, ++counts.open)
  try {
    if (kind === 'reader') await avoidReading(connection, { key: queue.key, reads: readBytes !== 1 }, parts)
    else {
      const onAge = (ms: number) => void (counts.longest[kind] = Math.max(counts.longest[kind], ms))
      await sendSlowly(connection, () => nextRequest(kind, queue.key, random), { ...parts, onAge })
    }
  } finally {
    counts.open--
    const { statuses, problem } = checkResponses(connection.bytes, kind === 'reader' ? queue.body : undefined)
    for (const status of statuses) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
    if (problem !== undefined && !isStopped()) counts.problems.push(`${kind}: ${problem}`)
    if (connection.bytes.length === 0) counts.closedWithoutResponse++
    connection.socket.destroy()
  }
}

function nextRequest(kind: SlowKind, key: string, random: Random): SlowRequest {
  const usedKey = random.chance(1 / 3) ? `qm_c1_${'x'.repeat(40)}` : key
  return kind === 'headers' ? slowHeaders(usedKey, random) : slowBody(usedKey, random)
}

/** Sends one request after the other, byte by byte, until the server closes the connection. */
async function sendSlowly(
  { socket, isClosed, pause }: Connection,
  next: () => SlowRequest,
  { random, isStopped, onAge }: Parts & { onAge: (ms: number) => void },
): Promise<void> {
  const interval = random.between(BYTE_INTERVAL_MS.min, BYTE_INTERVAL_MS.max)
  while (!isClosed() && !isStopped()) {
    const { start, rest } = next()
    // The timeout of the server starts with the first byte.
    let startedAt = performance.now()
    if (start !== '') socket.write(start)
    for (const [i, byte] of [...rest].entries()) {
      await pause(random.between(interval / 2, interval * 1.5))
      if (i === 0 && start === '') startedAt = performance.now()
      onAge(performance.now() - startedAt)
      if (isClosed() || isStopped()) return
      socket.write(byte)
    }
    await pause(1_000)
  }
}

/**
 * Requests a large response, once or many times at once, and reads nothing or a few bytes. A client that does not read
 * only notices a closed connection when it writes, so it sends a line feed or another request from time to time.
 */
async function avoidReading(
  { socket, isClosed, pause }: Connection,
  { key, reads }: { key: string; reads: boolean },
  { random, isStopped }: Parts,
): Promise<void> {
  const poll = (times: number) => socket.write(formatPoll(key).repeat(times))
  const pollsAgain = random.chance(0.3)
  poll(random.chance(0.3) ? random.integer(PIPELINED.min, PIPELINED.max) : 1)
  while (!isClosed() && !isStopped()) {
    for (let seconds = random.integer(2, 6); seconds > 0 && !isClosed() && !isStopped(); seconds--) {
      await pause(1_000)
      if (reads) socket.resume()
    }
    if (isClosed() || isStopped()) return
    if (pollsAgain) poll(1)
    else socket.write('\r\n')
  }
}

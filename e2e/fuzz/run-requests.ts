import { residentMiB } from '../kit/process-usage.ts'
import { startProgress } from '../kit/progress.ts'
import type { Server } from '../kit/start-server.ts'
import type { Verdict } from './judge.ts'
import type { Message } from './message.ts'
import { type Exchange, RawConnection } from './raw-connection.ts'

const BATCH = 500
const CONNECTIONS = 24
/** The server allows a request 8 s during a database outage, and a slow client 15 s. */
const ANSWER_TIMEOUT_MS = 17_000
const MAX_FAULTS = 200
const MAX_MESSAGE_LENGTH = 3_000
/** The memory of the server is measured after this many messages and at the end. */
const WARM_UP = 2_000

export type Tally = {
  answered: number
  closedWithoutAnswer: number
  serverErrors: number
  notProblem: number
  statuses: Record<string, number>
  kinds: Record<string, number>
  rssBeforeMiB: number
  rssMiB: number
  faults: string[]
}

export type Traffic<M extends Message> = {
  /** Makes this many messages from the seed of the batch. It can add more of its own. */
  make: (batch: { seed: number; count: number }) => M[] | Promise<M[]>
  judge: (message: M, exchange: Exchange) => Verdict
  /** Finds faults while no message is under way: after every batch. */
  checkBatch?: () => Promise<string[]>
  messagesPerConnection: number
}

/** Sends generated messages over connections that are replaced from time to time. */
export async function runRequests<M extends Message>(
  { make, judge, checkBatch, messagesPerConnection }: Traffic<M>,
  { requests, seed, server }: { requests: number; seed: number; server: Server },
): Promise<Tally> {
  const counts = { answered: 0, closedWithoutAnswer: 0, serverErrors: 0, notProblem: 0 }
  const tally: Tally = { ...counts, statuses: {}, kinds: {}, rssBeforeMiB: 0, rssMiB: 0, faults: [] }
  const clients = Array.from({ length: CONNECTIONS }, () => createClient(server.port, messagesPerConnection))
  const progress = startProgress('messages', requests)
  for (let first = 0; first < requests; first += BATCH) {
    if (server.died() !== undefined || tally.faults.length >= MAX_FAULTS) break
    const count = Math.min(BATCH, requests - first)
    const batch = await make({ seed: seed ^ Math.imul(first / BATCH, 0x9e3779b1), count })
    const queue = batch.map((message, i) => ({ message, number: first + i }))
    await Promise.all(
      clients.map(async (client) => {
        for (let next = queue.shift(); next && server.died() === undefined; next = queue.shift()) {
          record(tally, next, judge(next.message, await client.exchange(next.message)))
        }
      }),
    )
    if (checkBatch) tally.faults.push(...(await checkBatch()))
    progress.add(count)
    tally.rssMiB = Math.round(await residentMiB(server.pid))
    if (first <= WARM_UP) tally.rssBeforeMiB = tally.rssMiB
  }
  progress.done()
  for (const client of clients) client.close()
  const death = server.died()
  if (death !== undefined) tally.faults.unshift(death)
  return tally
}

function record(tally: Tally, { message, number }: { message: Message; number: number }, verdict: Verdict): void {
  tally.answered += verdict.statuses.length
  tally.closedWithoutAnswer += verdict.closedWithoutAnswer
  tally.serverErrors += verdict.serverErrors
  tally.notProblem += verdict.notProblem
  tally.kinds[message.kind] = (tally.kinds[message.kind] ?? 0) + 1
  for (const status of verdict.statuses) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  for (const fault of verdict.faults) {
    tally.faults.push(`message ${number} (${message.kind}): ${fault}\n  ${escapeBytes(message.bytes)}`)
  }
}

let connections = 0

/** Opens a new connection from another address when the old one was used often enough. */
function createClient(port: number, messagesPerConnection: number) {
  let connection: RawConnection | undefined
  return {
    async exchange(message: Message): Promise<Exchange> {
      if (connection && (!connection.open || connection.sent >= messagesPerConnection)) {
        connection.close()
        connection = undefined
      }
      try {
        connection ??= await RawConnection.open(port, nextAddress())
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { answers: [], closed: false, late: false, notHttp: `the server cannot be reached: ${reason}` }
      }
      return connection.exchange(message, ANSWER_TIMEOUT_MS)
    },
    close: () => connection?.close(),
  }
}

/**
 * Failed authentication is limited by address, and every address in 127.0.0.0/8 is this machine. One connection in
 * sixteen uses the same address, so that the limit is reached there.
 */
function nextAddress(): string {
  connections++
  return connections % 16 === 0 ? '127.0.0.1' : `127.1.${(connections >> 8) % 256}.${connections % 256}`
}

/** The bytes as a JSON string, with long repetitions shortened. */
function escapeBytes(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
    .replace(/(.{1,12}?)\1{30,}/g, (all: string, unit: string) => `${unit}…×${all.length / unit.length}…`)
    .replace(/[\u007f-\u00ff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}… (${bytes.length} bytes)` : text
}

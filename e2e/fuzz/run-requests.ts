import { residentMiB } from '../kit/process-usage.ts'
import type { Server } from '../kit/start-server.ts'
import type { Sent, Verdict } from './judge.ts'
import { type Exchange, RawConnection } from './raw-connection.ts'

/** Of a fault, on the way. */
const LONGEST_TOLD = 600
const BATCH = 500
const CONNECTIONS = 24
/** The server gives a request 8 s while the database is away, and a slow caller 15 s. */
const ANSWERED_WITHIN_MS = 17_000
const MOST_FAULTS = 200
const LONGEST_SHOWN = 3_000
const WARM = 2_000

export type Tally = {
  answered: number
  closedWithoutAnswer: number
  serverErrors: number
  notProblem: number
  statuses: Record<string, number>
  kinds: Record<string, number>
  rssBeforeMiB: number
  faults: string[]
}

/** What is sent, and what is made of the answers. */
export type Traffic<S extends Sent> = {
  /** As many messages as wanted, made from the seed of this batch; more may stand beside them. */
  make: (batch: { seed: number; count: number }) => S[] | Promise<S[]>
  judge: (sent: S, exchange: Exchange) => Verdict
  /** When a batch is answered and nothing is under way: what is wrong now. */
  settle?: () => Promise<string[]>
  messagesAConnection: number
}

/** Sends so many messages over a handful of connections that come and go. */
export async function runRequests<S extends Sent>(
  { make, judge, settle, messagesAConnection }: Traffic<S>,
  { requests, seed, server }: { requests: number; seed: number; server: Server },
): Promise<Tally> {
  const tally: Tally = {
    answered: 0,
    closedWithoutAnswer: 0,
    serverErrors: 0,
    notProblem: 0,
    statuses: {},
    kinds: {},
    rssBeforeMiB: 0,
    faults: [],
  }
  const lines = Array.from({ length: CONNECTIONS }, () => createLine(server.port, messagesAConnection))
  for (let first = 0; first < requests; first += BATCH) {
    if (server.died() !== undefined || tally.faults.length >= MOST_FAULTS) break
    const count = Math.min(BATCH, requests - first)
    const batch = await make({ seed: seed ^ Math.imul(first / BATCH, 0x9e3779b1), count })
    const queue = batch.map((sent, i) => ({ sent, number: first + i }))
    await Promise.all(
      lines.map(async (line) => {
        for (let next = queue.shift(); next && server.died() === undefined; next = queue.shift()) {
          enter(tally, next, judge(next.sent, await line.play(next.sent)))
        }
      }),
    )
    if (settle) tally.faults.push(...(await settle()))
    await tell(first + count, { requests, tally, server })
    if (first <= WARM) tally.rssBeforeMiB = Math.round(await residentMiB(server.pid))
  }
  for (const line of lines) line.close()
  const death = server.died()
  if (death !== undefined) tally.faults.unshift(death)
  return tally
}

/** Every tenth of the way, where nobody takes it for a result. */
async function tell(
  done: number,
  { requests, tally, server }: { requests: number; tally: Tally; server: Server },
): Promise<void> {
  const tenth = (n: number) => Math.floor((n * 10) / requests)
  if (tenth(done) === tenth(done - BATCH)) return
  const resident = Math.round(await residentMiB(server.pid))
  process.stderr.write(`${done} of ${requests} sent, ${tally.faults.length} faults, server at ${resident} MiB\n`)
}

function enter(tally: Tally, { sent, number }: { sent: Sent; number: number }, verdict: Verdict): void {
  tally.answered += verdict.statuses.length
  tally.closedWithoutAnswer += verdict.closedWithoutAnswer
  tally.serverErrors += verdict.serverErrors
  tally.notProblem += verdict.notProblem
  tally.kinds[sent.kind] = (tally.kinds[sent.kind] ?? 0) + 1
  for (const status of verdict.statuses) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  for (const fault of verdict.faults) {
    const told = `message ${number} (${sent.kind}): ${fault}\n  ${escaped(sent.bytes)}`
    // At once: a long run need not come to its end before it is known what is wrong.
    process.stderr.write(`${told.slice(0, LONGEST_TOLD)}\n`)
    tally.faults.push(told)
  }
}

let addresses = 0

/** A connection that is opened anew when it has served its time, from another address: failed keys are limited by it. */
function createLine(
  port: number,
  messagesAConnection: number,
): { play: (sent: Sent) => Promise<Exchange>; close: () => void } {
  let connection: RawConnection | undefined
  return {
    async play(sent) {
      if (connection && (!connection.open || connection.sent >= messagesAConnection)) {
        connection.close()
        connection = undefined
      }
      try {
        connection ??= await RawConnection.open(port, nextAddress())
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { answers: [], closed: false, late: false, notHttp: `the server cannot be reached: ${reason}` }
      }
      return connection.exchange(sent, ANSWERED_WITHIN_MS)
    },
    close: () => connection?.close(),
  }
}

/** Every address of 127.0.0.0/8 is this machine. One in sixteen is always the same, so that its limit is met. */
function nextAddress(): string {
  addresses++
  return addresses % 16 === 0 ? '127.0.0.1' : `127.1.${(addresses >> 8) % 256}.${addresses % 256}`
}

/** As a program would write it, with long repetitions told and not shown. */
function escaped(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
    .replace(/(.{1,12}?)\1{30,}/g, (all: string, unit: string) => `${unit}…×${all.length / unit.length}…`)
    .replace(/[\u007f-\u00ff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}… (${bytes.length} bytes)` : text
}

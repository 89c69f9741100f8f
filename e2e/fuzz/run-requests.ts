import { residentMiB } from '../kit/process-usage.ts'
import { startProgress } from '../kit/progress.ts'
import type { Server } from '../kit/start-server.ts'
import type { Verdict } from './judge.ts'
import type { Message } from './message.ts'
import { createRawClient, type Exchange } from './raw-client.ts'

const BATCH = 500
const CONNECTIONS = 24
const MAX_FAULTS = 200
const MAX_MESSAGE_LENGTH = 3_000
/** The memory of the server is measured after this many messages and at the end. */
const WARM_UP = 2_000

type Tally = ReturnType<typeof createTally>

function createTally() {
  const counts: Record<'statuses' | 'kinds', Record<string, number>> = { statuses: {}, kinds: {} }
  const sums = { answered: 0, closedWithoutAnswer: 0, serverErrors: 0, notProblem: 0, rssBeforeMiB: 0, rssMiB: 0 }
  return { ...sums, ...counts, faults: new Array<string>() }
}

export type Traffic<M extends Message> = {
  /** Makes this many messages from the seed of the batch. It can add more of its own. */
  make: (batch: { seed: number; count: number }) => M[] | Promise<M[]>
  judge: (message: M, exchange: Exchange) => Verdict
  messagesPerConnection: number
}

/** Sends generated messages over connections that are replaced from time to time. */
export async function runRequests<M extends Message>(
  { make, judge, messagesPerConnection }: Traffic<M>,
  { requests, seed, server }: { requests: number; seed: number; server: Server },
): Promise<Tally> {
  const tally = createTally()
  const clients = Array.from({ length: CONNECTIONS }, () => createRawClient(server.port, messagesPerConnection))
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

/** The share of answers with one of these statuses. */
export function shareOf({ statuses, answered }: Pick<Tally, 'statuses' | 'answered'>, ...wanted: number[]): number {
  const count = wanted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
  return Number((count / Math.max(1, answered)).toFixed(3))
}

function record(tally: Tally, { message, number }: { message: Message; number: number }, verdict: Verdict): void {
  tally.answered += verdict.statuses.length
  tally.closedWithoutAnswer += verdict.closedWithoutAnswer
  tally.serverErrors += verdict.statuses.filter((status) => status >= 500).length
  tally.notProblem += verdict.notProblem
  tally.kinds[message.kind] = (tally.kinds[message.kind] ?? 0) + 1
  for (const status of verdict.statuses) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  for (const fault of verdict.faults) {
    tally.faults.push(`message ${number} (${message.kind}): ${fault}\n  ${escapeBytes(message.bytes)}`)
  }
}

/** The bytes as a JSON string, with long repetitions shortened. */
function escapeBytes(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
    .replace(/(.{1,12}?)\1{30,}/g, (all: string, unit: string) => `${unit}…×${all.length / unit.length}…`)
    .replace(/[\u007f-\u00ff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}… (${bytes.length} bytes)` : text
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { type Call, createGameCalls, readDeliveryIds } from './game-calls.ts'
import type { LoadCounts } from './load-counts.ts'

type Range = { min: number; max: number }
type Behaviour = {
  /** Between two polls. */
  pollMs: Range
  /** Between a delivery and its report. */
  runMs: Range
  waitSeconds?: number
}

const AT_ONCE = { min: 0, max: 0 }
const USUAL = { min: 125, max: 375 }

/** `fresh` connects for each request, `idle` keeps its connection and sends nothing for up to 20 s. */
const KINDS = {
  steady: { pollMs: USUAL, runMs: USUAL },
  // A waiting poll can return at once, and must not become a loop without a pause.
  waiting: { pollMs: { min: 125, max: 250 }, runMs: AT_ONCE, waitSeconds: 5 },
  fresh: { pollMs: USUAL, runMs: USUAL },
  idle: { pollMs: { min: 1_000, max: 20_000 }, runMs: AT_ONCE },
} satisfies Record<string, Behaviour>
export type ClientKind = keyof typeof KINDS

type Settings = {
  kind: ClientKind
  port: number
  key: string
  random: Random
  counts: LoadCounts
  isStopped: () => boolean
}

const RETRY_MS = 100
const INIT_SHARE = 0.04

/** One game server: polls and reports each delivery once, until it is stopped. */
export async function runGameClient({ kind, port, key, random, counts, isStopped }: Settings): Promise<void> {
  const { pollMs, runMs, waitSeconds }: Behaviour = KINDS[kind]
  const onIdleReset = () => counts.addFailure('reset', `${kind}, an idle connection`)
  const calls = createGameCalls({ port, key, waitSeconds, onIdleReset })
  const done = new Set<string>()

  async function poll(): Promise<string[]> {
    // Deliveries that were reported before this poll must not be in its response.
    const reportedBefore = new Set(done)
    const text = await count(calls.poll())
    if (text === undefined) {
      await sleep(RETRY_MS)
      return []
    }
    const ids = readDeliveryIds(text)
    for (const id of ids.filter((each) => reportedBefore.has(each))) counts.addFailure('dispatchedAgain', id)
    return ids.filter((id) => !done.has(id))
  }

  /** A client that gets no response reports again. */
  async function report(id: string): Promise<void> {
    while ((await count(calls.report(id))) === undefined) {
      if (isStopped()) return
      await sleep(RETRY_MS)
    }
    done.add(id)
    counts.addReported(id)
  }

  /** In short sleeps, so that idle clients stop soon. */
  async function pause({ min, max }: Range): Promise<void> {
    const end = Date.now() + random.between(min, max)
    while (!isStopped() && Date.now() < end) await sleep(Math.min(Math.max(end - Date.now(), 0), 500))
  }

  /** Returns the body of the response. Undefined if the call failed; the failure is counted. */
  async function count(call: Promise<Call>): Promise<string | undefined> {
    const { operation, start, end, status, text, failure } = await call
    if (kind === 'fresh') calls.close()
    const description = `${kind} ${operation} after ${end - start} ms`
    if (failure !== undefined) {
      counts.addFailure(failure, `${description}: ${text}`)
      return undefined
    }
    const waits = operation === 'poll' && waitSeconds !== undefined
    counts.addResponse(waits ? undefined : end - start)
    if (status === 200) return text
    counts.addFailure('status', `${description}: ${status} ${text.slice(0, 200)}`)
    return undefined
  }

  await pause({ min: 0, max: 500 })
  while (!isStopped()) {
    if (random.chance(INIT_SHARE)) await count(calls.init())
    for (const id of await poll()) {
      await pause(runMs)
      await report(id)
    }
    await pause(pollMs)
  }
  calls.close()
}

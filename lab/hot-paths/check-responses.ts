import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { GameConnection } from '../../e2e/kit/load/game-connection.ts'
import { PENDING_PER_BUSY_STORE, POLLS_PER_BUSY } from '../database/build-history.ts'
import type { WrkResult } from './run-wrk.ts'

const SAMPLES = 10
const TOLERANCE = 0.1
const TIMEOUT_MS = 10_000

/** Reads some responses, because wrk counts responses without reading them. */
export async function sampleResponses(port: number, keys: string[]) {
  const connection = await GameConnection.open(port, () => undefined)
  const poll = (key = '') =>
    connection.send({ method: 'GET', path: GAMES_PATHS.poll, headers: { authorization: key } }, TIMEOUT_MS)
  /** Bytes of a response without deliveries and of one with deliveries, headers included. */
  const sizes = { idle: 0, busy: 0 }
  const failures: string[] = []
  for (let i = 0; i < SAMPLES * POLLS_PER_BUSY; i += POLLS_PER_BUSY / 2) {
    const kind = i % POLLS_PER_BUSY === 0 ? 'busy' : 'idle'
    const { status, body, size } = await poll(keys[i])
    const found = status === 200 ? (JSON.parse(body.toString()) as { checkouts: unknown[] }).checkouts.length : -1
    if (found !== (kind === 'busy' ? PENDING_PER_BUSY_STORE : 0))
      failures.push(`the response to a poll of a server that is ${kind} was ${status} ${body.toString().slice(0, 200)}`)
    sizes[kind] += size / SAMPLES
  }
  const { status } = await poll('bench-key-unknown')
  if (status !== 401) failures.push(`the response to an unknown key was ${status}`)
  connection.close()
  return { sizes, failures }
}

/** Derives from the number of bytes how many responses had deliveries. */
export function checkBytes({ bytes, responses }: WrkResult, { idle, busy }: { idle: number; busy: number }): string[] {
  const percent = (100 * (bytes / responses - idle)) / (busy - idle)
  const expected = 100 / POLLS_PER_BUSY
  if (Math.abs(percent - expected) <= expected * TOLERANCE) return []
  return [`${percent.toFixed(2)} % of the responses had deliveries instead of ${expected} %`]
}

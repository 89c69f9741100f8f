import { setTimeout as sleep } from 'node:timers/promises'
import type { WireAnswer } from '../fuzz/read-answers.ts'
import type { Random } from '../kit/random.ts'
import { ConnectionLost, GameConnection } from './game-connection.ts'
import type { Tally } from './tally.ts'

/**
 * `steady` asks again and again over one connection, `waiting` lets the server answer when there is something, `fresh`
 * connects for each request, `idle` keeps its connection and is silent for up to 20 s.
 */
export type ClientKind = 'steady' | 'waiting' | 'fresh' | 'idle'

export type ClientParts = {
  kind: ClientKind
  port: number
  key: string
  random: Random
  tally: Tally
  isOver: () => boolean
}

type Call = { method: 'GET' | 'POST'; path: string; body?: object; headers?: string[]; waits?: boolean }

const BASE = '/api/games/1.0'
const PAUSE_MS = 250
const WAIT_S = 5
const LIMIT_MS = 30_000
const AFTER_A_LOSS_MS = 100
const INIT_SHARE = 0.04

/** Plays one game server: asks, reports each element once, asks again, until it is over. */
export async function playClient({ kind, port, key, random, tally, isOver }: ClientParts): Promise<void> {
  let connection: GameConnection | undefined
  const done = new Set<string>()

  async function play(): Promise<void> {
    await rest(0, PAUSE_MS * 2)
    while (!isOver()) {
      if (random.chance(INIT_SHARE)) await call({ method: 'POST', path: '/init', body: { serverPort: 30_120 } })
      const ids = await poll()
      if (ids === undefined) await sleep(AFTER_A_LOSS_MS)
      for (const id of ids ?? []) {
        if (kind === 'steady' || kind === 'fresh') await rest(PAUSE_MS / 2, PAUSE_MS * 1.5)
        await report(id)
      }
      await restAfterPoll(ids?.length ?? 0)
    }
    connection?.close()
  }

  async function poll(): Promise<string[] | undefined> {
    const waits = kind === 'waiting'
    // What is reported by now must not be in the answer; what is reported meanwhile may be.
    const before = new Set(done)
    const answer = await call({
      method: 'GET',
      path: '/commands/pending-commands',
      waits,
      ...(waits && { headers: [`prefer: wait=${WAIT_S}`] }),
    })
    if (!answer) return undefined
    const { checkouts } = JSON.parse(answer.body.toString()) as { checkouts: { id: string }[] }
    const ids = checkouts.map(({ id }) => id)
    for (const id of ids.filter((each) => before.has(each))) tally.failed('handedOutAgain', id)
    return ids.filter((id) => !done.has(id))
  }

  /** A client that does not know whether it was heard reports again. */
  async function report(id: string): Promise<void> {
    const request: Call = { method: 'POST', path: '/commands/mark-as-processed', body: { commandQueueId: id } }
    for (let answer = await call(request); answer === undefined; answer = await call(request)) {
      if (isOver()) return
      await sleep(AFTER_A_LOSS_MS)
    }
    done.add(id)
    tally.reported(id)
  }

  async function restAfterPoll(found: number): Promise<void> {
    if (kind === 'idle') return rest(1_000, 20_000)
    // A wait that found something, or ended early, must not become a loop without a pause.
    if (kind === 'waiting') return rest(found > 0 ? PAUSE_MS / 2 : PAUSE_MS, PAUSE_MS)
    return rest(PAUSE_MS / 2, PAUSE_MS * 1.5)
  }

  /** In small pieces, so that the end does not have to wait for those that idle. */
  async function rest(least: number, most: number): Promise<void> {
    const until = Date.now() + random.between(least, most)
    while (!isOver() && Date.now() < until) await sleep(Math.min(Math.max(until - Date.now(), 0), 500))
  }

  /** Undefined when it failed, which has been counted. */
  async function call(request: Call): Promise<WireAnswer | undefined> {
    const begun = performance.now()
    const what = `${kind} ${request.method} ${request.path}`
    try {
      if (connection?.open) await connection.look()
      if (!connection?.open) {
        connection = await GameConnection.open(port, () => tally.failed('reset', `${kind}, an idle connection`))
      }
      const answer = await connection.send({ method: request.method, text: requestText(request, key) }, LIMIT_MS)
      if (kind === 'fresh') connection.close()
      tally.answered(request.waits ? undefined : performance.now() - begun)
      if (answer.status === 200) return answer
      tally.failed('status', `${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      tally.failed(error.loss, `${what} after ${Math.round(performance.now() - begun)} ms: ${error.message}`)
    }
    return undefined
  }

  await play()
}

function requestText({ method, path, body, headers = [] }: Call, key: string): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody = body === undefined ? [] : ['content-type: application/json', `content-length: ${text.length}`]
  return [
    `${method} ${BASE}${path} HTTP/1.1`,
    'host: localhost',
    `authorization: ${key}`,
    ...ofBody,
    ...headers,
    '',
    text,
  ].join('\r\n')
}

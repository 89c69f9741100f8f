import { writeFile } from 'node:fs/promises'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { type History, POLLS_PER_BUSY, serverKey, storeOfPoll } from '../database/build-history.ts'
import { type LoadedServer, runWrk, type WrkResult } from './run-wrk.ts'

/** A file with one key per line, in the order in which they poll. */
export type KeySequence = { file: string; keys: string[] }

const RUN_SECONDS = 3
const TIMEOUT_SECONDS = 600

type Settings = {
  sequence: KeySequence
  connections: number
  path?: string
  /** Sent with every poll. Without it, polls are GET requests. */
  body?: string
}

/** Polls a server along a sequence of keys. Each run continues where the last one ended, so all keys are used equally often. */
export function createPoller(
  server: LoadedServer,
  { sequence: { file, keys }, connections, path = GAMES_PATHS.poll, body }: Settings,
) {
  let position = 0

  async function poll(seconds: number, perSecond?: number): Promise<WrkResult> {
    const args = [file, position, ...(body === undefined ? [] : [body])]
    const pace = perSecond === undefined ? {} : { perSecond }
    const result = await runWrk({ script: 'polls.lua', server, path, connections, seconds, args, ...pace })
    position += result.sent
    return result
  }

  return {
    poll,
    /** Polls until every key was used once, so that the server has them in its cache. Returns the polls per second. */
    async pollEachKey(label: string) {
      const progress = startProgress(label, keys.length)
      const startedAt = Date.now()
      let measuredSeconds = 0
      let polled = 0
      while (polled < keys.length) {
        if (Date.now() - startedAt > TIMEOUT_SECONDS * 1_000)
          throw new Error(`Only ${polled} of ${keys.length} keys were polled in ${TIMEOUT_SECONDS} s`)
        const { responses, perSecond, failures } = await poll(RUN_SECONDS)
        if (failures.length > 0) throw new Error(`The first polls failed: ${failures.join('; ')}`)
        polled += responses
        measuredSeconds += responses / perSecond
        progress.add(responses)
      }
      progress.done()
      return Math.round(polled / measuredSeconds)
    },
  }
}

/** All keys of idle stores once, with one key of a busy store before every 99 of them. */
export async function writeKeySequence(file: string, history: History): Promise<KeySequence> {
  const idleStores = history.stores - history.busyStores
  const length = Math.floor((idleStores * POLLS_PER_BUSY) / (POLLS_PER_BUSY - 1))
  const keys = Array.from({ length }, (_, i) => serverKey(storeOfPoll(i, history)))
  await writeFile(file, `${keys.join('\n')}\n`)
  return { file, keys }
}

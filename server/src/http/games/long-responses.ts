import type { ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'

/** Of long answers that are being made or have not been taken yet; each is held about three times. */
const MOST_BYTES = 6 * 1024 * 1024
/** Making 2 MiB of answer takes 10 to 20 ms of the one thread: more than this would be felt by everybody. */
const BYTES_PER_SECOND = 4 * 1024 * 1024
const ADMITTED_WITHIN_MS = 5_000
const LET_IN_MS = 20
const LOOK_MS = 250
/** So long a reader may take nothing: while others wait for his place, and at all. */
const STUCK_MS = 1_000
const DATABASE_TIMEOUT_MS = 10_000

type Taking = { response: ServerResponse; bytes: number; left: number; movedAt: number }
type Asking = { response: ServerResponse; bytes: number; enter: () => void }

export type LongResponses = {
  /** Resolves when it is this answer's turn; refuses when that takes too long. */
  admit: (response: ServerResponse, bytes: number) => Promise<void>
}

/**
 * Places for answers of very long queues. Who asks for one and does not take it loses the connection, soon when others
 * wait. What counts is what leaves the process: a caller that sends something now and then keeps no place by it.
 */
export function createLongResponses(): LongResponses {
  const taken = new Set<Taking>()
  const asking: Asking[] = []
  let held = 0
  /** When the last ones will have been made at the pace that is allowed. */
  let busyUntil = Number.NEGATIVE_INFINITY

  function startSessionOrChallenge(): void {
    const now = performance.now()
    const next = asking[0]
    if (!next || now < busyUntil || held + next.bytes > MOST_BYTES) return
    asking.shift()
    busyUntil = now + (next.bytes / BYTES_PER_SECOND) * 1_000
    const place: Taking = { ...next, left: 0, movedAt: now }
    taken.add(place)
    held += place.bytes
    next.response.once('close', () => {
      taken.delete(place)
      held -= place.bytes
      startSessionOrChallenge()
    })
    next.enter()
  }

  function look(): void {
    const now = performance.now()
    for (const place of taken) {
      const { response } = place
      const left = response.socket?.writableLength ?? 0
      if (!response.writableEnded || left < place.left) place.movedAt = now
      place.left = left
      if (now - place.movedAt > (asking.length > 0 ? STUCK_MS : DATABASE_TIMEOUT_MS)) response.socket?.destroy()
    }
  }

  setInterval(startSessionOrChallenge, LET_IN_MS).unref()
  setInterval(look, LOOK_MS).unref()
  return {
    admit: (response, bytes) =>
      new Promise<void>((resolve, reject) => {
        const end = (message: string) => () => {
          const at = asking.indexOf(asked)
          if (at < 0) return
          asking.splice(at, 1)
          reject(new AppError('unavailable', message, { retryAfter: 2 }))
        }
        const timer = setTimeout(end('Too many long queues are asked for; try again in a moment'), ADMITTED_WITHIN_MS)
        const enter = () => {
          clearTimeout(timer)
          resolve()
        }
        const asked = { response, bytes, enter }
        asking.push(asked)
        response.once('close', end('The caller is gone'))
        startSessionOrChallenge()
      }),
  }
}

import type { ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'

/** Of all long responses that are being built or sent. Each is in memory about three times. */
const MAX_BYTES = 6 * 1024 * 1024
/** Building 2 MiB takes 10 to 20 ms of the only thread, so more than this would delay every other caller. */
const BYTES_PER_SECOND = 4 * 1024 * 1024
const MAX_WAIT_MS = 5_000
const ADMIT_INTERVAL_MS = 20
const CHECK_INTERVAL_MS = 250
/** A client that reads nothing for this long is disconnected: while other responses wait, and otherwise. */
const STALLED_WHILE_OTHERS_WAIT_MS = 1_000
const STALLED_MS = 10_000

type Active = { response: ServerResponse; bytes: number; unsent: number; progressAt: number }
type Waiting = { response: ServerResponse; bytes: number; start: () => void }

export type LongResponses = {
  /** Resolves when there is room for a response of that size; rejects if that takes too long. */
  reserve: (response: ServerResponse, bytes: number) => Promise<void>
}

/**
 * Limits the memory and the time for responses with very long queues. A client that requests one and does not read it is
 * disconnected. Progress means bytes that leave the process, so sending something now and then does not help a client.
 */
export function createLongResponses(): LongResponses {
  const active = new Set<Active>()
  const waiting: Waiting[] = []
  let activeBytes = 0
  /** When the latest response is built, at the allowed rate. */
  let busyUntil = Number.NEGATIVE_INFINITY

  function startNext(): void {
    const now = performance.now()
    const next = waiting[0]
    if (!next || now < busyUntil || activeBytes + next.bytes > MAX_BYTES) return
    waiting.shift()
    const { response, bytes } = next
    busyUntil = now + (bytes / BYTES_PER_SECOND) * 1_000
    const entry: Active = { response, bytes, unsent: 0, progressAt: now }
    active.add(entry)
    activeBytes += bytes
    response.once('close', () => {
      active.delete(entry)
      activeBytes -= bytes
      startNext()
    })
    next.start()
  }

  function disconnectStalled(): void {
    const now = performance.now()
    for (const entry of active) {
      const { response } = entry
      const unsent = response.socket?.writableLength ?? 0
      if (!response.writableEnded || unsent < entry.unsent) entry.progressAt = now
      entry.unsent = unsent
      const allowedMs = waiting.length > 0 ? STALLED_WHILE_OTHERS_WAIT_MS : STALLED_MS
      if (now - entry.progressAt > allowedMs) response.socket?.destroy()
    }
  }

  setInterval(startNext, ADMIT_INTERVAL_MS).unref()
  setInterval(disconnectStalled, CHECK_INTERVAL_MS).unref()
  return {
    reserve: (response, bytes) =>
      new Promise<void>((resolve, reject) => {
        const refuse = (message: string) => () => {
          const index = waiting.indexOf(entry)
          if (index < 0) return
          waiting.splice(index, 1)
          reject(new AppError('unavailable', message, { retryAfter: 2 }))
        }
        const timer = setTimeout(refuse('Too many clients request long queues; try again in a moment'), MAX_WAIT_MS)
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        const entry = { response, bytes, start }
        waiting.push(entry)
        response.once('close', refuse('The client closed the connection'))
        startNext()
      }),
  }
}

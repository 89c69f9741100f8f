import { setTimeout as sleep } from 'node:timers/promises'
import { checkResponses } from './check-responses.ts'
import type { LongQueue } from './long-queues.ts'
import { openConnection } from './open-connection.ts'
import { formatPoll } from './slow-requests.ts'

const READ_BYTES = 40 * 1024
const READ_INTERVAL_MS = 100
const POLL_INTERVAL_MS = 1_000

/**
 * A well-behaved game server on a slow network: it reads its long queue at 400 KiB per second, then polls again. The
 * limits for clients that do not read should not affect it.
 */
export function startSlowReader(port: number, { key, body }: LongQueue) {
  const counts = { complete: 0, lost: 0 }
  const state = { isStopped: false }

  async function readOnce(): Promise<boolean> {
    const connection = await openConnection({ port }, READ_BYTES)
    if (!connection) return false
    const { socket, bytes, isClosed, pause } = connection
    const countBytes = () => bytes.reduce((sum, { length }) => sum + length, 0)
    socket.write(formatPoll(key))
    while (!isClosed() && !state.isStopped && countBytes() < body.length) {
      await pause(READ_INTERVAL_MS)
      socket.resume()
    }
    socket.destroy()
    const { statuses, problem } = checkResponses(bytes, body)
    return problem === undefined && statuses[0] === 200
  }
  async function run(): Promise<void> {
    while (!state.isStopped) {
      const isComplete = await readOnce()
      if (state.isStopped) return
      counts[isComplete ? 'complete' : 'lost']++
      await sleep(POLL_INTERVAL_MS)
    }
  }

  void run()
  return { counts, stop: () => void (state.isStopped = true) }
}

import { connect } from 'node:net'
import { checkResponses } from './check-responses.ts'
import type { LongQueue } from './long-queues.ts'
import { pollRequest } from './slow-requests.ts'

export type SlowReaderCounts = { complete: number; lost: number }

const READ_BYTES = 40 * 1024
const READ_INTERVAL_MS = 100
const POLL_INTERVAL_MS = 1_000

/**
 * A well-behaved game server on a slow network: it reads its long queue at 400 KiB per second, then polls again. The
 * limits for clients that do not read should not affect it.
 */
export function startSlowReader(port: number, queue: LongQueue) {
  const counts: SlowReaderCounts = { complete: 0, lost: 0 }
  const state = { isStopped: false, close: () => {} }

  function fetchOnce(): void {
    const bytes: Buffer[] = []
    let length = 0
    const callback = (count: number, buffer: Uint8Array) => {
      bytes.push(Buffer.from(buffer.subarray(0, count)))
      length += count
      if (length >= queue.body.length) socket.end()
      return false
    }
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback }
    const socket = connect({ host: '127.0.0.1', port, onread }, () => socket.write(pollRequest(queue.key)))
    const reading = setInterval(() => socket.resume(), READ_INTERVAL_MS)
    state.close = () => socket.destroy()
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(reading)
      if (state.isStopped) return
      const { statuses, problem } = checkResponses({ bytes, methods: ['GET'] }, queue.body)
      if (problem === undefined && statuses[0] === 200) counts.complete++
      else counts.lost++
      setTimeout(() => state.isStopped || fetchOnce(), POLL_INTERVAL_MS)
    })
  }

  fetchOnce()
  return {
    counts,
    stop() {
      state.isStopped = true
      state.close()
    },
  }
}

import { connect } from 'node:net'
import { judgeAnswers } from './judge-answers.ts'
import { poll } from './slow-requests.ts'
import type { LongQueue } from './slow-socket.ts'

export type SlowLine = { whole: number; lost: number }

const READ_BYTES = 40 * 1024
const READ_EVERY_MS = 100
const PAUSE_MS = 1_000

/**
 * An honest game server behind a slow line: it takes its long queue at 400 KiB a second, and then asks again. What the
 * server does against those that do not read should not hit it.
 */
export function startSlowLine(port: number, queue: LongQueue): { report: () => SlowLine; stop: () => void } {
  const counts: SlowLine = { whole: 0, lost: 0 }
  const state = { over: false, close: () => {} }
  const again = () => setTimeout(() => state.over || fetchOnce(), PAUSE_MS)

  function fetchOnce(): void {
    const bytes: Buffer[] = []
    let length = 0
    const callback = (count: number, buffer: Uint8Array) => {
      bytes.push(Buffer.from(buffer.subarray(0, count)))
      length += count
      if (length >= queue.answer.length) socket.end()
      return false
    }
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback }
    const socket = connect({ host: '127.0.0.1', port, onread }, () => socket.write(poll(queue.key)))
    const reading = setInterval(() => socket.resume(), READ_EVERY_MS)
    state.close = () => socket.destroy()
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(reading)
      if (state.over) return
      const { statuses, fault } = judgeAnswers({ bytes, methods: ['GET'] }, queue.answer)
      if (fault === undefined && statuses[0] === 200) counts.whole++
      else counts.lost++
      again()
    })
  }

  fetchOnce()
  return {
    report: () => ({ ...counts }),
    stop() {
      state.over = true
      state.close()
    },
  }
}

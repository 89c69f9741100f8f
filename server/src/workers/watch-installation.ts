import type { ReaderDb } from '../db/database.ts'
import { type Installation, readInstallation } from '../monitoring/read-installation.ts'
import { type Log, repeat } from './repeat.ts'

const EVERY_MS = 15_000

export type WatchParts = {
  reader: ReaderDb
  sendsMails: boolean
  show: (state: Installation) => void
  /** Called at the end: another process watches from now on. */
  clear: () => void
  log: Log
}

/** Reads the state of the installation for the metrics. A request for the metrics reads nothing. */
export function watchInstallation({ reader, sendsMails, show, clear, log }: WatchParts): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = repeat(
    { name: 'metrics', everyMs: EVERY_MS, retryMs: EVERY_MS, signal: stopping.signal, log },
    async () => show(await readInstallation(reader, { sendsMails })),
  )
  return {
    stop: async () => {
      stopping.abort()
      await running
      clear()
    },
  }
}

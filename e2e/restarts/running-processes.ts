import { readFile } from 'node:fs/promises'

/** Messages of the parent process about its children, each with the pid. */
const SERVES = 'a process serves'
const STOPS = 'a process is told to stop'

export type RunningProcesses = {
  /** The processes that serve and were not told to stop. */
  list: () => Promise<number[]>
  /** For a process that is stopped by a signal of the harness, which the parent does not log. */
  markStopped: (pid: number) => void
}

/** Reads the log of the server while it is written. */
export function followProcesses(logFile: string): RunningProcesses {
  const started = new Set<number>()
  const stopped = new Set<number>()
  let readBytes = 0

  return {
    async list() {
      const bytes = await readFile(logFile)
      const end = bytes.lastIndexOf('\n') + 1
      for (const { msg, pid } of parseLines(bytes.toString('utf8', readBytes, end))) {
        if (pid !== undefined && msg === SERVES) started.add(pid)
        if (pid !== undefined && msg === STOPS) stopped.add(pid)
      }
      readBytes = end
      return [...started].filter((pid) => !stopped.has(pid))
    },
    markStopped: (pid) => void stopped.add(pid),
  }
}

function parseLines(text: string): { msg?: string; pid?: number }[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as { msg?: string; pid?: number }]
    } catch {
      return []
    }
  })
}

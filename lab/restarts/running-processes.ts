import { readFile } from 'node:fs/promises'

/** The messages of the parent process about its children. */
const MESSAGES = /^\{.*"msg":"a process (serves|is told to stop)".*\}$/gm

export type RunningProcesses = ReturnType<typeof followProcesses>

/** Reads the log of the server while it is written. */
export function followProcesses(logFile: string) {
  const stopped = new Set<number>()
  return {
    /** The processes that serve and were not told to stop. */
    async list(): Promise<number[]> {
      const started: number[] = []
      for (const [line, event] of (await readFile(logFile, 'utf8')).matchAll(MESSAGES)) {
        const { pid } = JSON.parse(line) as { pid: number }
        if (event === 'serves') started.push(pid)
        else stopped.add(pid)
      }
      return started.filter((pid) => !stopped.has(pid))
    },
    /** For a process that is stopped by a signal of the harness, which the parent does not log. */
    markStopped: (pid: number) => void stopped.add(pid),
  }
}

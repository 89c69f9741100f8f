import { readFile } from 'node:fs/promises'

/** What the parent says of its processes, each with its pid. */
const SERVES = 'a process serves'
const LEAVES = 'a process is told to stop'

export type ProcessLog = {
  /** The processes that serve, and were not told to stop. */
  serving: () => Promise<number[]>
  /** Who is told by somebody else than the parent. */
  leaves: (pid: number) => void
}

/** Follows the server's log while it is being written. */
export function followProcesses(file: string): ProcessLog {
  const present = new Set<number>()
  const left = new Set<number>()
  let read = 0

  return {
    async serving() {
      const bytes = await readFile(file)
      const end = bytes.lastIndexOf('\n') + 1
      for (const { msg, pid } of linesOf(bytes.toString('utf8', read, end))) {
        if (pid !== undefined && msg === SERVES) present.add(pid)
        if (pid !== undefined && msg === LEAVES) left.add(pid)
      }
      read = end
      return [...present].filter((pid) => !left.has(pid))
    },
    leaves: (pid) => void left.add(pid),
  }
}

function linesOf(text: string): { msg?: string; pid?: number }[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as { msg?: string; pid?: number }]
    } catch {
      return []
    }
  })
}

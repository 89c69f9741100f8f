import { readFileSync } from 'node:fs'

/** The kernel reports ticks of a hundredth of a second to all programs. */
const MS_PER_TICK = 10

/**
 * Returns a function that reads the CPU time of a process in ms. The programs that start the renderer wait for it, so its last
 * descendant counts. Where the system does not tell, the time on the clock counts instead.
 */
export function createCpuClock(pid: number): () => number {
  const last = findLastDescendant(pid)
  return () => readCpuMs(last) ?? performance.now()
}

export function findLastDescendant(pid: number): number {
  const [child] = read(`/proc/${pid}/task/${pid}/children`).split(' ')
  return child ? findLastDescendant(Number(child)) : pid
}

function readCpuMs(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // The name in parentheses can contain anything. The ticks in user mode and in the kernel are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isNaN(ticks) ? undefined : ticks * MS_PER_TICK
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

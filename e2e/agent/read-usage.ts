import { readFile } from 'node:fs/promises'

export type Usage = { at: number; cpuMs: number; rssMiB: number }

/** Of Linux: a tick is a hundredth of a second. */
const TICK_MS = 10

/** What a process has used since it began, as the kernel counts it. */
export async function readUsage(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  const status = await readFile(`/proc/${pid}/status`, 'latin1')
  const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  return { at: performance.now(), cpuMs: (user + system) * TICK_MS, rssMiB: kib / 1024 }
}

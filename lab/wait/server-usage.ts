import { cpuSeconds, listChildren, residentMiB } from '../../e2e/kit/process-usage.ts'
import { round } from '../figures.ts'

/** The memory of the largest process and of all processes. */
type Memory = { largestMiB: number; sumMiB: number }

/** With fewer waiters in a process, its memory depends more on the process than on the waiters. */
const MIN_TO_PROJECT = 5_000

/** Of a server with all its processes. */
export async function readMemory(pid: number, at: 'now' | 'peak'): Promise<Memory> {
  const memory = await Promise.all((await listProcesses(pid)).map((each) => residentMiB(each, at)))
  return { largestMiB: Math.max(...memory), sumMiB: sum(memory) }
}

export async function readCpuSeconds(pid: number): Promise<number> {
  return sum(await Promise.all((await listProcesses(pid)).map(cpuSeconds)))
}

/** `before`: after the warm-up, without waiters. */
export function memoryFigures(
  before: Memory,
  peak: Memory,
  { waiters, processes }: { waiters: number; processes: number },
) {
  const per1000 = ((peak.sumMiB - before.sumMiB) / waiters) * 1_000
  return {
    rssMiB: Math.round(peak.largestMiB),
    rssMiBSum: Math.round(peak.sumMiB),
    rssMiBBefore: Math.round(before.largestMiB),
    rssMiBPer1000: round(per1000, 2),
    /** Projected from the figures above. Null if there were too few waiters. */
    rssMiBFor50000: waiters < MIN_TO_PROJECT * processes ? null : Math.round(before.largestMiB + per1000 * 50),
  }
}

async function listProcesses(pid: number): Promise<number[]> {
  return [pid, ...(await listChildren(pid))]
}

/** A process can end between two reads. */
function sum(values: number[]): number {
  return values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0)
}

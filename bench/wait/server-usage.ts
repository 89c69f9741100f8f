import { readFile } from 'node:fs/promises'
import { cpuSeconds, residentMiB } from '../../e2e/kit/process-usage.ts'

/** The memory of the largest process and of all processes, and the CPU time of all. */
export type Usage = { largestMiB: number; sumMiB: number; cpuSeconds: number }

/** Measures a server with all its processes. */
export async function readUsage(pid: number): Promise<Usage> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)]
  const memory = await Promise.all(pids.map(residentMiB))
  const cpu = await Promise.all(pids.map(cpuSeconds))
  return { largestMiB: Math.max(...memory), sumMiB: sum(memory), cpuSeconds: sum(cpu) }
}

/** Returns a function that stops the measurement and returns the largest values. */
export function watchMemory(pid: number): () => Pick<Usage, 'largestMiB' | 'sumMiB'> {
  const most = { largestMiB: 0, sumMiB: 0 }
  async function measure(): Promise<void> {
    const { largestMiB, sumMiB } = await readUsage(pid)
    most.largestMiB = Math.max(most.largestMiB, largestMiB)
    most.sumMiB = Math.max(most.sumMiB, sumMiB)
  }
  const timer = setInterval(() => void measure(), 500).unref()
  return () => {
    clearInterval(timer)
    return most
  }
}

/** A process can end between two reads. */
function sum(values: number[]): number {
  return values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0)
}

import { cpuSeconds, residentMiB } from '../kit/process-usage.ts'

export type Usage = { at: number; cpuMs: number; rssMiB: number }

/** What a process has used since it began. */
export async function readUsage(pid: number): Promise<Usage> {
  const cpuMs = Math.round((await cpuSeconds(pid)) * 1_000)
  return { at: performance.now(), cpuMs, rssMiB: await residentMiB(pid) }
}

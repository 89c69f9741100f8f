import { residentMiB } from '../../e2e/kit/process-usage.ts'

const INTERVAL_MS = 100

/** Reads the memory of a process often enough to see short peaks. */
export function watchMemory(pid: number) {
  let current = 0
  let peak = 0
  async function measure(): Promise<void> {
    current = await residentMiB(pid)
    peak = Math.max(peak, current)
  }
  const timer = setInterval(() => void measure(), INTERVAL_MS)
  return {
    /** Returns the current memory, and forgets earlier peaks. */
    startPeak: () => (peak = current),
    peak: () => peak,
    stop: () => clearInterval(timer),
  }
}

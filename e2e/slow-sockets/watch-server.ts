import { setTimeout as sleep } from 'node:timers/promises'
import { countOpenSockets, residentMiB } from '../kit/process-usage.ts'

const LOOK_EVERY_MS = 100
const BACK_WITHIN_MS = 30_000
/** Connections to the database come and go. */
export const SPARE_SOCKETS = 20

/** Looks at the memory of a process, often enough to see what it holds for a moment only. */
export function watchMemory(pid: number) {
  let now = 0
  let most = 0
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  async function look(): Promise<void> {
    now = await residentMiB(pid)
    most = Math.max(most, now)
  }
  return {
    /** What it is now; from now on the peak counts. */
    begin: () => (most = now),
    peak: () => most,
    stop: () => clearInterval(timer),
  }
}

/** How many sockets are open when they are as few as before, or when it is time for that. */
export async function socketsAfterwards(pid: number, before: number): Promise<number> {
  const deadline = Date.now() + BACK_WITHIN_MS
  let open = await countOpenSockets(pid)
  while (open > before + SPARE_SOCKETS && Date.now() < deadline) {
    await sleep(250)
    open = await countOpenSockets(pid)
  }
  return open
}

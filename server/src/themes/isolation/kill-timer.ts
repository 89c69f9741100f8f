/** How long a request may take: the CPU time of the process, and the time on the clock, which other programs can use up. */
export type TimeLimit = { cpuMs: number; clockMs: number }

const MIN_CHECK_MS = 20

type Settings = TimeLimit & { readCpuMs: () => number; onExpired: (message: string) => void }

/** CPU time is read only when as much time has passed on the clock. Returns a function that stops the timer. */
export function startKillTimer({ cpuMs, clockMs, readCpuMs, onExpired }: Settings): () => void {
  const [startedAt, usedBefore] = [performance.now(), readCpuMs()]
  let timer = setTimeout(check, cpuMs)

  function check(): void {
    const cpuLeft = cpuMs - (readCpuMs() - usedBefore)
    const clockLeft = clockMs - (performance.now() - startedAt)
    if (cpuLeft <= 0) return onExpired(`The page took more than ${cpuMs} ms of CPU time. Use fewer loops`)
    if (clockLeft <= 0) return onExpired(`The page was not ready after ${clockMs} ms`)
    timer = setTimeout(check, Math.min(Math.max(cpuLeft, MIN_CHECK_MS), clockLeft))
  }

  return () => clearTimeout(timer)
}

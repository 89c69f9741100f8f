import type { Loss } from './game-connection.ts'

export type Fault = Loss | 'status' | 'handedOutAgain'

export type LoadReport = {
  requests: number
  failures: number
  byFault: Partial<Record<Fault, number>>
  /** What the first failures said. */
  examples: string[]
  p50Ms: number
  p99Ms: number
  worstMs: number
  /** How late the clients themselves were, at the 99th percentile: what the machine adds to every time above. */
  lagMs: number
  /** Ids of the elements whose report was answered with success. */
  reported: string[]
}

const EXAMPLES = 10

/** Counts what happens to the clients of one load, from one report to the next. */
export function createTally() {
  let times: number[] = []
  let requests = 0
  let byFault: LoadReport['byFault'] = {}
  let examples: string[] = []
  let reported: string[] = []

  return {
    /** Whoever asked to wait has no time that counts. */
    answered(ms: number | undefined): void {
      requests++
      if (ms !== undefined) times.push(ms)
    },
    failed(fault: Fault, what: string): void {
      byFault[fault] = (byFault[fault] ?? 0) + 1
      if (examples.length < EXAMPLES) examples.push(`${new Date().toISOString()} ${fault}: ${what}`)
    },
    reported: (id: string) => void reported.push(id),
    report(): Omit<LoadReport, 'lagMs'> {
      const sorted = times.sort((a, b) => a - b)
      const at = (share: number) =>
        Math.round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0)
      const failures = Object.values(byFault).reduce((sum, count) => sum + count, 0)
      const report = {
        requests,
        failures,
        byFault,
        examples,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        worstMs: at(1),
        reported,
      }
      times = []
      requests = 0
      byFault = {}
      examples = []
      reported = []
      return report
    },
  }
}

export type Tally = ReturnType<typeof createTally>

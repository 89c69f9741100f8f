import { percentile } from '../percentile.ts'
import type { ConnectionFailure } from './game-connection.ts'

export type Failure = ConnectionFailure | 'status' | 'dispatchedAgain'

export type LoadReport = {
  requests: number
  failures: number
  failuresByKind: Partial<Record<Failure, number>>
  /** Details of the first failures. */
  examples: string[]
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** How late the clients themselves were, at the 99th percentile. The machine adds this to all times above. */
  lagMs: number
  /** Ids of the deliveries whose report succeeded. */
  reported: string[]
}

export type LoadCounts = ReturnType<typeof createLoadCounts>

const MAX_EXAMPLES = 10

/** Counts what happens to the clients of one load, from one report to the next. */
export function createLoadCounts() {
  let times: number[] = []
  let requests = 0
  let failuresByKind: LoadReport['failuresByKind'] = {}
  let examples: string[] = []
  let reported: string[] = []

  return {
    /** Waiting polls have no time, because the server responds when there is something to deliver. */
    addResponse(ms: number | undefined): void {
      requests++
      if (ms !== undefined) times.push(ms)
    },
    addFailure(kind: Failure, detail: string): void {
      failuresByKind[kind] = (failuresByKind[kind] ?? 0) + 1
      if (examples.length < MAX_EXAMPLES) examples.push(`${new Date().toISOString()} ${kind}: ${detail}`)
    },
    addReported: (id: string) => void reported.push(id),
    report(): Omit<LoadReport, 'lagMs'> {
      const failures = Object.values(failuresByKind).reduce((sum, count) => sum + count, 0)
      const at = (share: number) => Math.round(percentile(times, share))
      const latencies = { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
      const report = { requests, failures, failuresByKind, examples, reported, ...latencies }
      times = []
      requests = 0
      failuresByKind = {}
      examples = []
      reported = []
      return report
    },
  }
}

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
  let counts = createCounts()

  return {
    /** Waiting polls have no time, because the server responds when there is something to deliver. */
    addResponse(ms: number | undefined): void {
      counts.requests++
      if (ms !== undefined) counts.times.push(ms)
    },
    addFailure(kind: Failure, detail: string): void {
      counts.failures++
      counts.failuresByKind[kind] = (counts.failuresByKind[kind] ?? 0) + 1
      if (counts.examples.length < MAX_EXAMPLES) counts.examples.push(`${new Date().toISOString()} ${kind}: ${detail}`)
    },
    addReported: (id: string) => void counts.reported.push(id),
    report(): Omit<LoadReport, 'lagMs'> {
      const { times, ...report } = counts
      counts = createCounts()
      const at = (share: number) => Math.round(percentile(times, share))
      return { ...report, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
    },
  }
}

function createCounts() {
  const failuresByKind: LoadReport['failuresByKind'] = {}
  const lists = { times: [] as number[], examples: [] as string[], reported: [] as string[] }
  return { requests: 0, failures: 0, failuresByKind, ...lists }
}

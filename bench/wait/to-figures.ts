import { round } from '../figures.ts'
import type { Outcome, Plan } from './run-phases.ts'

export type Figures = ReturnType<typeof toFigures>

/** With fewer waiters in a process, its memory depends more on the process than on the waiters. */
const MIN_TO_PROJECT = 5_000

export function toFigures(
  { before, most, idle, lags, timerDelays, counts, ...outcome }: Outcome,
  { waiters, processes }: Plan,
) {
  const { beforeCrash, beforeStop, afterStop } = counts
  const per1000 = ((most.sumMiB - before.sumMiB) / waiters) * 1_000
  return {
    waiters,
    processes,
    /** The largest process and the sum of all, at their largest. */
    rssMiB: Math.round(most.largestMiB),
    rssMiBSum: Math.round(most.sumMiB),
    /** One process after the warm-up, without waiters, and the memory for each 1,000 waiters. */
    rssMiBBefore: Math.round(before.largestMiB),
    rssMiBPer1000: round(per1000, 2),
    /** Projected from the figures above. Null if there were too few waiters. */
    rssMiBFor50000: waiters < MIN_TO_PROJECT * processes ? null : Math.round(before.largestMiB + per1000 * 50),
    idleSeconds: idle.seconds,
    idleQueriesPerSecond: idle.statementsPerSecond,
    idleCommitsPerSecond: idle.commitsPerSecond,
    idleCpuPercent: idle.cpuPercent,
    sales: lags.plain.sales,
    p50Ms: lags.plain.p50Ms,
    p99Ms: lags.plain.p99Ms,
    worstMs: lags.plain.worstMs,
    lateSales: lags.late.sales,
    lateP50Ms: lags.late.p50Ms,
    lateP99Ms: lags.late.p99Ms,
    lateWorstMs: lags.late.worstMs,
    hiccupP99Ms: timerDelays.p99Ms,
    hiccupWorstMs: timerDelays.worstMs,
    missed: Object.values(lags).reduce((sum, { missed }) => sum + missed, 0),
    misled: outcome.misled,
    doubled: outcome.doubled,
    outageMs: outcome.outageMs,
    refusedAtRestart: beforeStop.refused - beforeCrash.refused,
    droppedAtRestart: beforeStop.dropped - beforeCrash.dropped,
    afterRestartWorstMs: lags.afterRestart.worstMs,
    refused: afterStop.refused,
    dropped: beforeStop.dropped,
    early: afterStop.early,
    overdue: afterStop.overdue,
    unconfirmed: afterStop.unconfirmed,
    releasedBeforeStop: beforeStop.released,
    releasedAtStop: afterStop.released - beforeStop.released,
    resetAtStop: afterStop.dropped - beforeStop.dropped,
    stopMs: outcome.stopMs,
  }
}

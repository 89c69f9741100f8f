import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import type { Call } from '../../e2e/kit/load/game-calls.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import type { Result } from '../../e2e/kit/run-harness.ts'
import type { Audit } from './audit.ts'
import type { GamesReport } from './run-games.ts'

type Outcome = Audit & { outages: readonly Span[]; games: GamesReport; sold: number; processes: number }

export function summarise({ outages, games, broken, sold, processes, failures, ...audited }: Outcome): Result {
  const isInOutage = (call: Span) => outages.some((outage) => call.start < outage.end && outage.start < call.end)
  const inside = games.reports.filter(isInOutage)
  const outside = games.reports.filter((report) => !isInOutage(report))
  const countFailed = (operation: Call['operation']) => broken.filter((call) => call.operation === operation).length
  const figures = {
    kills: outages.length,
    reports: games.reports.length,
    failedReports: countFailed('report'),
    secondRuns: audited.secondRuns,
    inits: games.inits,
    failedInits: countFailed('init'),
    polls: games.polls,
    waitedPolls: games.waitedPolls,
    failedPolls: countFailed('poll'),
    allowedFailures: audited.allowedFailures,
    sold,
    medianOutageMs: percentile(durations(outages), 0.5),
    longestOutageMs: percentile(durations(outages), 1),
    reportsInOutages: inside.length,
    reportP99Ms: percentile(durations(outside), 0.99),
    reportP99InOutageMs: percentile(durations(inside), 0.99),
    processes,
  }
  return {
    figures,
    failures: [
      ...describe(broken),
      ...(figures.secondRuns > 0 ? [`${figures.secondRuns} deliveries ran again`] : []),
      ...(games.waitedPolls === 0 ? ['the server let no poll wait'] : []),
      ...(outages.length > 0 && inside.length === 0 ? ['no report was sent during an outage'] : []),
      ...failures,
    ],
  }
}

/** The first failure of each kind, with the number of similar ones. */
function describe(failures: Call[]): string[] {
  const kinds = Map.groupBy(failures, ({ operation, status }) => `${operation} got the status ${status}`)
  return [...kinds].map(([kind, calls]) => {
    const ms = durations(calls)[0] ?? 0
    return `${kind} ${calls.length} times, the first one after ${ms} ms: ${calls[0]?.text.slice(0, 300)}`
  })
}

function durations(spans: readonly Span[]): number[] {
  return spans.map(({ start, end }) => end - start)
}

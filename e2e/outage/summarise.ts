import { percentile } from '../kit/percentile.ts'
import type { Result } from '../kit/run-harness.ts'
import type { Classified } from './classify-failures.ts'
import type { Call } from './game-connection.ts'
import type { Outage } from './interrupt-database.ts'
import type { GamesReport } from './run-games.ts'

type Outcome = {
  outages: readonly Outage[]
  games: GamesReport
  classified: Classified
  sold: number
  processes: number
  failures: string[]
}

type Span = { start: number; end: number }

export function summarise({ outages, games, classified, sold, processes, failures }: Outcome): Result {
  const isInOutage = (call: Span) => outages.some((outage) => call.start < outage.end && outage.start < call.end)
  const inside = games.reports.filter(isInOutage)
  const outside = games.reports.filter((report) => !isInOutage(report))
  const countFailed = (operation: Call['operation']) =>
    classified.broken.filter((call) => call.operation === operation).length
  const figures = {
    kills: outages.length,
    reports: games.reports.length,
    failedReports: countFailed('report'),
    secondRuns: classified.secondRuns,
    inits: games.inits,
    failedInits: countFailed('init'),
    polls: games.polls,
    waitedPolls: games.waitedPolls,
    failedPolls: countFailed('queue'),
    allowedFailures: classified.allowed.length,
    sold,
    medianOutageMs: percentile(durations(outages), 0.5),
    longestOutageMs: percentile(durations(outages), 1),
    reportsInOutages: inside.length,
    reportP99Ms: percentile(durations(outside), 0.99),
    reportP99InOutageMs: percentile(durations(inside), 0.99),
    processes,
  }
  return { figures, failures: [...brokenPromises(figures), ...describe(classified.broken), ...failures] }
}

function brokenPromises(figures: Record<string, number>): string[] {
  const { failedReports = 0, failedInits = 0, failedPolls = 0, secondRuns = 0, waitedPolls = 0 } = figures
  const { kills = 0, reportsInOutages = 0 } = figures
  const broken: string[] = []
  if (failedReports > 0) broken.push(`${failedReports} reports failed`)
  if (failedInits > 0) broken.push(`${failedInits} inits failed`)
  if (failedPolls > 0) broken.push(`${failedPolls} polls failed`)
  if (secondRuns > 0) broken.push(`${secondRuns} deliveries ran again`)
  if (waitedPolls === 0) broken.push('the server let no poll wait')
  if (kills > 0 && reportsInOutages === 0) broken.push('no report was sent during an outage, so the run proves nothing')
  return broken
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

import type { Outage } from './blows.ts'
import type { Span } from './excuse.ts'
import type { Call } from './game-line.ts'
import type { Judged } from './judge-failures.ts'
import type { Seller } from './keep-selling.ts'
import type { Played } from './play-games.ts'

const FAULTS_SHOWN = 10

type Outcome = {
  outages: readonly Outage[]
  played: Played
  judged: Judged
  seller: Seller
  faults: string[]
  processes: number
  seed: number
  seconds: number
}

/** Prints the figures and every promise that was broken; true when one was. */
export function conclude(outcome: Outcome, { json }: { json: boolean }): boolean {
  const { outages, played, judged, faults } = outcome
  const inside = played.reports.filter((report) => outages.some((outage) => overlap(report, outage)))
  const outside = played.reports.filter((report) => !outages.some((outage) => overlap(report, outage)))
  const failed = (operation: Call['operation']) => judged.broken.filter((call) => call.operation === operation).length
  const figures = {
    kills: outages.length,
    reports: played.reports.length,
    failedReports: failed('report'),
    secondRuns: judged.secondRuns,
    inits: played.inits,
    failedInits: failed('init'),
    polls: played.polls,
    waitedPolls: played.waitedPolls,
    failedPolls: failed('queue'),
    excused: judged.excused.length,
    sold: outcome.seller.sold.size,
    middleOutageMs: shareOf(outages, 0.5),
    longestOutageMs: shareOf(outages, 1),
    reportsInOutages: inside.length,
    reportP99Ms: shareOf(outside, 0.99),
    reportP99InOutageMs: shareOf(inside, 0.99),
    processes: outcome.processes,
    seed: outcome.seed,
    seconds: Math.round(outcome.seconds),
  }
  const broken = [...brokenPromises(figures), ...faults]
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${value}`)
  for (const line of broken.slice(0, FAULTS_SHOWN)) console.log(`✗ ${line}`)
  if (broken.length > FAULTS_SHOWN) console.log(`✗ and ${broken.length - FAULTS_SHOWN} more`)
  for (const line of inWords(judged.broken)) console.log(`  ${line}`)
  if (json) console.log(JSON.stringify(figures))
  return broken.length > 0
}

type Counts = Record<
  'kills' | 'failedReports' | 'failedInits' | 'failedPolls' | 'secondRuns' | 'waitedPolls' | 'reportsInOutages',
  number
>

function brokenPromises(counts: Counts): string[] {
  const broken: string[] = []
  if (counts.failedReports > 0) broken.push(`${counts.failedReports} reports failed`)
  if (counts.failedInits > 0) broken.push(`${counts.failedInits} inits failed`)
  if (counts.failedPolls > 0) broken.push(`${counts.failedPolls} polls failed`)
  if (counts.secondRuns > 0) broken.push(`${counts.secondRuns} elements were run again`)
  if (counts.waitedPolls === 0) broken.push('no poll was let wait, though some asked for it')
  if (counts.kills > 0 && counts.reportsInOutages === 0) broken.push('no report met an outage, so nothing was shown')
  return broken
}

/** The first failure of each kind, and how often there was one like it. */
function inWords(failures: Call[]): string[] {
  const kinds = Map.groupBy(failures, ({ operation, status }) => `${operation} was answered ${status}`)
  return [...kinds].map(([kind, calls]) => {
    const [first] = calls
    const took = first === undefined ? 0 : first.ended - first.begun
    return `${kind}, ${calls.length} times, the first after ${took} ms: ${first?.text.slice(0, 300)}`
  })
}

function overlap(one: Span, other: Span): boolean {
  return one.begun < other.ended && other.begun < one.ended
}

/** The length that this share of the spans stays within. */
function shareOf(spans: readonly Span[], share: number): number {
  const lengths = spans.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b)
  return lengths[Math.min(Math.floor(lengths.length * share), lengths.length - 1)] ?? 0
}

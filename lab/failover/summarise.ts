import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import type { Result } from '../../e2e/kit/run-harness.ts'
import type { Chain } from '../../e2e/kit/trade/chains.ts'
import { KINDS, type Kind } from './faults.ts'
import type { Fault, Outcome } from './run-trial.ts'

/** A poll that waits is not an interruption. */
const MEASURED = ['poll', 'report', 'sale', 'callback']
/** No poll and no report fails. */
const UNNOTICED: readonly Kind[] = ['switchover', 'node']
const AFTER_CRASH_MS = 10_000
const SWITCHOVER_MS = 8_000
/** `wal_sender_timeout` of deploy/ha, and one round of Patroni with its lock. */
const STANDBY_MS = 12_000

/** `isTimed`: times count. In the short form they do not, because other harnesses run at the same time. */
export function summarise(outcome: Outcome, { isTimed }: { isTimed: boolean }): Result {
  const { faults, chains, lost, doubled, undelivered, verifyFaults, examples, problems, ttl, counts } = outcome
  const measured = faults.map((fault) => ({ ...fault, ...measure(fault, chains) }))
  const perKind = KINDS.filter((kind) => faults.some((fault) => fault.kind === kind)).map((kind) => {
    const own = measured.filter((fault) => fault.kind === kind)
    const seconds = own.map(({ longestMs }) => longestMs / 1_000)
    const sum = (list: number[]) => list.reduce((total, value) => total + value, 0)
    return [
      kind,
      {
        faults: own.length,
        p50: round(percentile(seconds, 0.5)),
        worst: round(percentile(seconds, 1)),
        failedPollsAndReports: sum(own.map(({ failed }) => failed.length)),
      },
    ]
  })
  const quiet = chains.filter((chain) => chain.failures.length > 0 && !faults.some((fault) => overlaps(chain, fault)))
  return {
    figures: {
      ttl,
      faults: faults.length,
      acknowledgedLost: lost.length,
      doubled: doubled.length,
      verifyFaults,
      undelivered,
      failedWithoutFault: quiet.length,
      secondsWithoutService: Object.fromEntries(perKind) as Record<Kind, unknown>,
      ...counts,
    },
    failures: [
      ...problems,
      ...lost.map((text) => `lost: ${text}`),
      ...doubled.map((text) => `doubled: ${text}`),
      ...(verifyFaults > 0 ? examples.map((text) => `verify: ${text}`) : []),
      ...(undelivered > 0 ? [`${undelivered} deliveries did not arrive`] : []),
      ...quiet.map((chain) => `failed without a fault: ${describe(chain)}`),
      ...measured.flatMap(findNoticed),
    ],
    missed: isTimed ? measured.flatMap((fault) => findTooLong(fault, ttl)) : [],
  }
}

type Measured = Fault & { longestMs: number; longest: Chain | undefined; failed: Chain[] }

/** What clients saw of a fault: the longest time until a request succeeded, and the polls and reports that failed. */
function measure(fault: Fault, chains: Chain[]) {
  const during = chains.filter((chain) => overlaps(chain, fault))
  const longest = during
    .filter(({ operation }) => MEASURED.includes(operation))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]
  const isGames = ({ operation, failures }: Chain) => /poll|report/i.test(operation) && failures.length > 0
  return { longestMs: longest ? longest.end - longest.start : 0, longest, failed: during.filter(isGames) }
}

/** Of faults that no poll and no report may notice. */
function findNoticed({ kind, failed }: Measured): string[] {
  return UNNOTICED.includes(kind) ? failed.map((chain) => `${kind}: ${describe(chain)}`) : []
}

function findTooLong({ kind, longestMs, longest }: Measured, ttl: number): string[] {
  const limits: Partial<Record<Kind, number>> = { switchover: SWITCHOVER_MS, standby: STANDBY_MS }
  const limitMs = limits[kind] ?? ttl * 1_000 + AFTER_CRASH_MS
  const text = longest ? describe(longest) : ''
  return longestMs > limitMs
    ? [`${kind}: ${longestMs / 1_000} s without service, at most ${limitMs / 1_000}: ${text}`]
    : []
}

const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end
const round = (value: number) => Number(value.toFixed(1))

function describe({ operation, start, end, failures }: Chain): string {
  return `${operation} at ${new Date(start).toISOString()} took ${end - start} ms: ${failures.join(' | ')}`
}

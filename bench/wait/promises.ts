export type Figures = {
  asked: number
  waiters: number
  openFileLimit: number
  processes: number
  /** Of the largest process at its highest; the sum is over all of them. */
  rssMiB: number
  rssMiBSum: number
  /** Of one process that has worked and has no waiters now, and what a thousand of them add to it. */
  rssMiBBefore: number
  rssMiBPer1000: number
  /** What one process has with 50,000 by this line; null where too few waited to draw one. */
  rssMiBFor50000: number | null
  idleSeconds: number
  idleQueriesPerSecond: number
  idleCommitsPerSecond: number
  idleCpuPercent: number
  sales: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  lateSales: number
  lateP50Ms: number
  lateP99Ms: number
  lateWorstMs: number
  /** How late timers of the harness were: what the busy machine adds to a lag by itself. */
  hiccupP99Ms: number
  hiccupWorstMs: number
  /** Sales of any kind that their waiter never saw, another one saw, or saw again. */
  missed: number
  misled: number
  doubled: number
  outageMs: number
  refusedAtRestart: number
  droppedAtRestart: number
  afterRestartWorstMs: number
  /** Of all waiters, over the whole run. */
  refused: number
  dropped: number
  early: number
  overdue: number
  unconfirmed: number
  releasedAtStop: number
  resetAtStop: number
  stopMs: number
  seed: number
  seconds: number
}

const MOST_MIB = 1_536
const MOST_IDLE_QUERIES = 20
/** A single one may meet a hiccup of the machine; one that is found by another way than the short one may not. */
const MOST_WORST_MS = 2_000

/** What is promised of waiting polls, in the words of what went wrong. */
export function brokenPromises(figures: Figures, { mostP99Ms }: { mostP99Ms: number }): string[] {
  const { rssMiB, rssMiBFor50000, processes, idleQueriesPerSecond, p99Ms, worstMs, lateP99Ms, lateWorstMs } = figures
  const checks: [boolean, string][] = [
    [rssMiB < MOST_MIB, `a process has ${rssMiB} MiB; less than ${MOST_MIB} are promised`],
    [
      rssMiBFor50000 === null || rssMiBFor50000 < MOST_MIB,
      `50,000 waiters make ${rssMiBFor50000} MiB; less than ${MOST_MIB} are promised`,
    ],
    [
      idleQueriesPerSecond < MOST_IDLE_QUERIES * processes,
      `${idleQueriesPerSecond} statements a second while nothing is sold; less than ${MOST_IDLE_QUERIES} a process are promised`,
    ],
    [p99Ms <= mostP99Ms, `99 % of the sales arrived within ${p99Ms} ms; ${mostP99Ms} are promised`],
    [lateP99Ms <= mostP99Ms, `99 % of the late commits arrived within ${lateP99Ms} ms; ${mostP99Ms} are promised`],
    [worstMs <= MOST_WORST_MS, `a sale arrived after ${worstMs} ms`],
    [lateWorstMs <= MOST_WORST_MS, `a late commit arrived after ${lateWorstMs} ms`],
    [
      figures.afterRestartWorstMs <= MOST_WORST_MS,
      `after the restart of the database a sale arrived after ${figures.afterRestartWorstMs} ms; ${MOST_WORST_MS} are promised`,
    ],
    [
      figures.releasedAtStop === figures.waiters,
      `${figures.releasedAtStop} of ${figures.waiters} were let go at the stop`,
    ],
    ...none(figures),
  ]
  return checks.flatMap(([kept, words]) => (kept ? [] : [words]))
}

function none(figures: Figures): [boolean, string][] {
  const words = {
    missed: 'sales never arrived',
    misled: 'elements came to the wrong waiter',
    doubled: 'elements came again after they were reported',
    refused: 'answers were not 200',
    dropped: 'connections were closed by the server',
    early: 'empty answers came before their time',
    overdue: 'empty answers came long after their time',
    unconfirmed: 'answers do not carry the Preference-Applied that was asked for',
    resetAtStop: 'waiters were left without an answer at the stop',
  } as const
  return (Object.keys(words) as (keyof typeof words)[]).map((name) => [
    figures[name] === 0,
    `${figures[name]} ${words[name]}`,
  ])
}

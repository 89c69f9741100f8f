import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Lags } from './book.ts'
import { openFileLimit } from './open-file-limit.ts'
import { brokenPromises, type Figures } from './promises.ts'
import type { Part } from './part-log.ts'
import { type Outcome, runParts } from './run-parts.ts'

const HELP = `Shows what waiting polls cost, and how soon a sale is in the hands of the server that waits for it. Thousands of
servers wait with \`Prefer: wait=60\`: while nothing is sold, at 50 sales a second, with sales whose COMMIT comes late,
over a crash of the database, and when the server is stopped. Needs Linux.

  npm run bench:wait                 50,000 waiters on one process, or as many as it may have files open
  npm run bench:wait -- --short      the form for the check: 500 waiters
  --waiters N --processes N          other numbers; the processes share the waiters
  --seed N                           makes the same decisions again
  --json                             the last line is one JSON object`

/** From COMMIT to the answer in hands. Four times that in the short form, which has to hold on busy machines. */
const MOST_P99_MS = 250
/** Files that a server has open besides the connections of those who wait. */
const SPARE_FILES = 500
/** Below this many in a process its memory says more of the process than of them. */
const LEAST_TO_PROJECT = 5_000

const LONG = {
  waitSeconds: 60,
  rehearsalSeconds: 3,
  idleSeconds: 20,
  salesSeconds: 60,
  lateSeconds: 20,
  mostHoldMs: 3_000,
  outageMs: 2_000,
}
/** A shorter wait, so that as many ask again in a second as of a much larger crowd. */
const SHORT = {
  waitSeconds: 10,
  rehearsalSeconds: 0.5,
  idleSeconds: 3,
  salesSeconds: 5,
  lateSeconds: 2,
  mostHoldMs: 1_200,
  outageMs: 100,
}

const { values: options } = parseArgs({
  options: {
    waiters: { type: 'string' },
    processes: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(HELP)
else {
  // Without this a signal would end this process and leave the server behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  process.exitCode = await main().catch((error: unknown) => {
    console.error('FAILED:', error)
    return 1
  })
}

async function main(): Promise<number> {
  const begun = Date.now()
  const chosen = await choose()
  const { asked, waiters, openFileLimit: limit, processes, seed } = chosen
  console.log(`${waiters} waiters on ${processes === 1 ? 'one process' : `${processes} processes`}; seed ${seed}`)
  if (waiters < asked) {
    console.log(
      `${asked} were asked for, but a process may have ${limit} files open here (${SPARE_FILES} are left spare)`,
    )
  }
  const outcome = await runParts({ waiters, processes, seed, ...(options.short ? SHORT : LONG) })
  const figures = toFigures(outcome, { ...chosen, seconds: Math.round((Date.now() - begun) / 1_000) })
  const faults = brokenPromises(figures, { mostP99Ms: options.short ? 4 * MOST_P99_MS : MOST_P99_MS })
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(22)} ${value}`)
  for (const [kind, lags] of Object.entries(outcome.lags)) console.log(describeLags(kind, lags))
  for (const part of outcome.parts) console.log(describePart(part))
  for (const fault of faults) console.error(`FAILED: ${fault}`)
  if (figures.hiccupWorstMs > MOST_P99_MS) {
    console.log(
      `The machine itself stood still for up to ${figures.hiccupWorstMs} ms: on a quieter one the lags tell more.`,
    )
  }
  if (faults.length > 0) for (const note of [...outcome.notes, ...outcome.idle.most]) console.error(`  ${note}`)
  if (options.json) console.log(JSON.stringify(figures))
  return faults.length === 0 ? 0 : 1
}

type Chosen = Pick<Figures, 'asked' | 'waiters' | 'openFileLimit' | 'processes' | 'seed'>

async function choose(): Promise<Chosen> {
  const limit = await openFileLimit()
  const processes = number('processes', 1)
  const asked = number('waiters', options.short ? 500 : 50_000)
  return {
    asked,
    waiters: Math.min(asked, (limit - SPARE_FILES) * processes),
    openFileLimit: limit,
    processes,
    seed: number('seed', randomInt(2 ** 31)),
  }
}

function toFigures(outcome: Outcome, chosen: Chosen & { seconds: number }): Figures {
  const { before, most, idle, lags, tally } = outcome
  const { waiters, processes, seed, seconds, ...machine } = chosen
  const per1000 = ((most.sumMiB - before.sumMiB) / waiters) * 1_000
  return {
    waiters,
    processes,
    ...machine,
    rssMiB: Math.round(most.largestMiB),
    rssMiBSum: Math.round(most.sumMiB),
    rssMiBBefore: Math.round(before.largestMiB),
    rssMiBPer1000: rounded(per1000),
    rssMiBFor50000: waiters < LEAST_TO_PROJECT * processes ? null : Math.round(before.largestMiB + per1000 * 50),
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
    hiccupP99Ms: outcome.hiccups.p99Ms,
    hiccupWorstMs: outcome.hiccups.worstMs,
    missed: Object.values(lags).reduce((sum, { missed }) => sum + missed, 0),
    misled: outcome.misled,
    doubled: outcome.doubled,
    outageMs: outcome.restart.outageMs,
    refusedAtRestart: outcome.restart.refused,
    droppedAtRestart: outcome.restart.dropped,
    afterRestartWorstMs: lags.afterRestart.worstMs,
    refused: tally.refused,
    dropped: tally.dropped,
    early: tally.early,
    overdue: tally.overdue,
    unconfirmed: tally.unconfirmed,
    releasedAtStop: tally.released,
    resetAtStop: tally.reset,
    stopMs: outcome.stopMs,
    seed,
    seconds,
  }
}

function describeLags(kind: string, { sales, missed, p50Ms, p99Ms, worstMs }: Lags): string {
  return `${kind.padEnd(14)} ${sales} sales, ${missed} missed: half within ${p50Ms} ms, 99 % within ${p99Ms}, all within ${worstMs}`
}

function describePart({ name, seconds, tally, faults }: Part): string {
  const { empty, early, overdue, unconfirmed, refused, dropped } = tally
  const wrong = Object.entries({ early, overdue, unconfirmed, refused, dropped }).filter(([, count]) => count !== 0)
  const words = wrong.map(([what, count]) => `, ${count} ${what}`).join('')
  return [`${name} (${seconds} s): ${empty} empty answers${words}`, ...faults].join('\n  ')
}

function number(name: 'waiters' | 'processes' | 'seed', fallback: number): number {
  const text = options[name]
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text) || (name !== 'seed' && Number(text) === 0)) {
    throw new Error(`--${name} is "${text}"; it must be a whole number`)
  }
  return Number(text)
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

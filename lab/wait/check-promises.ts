import type { Result } from '../../e2e/kit/run-harness.ts'
import type { Figures } from './run-phases.ts'

const MAX_MIB = 1_536
const MAX_IDLE_QUERIES = 20
/** The machine may delay a single sale. A sale that is found only by a later scan takes longer than this. */
const MAX_WORST_MS = 2_000

/** These figures must be 0. */
const MUST_BE_ZERO = {
  lost: 'sales did not arrive',
  misled: 'deliveries arrived at the wrong waiter',
  doubled: 'deliveries arrived again after they were reported',
  refused: 'responses were not 200',
  dropped: 'connections were closed by the server',
  early: 'empty responses came before their time',
  releasedBeforeStop: 'waiters were released although the server did not stop',
  overdue: 'empty responses came long after their time',
  unconfirmed: 'responses do not have the right Preference-Applied',
  resetAtStop: 'waiters had no response when the server stopped',
} as const

export function checkPromises(figures: Figures, { maxP99Ms }: { maxP99Ms: number }): Omit<Result, 'figures'> {
  const { rssMiB, rssMiBFor50000, idleQueriesPerSecond, processes, releasedAtStop, waiters } = figures
  const failures: string[] = []
  const missed: string[] = []
  if (rssMiB >= MAX_MIB) missed.push(`a process has ${rssMiB} MiB instead of less than ${MAX_MIB}`)
  if (rssMiBFor50000 !== null && rssMiBFor50000 >= MAX_MIB)
    missed.push(`50,000 waiters need ${rssMiBFor50000} MiB instead of less than ${MAX_MIB}`)
  if (idleQueriesPerSecond >= MAX_IDLE_QUERIES * processes)
    missed.push(`${idleQueriesPerSecond} idle statements per second; the limit is ${MAX_IDLE_QUERIES} per process`)
  if (releasedAtStop !== waiters) failures.push(`${releasedAtStop} of ${waiters} waiters were released at the stop`)

  const checkLag = (what: string, lagMs: number, maxMs: number) => {
    if (!(lagMs <= maxMs)) missed.push(`${what} arrived after ${lagMs} ms instead of at most ${maxMs}`)
  }
  checkLag('99 % of the sales', figures.p99Ms, maxP99Ms)
  checkLag('99 % of the late commits', figures.lateP99Ms, maxP99Ms)
  checkLag('a sale', figures.worstMs, MAX_WORST_MS)
  checkLag('a late commit', figures.lateWorstMs, MAX_WORST_MS)
  checkLag('a sale after the restart of the database', figures.afterRestartWorstMs, MAX_WORST_MS)

  for (const [name, description] of Object.entries(MUST_BE_ZERO)) {
    const count = figures[name as keyof typeof MUST_BE_ZERO]
    if (count !== 0) (name === 'overdue' ? missed : failures).push(`${count} ${description}`)
  }
  return { failures, missed }
}

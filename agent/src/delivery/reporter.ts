import { type DeliveryClient, type Outcome, type OutcomeResult, StoreError } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import { createChangeLog, type Log } from '../log.ts'
import type { Changes } from './changes.ts'
import { createPause } from './pause.ts'
import { sayWhy } from './say-why.ts'

export type Reporter = {
  /** Only what is on disk already: what the store hears of must not be forgotten here. */
  add: (outcome: Outcome) => void
  isPending: (id: string) => boolean
  pendingIds: () => string[]
  /** Whether the store has heard everything that it understands. */
  isDrained: () => boolean
  /** When the agent stops: tells what is left, once. */
  close: () => Promise<void>
}

type Parts = {
  client: DeliveryClient
  journal: Journal
  changes: Changes
  log: Log
  signal: AbortSignal
  pauses: { firstMs: number; mostMs: number }
}

const ACCEPTED = 'The store takes reports.'
const BATCH_MOST = 100
/** At the end, what has just run may still be told; the rest is told after the next start. */
const LAST_WORD_MS = 2_000
const MEANINGLESS = new Set([400, 413, 422])

/** Tells the store how commands ended, for as long as it takes. */
export function startReporter({ client, journal, changes, log, signal, pauses }: Parts): Reporter {
  const pending = new Map<string, Outcome>()
  const refused = new Set<string>()
  const say = createChangeLog(log, ACCEPTED)
  const pause = createPause(pauses)
  let batch = BATCH_MOST

  function due(): Outcome[] {
    return [...pending.values()].filter(({ id }) => !refused.has(id)).slice(0, batch)
  }

  async function settle(outcomes: Outcome[], results: OutcomeResult[]): Promise<void> {
    const facts = outcomes.map(({ id, attempt }, index) => {
      const status = results[index]?.status ?? 'unknown'
      tellSettlement(results[index], log)
      return { id, attempt, kind: 'settled', status } as const
    })
    const written = journal.write(...facts)
    for (const { id } of outcomes) pending.delete(id)
    changes.tell()
    await written
  }

  async function report(outcomes: Outcome[], within: AbortSignal): Promise<boolean> {
    try {
      await settle(outcomes, await client.report(outcomes, { signal: within }))
      say('reports_accepted', ACCEPTED)
      pause.reset()
      batch = BATCH_MOST
      return true
    } catch (error) {
      if (within.aborted || !(error instanceof Error)) return false
      if (isMeaningless(error)) giveWay(outcomes, error)
      else say('reports_wait', `Reports wait on disk: ${sayWhy(error)}`)
      return false
    }
  }

  /** One report that the store cannot read must not keep all others from it. */
  function giveWay(outcomes: Outcome[], error: Error): void {
    const [first] = outcomes
    if (outcomes.length > 1 || !first) batch = 1
    else {
      refused.add(first.id)
      log('report_refused', `The store does not understand the report of ${first.id}: ${sayWhy(error)}`)
    }
  }

  async function run(): Promise<void> {
    while (await changes.until(() => due().length > 0)) {
      if (!(await report(due(), signal)) && batch > 1) await pause.wait(signal)
    }
  }
  const ran = run()

  return {
    add(outcome) {
      pending.set(outcome.id, outcome)
      changes.tell()
    },
    isPending: (id) => pending.has(id),
    pendingIds: () => [...pending.keys()],
    isDrained: () => due().length === 0,
    async close() {
      await ran
      const left = due()
      if (left.length > 0) await report(left, AbortSignal.timeout(LAST_WORD_MS))
    },
  }
}

function isMeaningless(error: unknown): boolean {
  return error instanceof StoreError && MEANINGLESS.has(error.status)
}

function tellSettlement(settled: OutcomeResult | undefined, log: Log): void {
  if (!settled) return
  const { id, status, retryAt = '' } = settled
  if (status === 'waiting')
    log('comes_again', `${id} comes again${retryAt && ` at ${retryAt}`}`, { id, status, retryAt })
  if (status === 'held') log('held', `${id} is held until the owner of the store decides`, { id, status })
  if (status === 'cancelled') log('cancelled', `${id} was withdrawn by the store meanwhile`, { id, status })
  if (status === 'unknown') log('unknown', `${id} is not known to the store any more`, { id, status })
}

import { type DeliveryClient, type Outcome, type OutcomeResult, StoreError } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import { createChangeLog, type Log } from '../log.ts'
import { type BackoffSettings, createBackoff } from './backoff.ts'
import { describeStoreError } from './describe-store-error.ts'
import type { StateChanges } from './state-changes.ts'

export type Reporter = {
  /** Only for outcomes that are in the journal: the agent must remember everything that it reported. */
  add: (outcome: Outcome) => void
  isPending: (id: string) => boolean
  pendingIds: () => string[]
  /** Whether the store has confirmed all reports, except those that it rejected as invalid. */
  isDrained: () => boolean
  /** Sends the remaining reports once. For the end of the agent. */
  close: () => Promise<void>
}

type Parts = {
  client: DeliveryClient
  journal: Journal
  changes: StateChanges
  log: Log
  signal: AbortSignal
  backoffSettings: BackoffSettings
}

const ACCEPTED = 'The store accepts reports.'
const MAX_BATCH = 100
/** When the agent stops, recent outcomes may still be reported. The others are reported after the next start. */
const FINAL_REPORT_TIMEOUT_MS = 2_000
const INVALID_REPORT_STATUSES = new Set([400, 413, 422])

/** Reports outcomes to the store and retries until the store confirms them. */
export function startReporter({ client, journal, changes, log, signal, backoffSettings }: Parts): Reporter {
  const pending = new Map<string, Outcome>()
  const rejectedIds = new Set<string>()
  const logChange = createChangeLog(log, ACCEPTED)
  const backoff = createBackoff(backoffSettings)
  let batchSize = MAX_BATCH

  function nextBatch(): Outcome[] {
    return [...pending.values()].filter(({ id }) => !rejectedIds.has(id)).slice(0, batchSize)
  }

  async function confirm(outcomes: Outcome[], results: OutcomeResult[]): Promise<void> {
    const facts = outcomes.map(({ id, attempt }, index) => {
      const status = results[index]?.status ?? 'unknown'
      logStatus(results[index], log)
      return { id, attempt, kind: 'settled', status } as const
    })
    const written = journal.write(...facts)
    for (const { id } of outcomes) pending.delete(id)
    changes.notify()
    await written
  }

  async function sendReport(outcomes: Outcome[], requestSignal: AbortSignal): Promise<boolean> {
    try {
      await confirm(outcomes, await client.report(outcomes, { signal: requestSignal }))
      logChange('reports_accepted', ACCEPTED)
      backoff.reset()
      batchSize = MAX_BATCH
      return true
    } catch (error) {
      if (requestSignal.aborted || !(error instanceof Error)) return false
      if (isInvalidReport(error)) isolateRejected(outcomes, error)
      else {
        logChange(
          'reports_delayed',
          `Cannot send reports: ${describeStoreError(error)}. They are saved on disk and retried.`,
        )
      }
      return false
    }
  }

  /** Sends reports one by one until the invalid one is found, so that it does not block the others. */
  function isolateRejected(outcomes: Outcome[], error: Error): void {
    const [first] = outcomes
    if (outcomes.length > 1 || !first) batchSize = 1
    else {
      rejectedIds.add(first.id)
      log('report_rejected', `The store rejected the report about ${first.id}: ${describeStoreError(error)}`)
    }
  }

  async function run(): Promise<void> {
    while (await changes.waitUntil(() => nextBatch().length > 0)) {
      if (!(await sendReport(nextBatch(), signal)) && batchSize > 1) await backoff.wait(signal)
    }
  }
  const stopped = run()

  return {
    add(outcome) {
      pending.set(outcome.id, outcome)
      changes.notify()
    },
    isPending: (id) => pending.has(id),
    pendingIds: () => [...pending.keys()],
    isDrained: () => nextBatch().length === 0,
    async close() {
      await stopped
      const remaining = nextBatch()
      if (remaining.length > 0) await sendReport(remaining, AbortSignal.timeout(FINAL_REPORT_TIMEOUT_MS))
    },
  }
}

function isInvalidReport(error: unknown): boolean {
  return error instanceof StoreError && INVALID_REPORT_STATUSES.has(error.status)
}

function logStatus(result: OutcomeResult | undefined, log: Log): void {
  if (!result) return
  const { id, status, retryAt = '' } = result
  if (status === 'waiting')
    log('retrying', `${id} will be retried${retryAt && ` at ${retryAt}`}`, { id, status, retryAt })
  if (status === 'held') log('held', `${id} is held until the owner of the store decides`, { id, status })
  if (status === 'cancelled') log('cancelled', `${id} has been cancelled by the store`, { id, status })
  if (status === 'unknown') log('unknown', `${id} is unknown to the store`, { id, status })
}

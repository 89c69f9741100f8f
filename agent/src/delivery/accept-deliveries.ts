import type { DeliveryCommand } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import type { PlayerQueues } from './player-queues.ts'
import type { Reporter } from './reporter.ts'

type Parts = { queues: PlayerQueues; journal: Journal; reporter: Reporter; log: Log }

/** Queues the deliveries that have to run and reports the others again. Returns whether any were queued. */
export function acceptDeliveries(deliveries: DeliveryCommand[], parts: Parts): boolean {
  const newDeliveries = deliveries.filter((delivery) => shouldRun(delivery, parts))
  for (const delivery of newDeliveries) parts.queues.add(delivery)
  return newDeliveries.length > 0
}

/** A delivery with an outcome in the journal is reported again and does not run again, unless its attempt is higher. */
function shouldRun({ id, attempt }: DeliveryCommand, { queues, journal, reporter, log }: Parts): boolean {
  if (queues.has(id) || reporter.isPending(id)) return false
  const entry = journal.entry(id)
  if (!entry || entry.attempt < attempt) return true
  if (entry.attempt > attempt) {
    const reason = `The store dispatched attempt ${attempt}, but the agent has already run attempt ${entry.attempt}.`
    log('older_attempt', `${id} is not run. ${reason}`, { id, attempt })
    reporter.add({ id, attempt, outcome: 'in_doubt', reason })
    return false
  }
  if (entry.outcome) reporter.add({ id, attempt, ...entry.outcome })
  return !entry.outcome
}

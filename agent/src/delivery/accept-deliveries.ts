import type { DeliveryCommand } from '@quartermaster/sdk'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import type { Hand } from './player-queues.ts'
import type { Reporter } from './reporter.ts'

type Parts = { hand: Hand; journal: Journal; reporter: Reporter; log: Log }

/** Takes into the hand what is to be run, and only that. Answers whether there was anything. */
export function takeDeliveries(commands: DeliveryCommand[], parts: Parts): boolean {
  const fresh = commands.filter((element) => isToRun(element, parts))
  for (const element of fresh) parts.hand.add(element)
  return fresh.length > 0
}

/** What the journal has an outcome of is told again and never run again; a higher attempt is an order to run it. */
function isToRun({ id, attempt }: DeliveryCommand, { hand, journal, reporter, log }: Parts): boolean {
  if (hand.has(id) || reporter.isPending(id)) return false
  const known = journal.entry(id)
  if (!known || known.attempt < attempt) return true
  if (known.attempt > attempt) {
    const reason = `The agent has worked on attempt ${known.attempt} of this already, and now the store hands out attempt ${attempt}.`
    log('older_attempt', `${id} is not run: ${reason}`, { id, attempt })
    reporter.add({ id, attempt, outcome: 'in_doubt', reason })
    return false
  }
  if (known.conclusion) reporter.add({ id, attempt, ...known.conclusion })
  return !known.conclusion
}

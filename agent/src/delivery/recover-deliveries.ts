import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { DeliveryOutcome } from '../journal/record.ts'
import type { Log } from '../log.ts'
import { logOutcome } from './log-outcome.ts'

const REASON = 'The agent ended while the game ran this command, and the response was lost'

/** Decides from the journal alone what happened to the deliveries of an agent that ended. */
export async function recoverDeliveries(journal: Journal, log: Log): Promise<void> {
  for (const entry of journal.unconfirmed()) {
    const { id, attempt } = entry
    const outcome = entry.outcome ? undefined : decideOutcome(entry)
    if (!outcome) continue
    await journal.write({ id, attempt, kind: 'concluded', outcome })
    logOutcome(entry, outcome, log)
  }
}

/** Returns undefined if the delivery continues with its next command when the store dispatches it again. */
function decideOutcome({ begun, done, steps, repeatable, output }: Entry): DeliveryOutcome | undefined {
  const receipt = output === '' ? {} : { output }
  if (begun !== undefined) return repeatable ? undefined : { outcome: 'in_doubt', done, reason: REASON, ...receipt }
  return done >= steps ? { outcome: 'done', done, ...receipt } : undefined
}

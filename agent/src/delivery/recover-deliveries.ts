import type { Journal } from '../journal/journal.ts'
import type { Entry } from '../journal/entry.ts'
import type { Conclusion } from '../journal/record.ts'
import type { Log } from '../log.ts'
import { tellConclusion } from './log-outcome.ts'

const REASON = 'The agent ended while the game ran this command, and its answer was lost'

/** Decides, from the journal alone, what became of the work of an earlier life. */
export async function recover(journal: Journal, log: Log): Promise<void> {
  for (const entry of journal.unsettled()) {
    const { id, attempt } = entry
    const outcome = entry.conclusion ? undefined : conclusionOf(entry)
    if (!outcome) continue
    await journal.write({ id, attempt, kind: 'concluded', outcome })
    tellConclusion(entry, outcome, log)
  }
}

/** Undefined: it goes on where it stopped when the store hands it out again. */
function conclusionOf({ begun, done, steps, repeatable, output }: Entry): Conclusion | undefined {
  const receipt = output === '' ? {} : { output }
  if (begun !== undefined) return repeatable ? undefined : { outcome: 'in_doubt', done, reason: REASON, ...receipt }
  return done >= steps ? { outcome: 'done', done, ...receipt } : undefined
}

import type { DeliveryType } from '@quartermaster/sdk'
import type { Entry } from '../journal/entry.ts'
import type { DeliveryOutcome } from '../journal/record.ts'
import type { Log } from '../log.ts'

/** Logs one line about the outcome of a delivery and, if it is uncertain, what to do. */
export function logOutcome(entry: Entry, { outcome, reason = '' }: DeliveryOutcome, log: Log): void {
  const { id, attempt, player, type } = entry
  const product = entry.products.join(', ')
  const { succeeded, failed, uncertain } = SENTENCES[type](product, player)
  const fields = { id, attempt, player, product, type, outcome }
  switch (outcome) {
    case 'done':
      return log('delivered', `${succeeded} (${id})`, fields)
    case 'failed':
      return log('failed', `FAILED: ${failed} (${id}): ${reason}`, { ...fields, reason })
    case 'in_doubt':
      return log('uncertain', `UNCERTAIN: ${uncertain} (${id}): ${reason}. ${describeNextStep(id)}`, {
        ...fields,
        reason,
      })
  }
}

type Sentences = { succeeded: string; failed: string; uncertain: string }

const revokeSentences = (cause: string) => (product: string, player: string) => ({
  succeeded: `Revoked ${product} from ${player}, ${cause}`,
  failed: `could not revoke ${product} from ${player}, ${cause}`,
  uncertain: `it is unknown whether ${product} was revoked from ${player}, ${cause}`,
})

const SENTENCES: Record<DeliveryType, (product: string, player: string) => Sentences> = {
  APPROVE: (product, player) => ({
    succeeded: `Delivered ${product} to ${player}`,
    failed: `could not deliver ${product} to ${player}`,
    uncertain: `it is unknown whether ${player} received ${product}`,
  }),
  REFUND: revokeSentences('refunded'),
  EXPIRE: revokeSentences('expired'),
}

/** The owner decides, because only a person can check in the game whether the command ran. */
export function describeNextStep(id: string): string {
  return (
    `Check in the game whether it arrived, then run: quartermaster delivery resolve --delivery ${id} --as delivered. ` +
    'Use --as retry to run it again, or --as continue to continue with its next console command'
  )
}

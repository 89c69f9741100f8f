import type { Entry } from '../journal/entry.ts'
import type { Conclusion } from '../journal/record.ts'
import type { Log } from '../log.ts'

/** One line about how a delivery ended: who, what, and what to do when nobody knows. */
export function tellConclusion(entry: Entry, { outcome, reason = '' }: Conclusion, log: Log): void {
  const { id, attempt, player, type } = entry
  const product = entry.products.join(', ')
  const what = `${VERBS[type]} ${product} (${id})`
  const fields = { id, attempt, player, product, type, outcome }
  switch (outcome) {
    case 'done':
      return log('delivered', `${player}: ${what}`, fields)
    case 'failed':
      return log('failed', `${player}: NOT ${what}: ${reason}`, { ...fields, reason })
    case 'in_doubt':
      return log('in_doubt', `${player}: PERHAPS ${what}: ${reason} ${adviceFor(id)}`, { ...fields, reason })
  }
}

const VERBS = { APPROVE: 'delivered', REFUND: 'took back, refunded,', EXPIRE: 'took back, expired,' } as const

/** Who runs the store decides: nobody else can look whether it arrived. */
export function adviceFor(id: string): string {
  return `Look in the game, then: npx quartermaster commands settle --command ${id} --as done, or --as again`
}

import type { DeliveryType } from '@quartermaster/sdk'
import type { Entry } from '../journal/entry.ts'
import type { Conclusion } from '../journal/record.ts'
import type { Log } from '../log.ts'

/** One line about how a delivery ended: who, what, and what to do when nobody knows. */
export function tellConclusion(entry: Entry, { outcome, reason = '' }: Conclusion, log: Log): void {
  const { id, attempt, player, type } = entry
  const product = entry.products.join(', ')
  const [did, could, whether] = WORDS[type](product, player)
  const fields = { id, attempt, player, product, type, outcome }
  switch (outcome) {
    case 'done':
      return log('delivered', `${did} (${id})`, fields)
    case 'failed':
      return log('failed', `FAILED: could not ${could} (${id}): ${reason}`, { ...fields, reason })
    case 'in_doubt':
      return log('in_doubt', `IN DOUBT: nobody knows whether ${whether} (${id}): ${reason}. ${adviceFor(id)}`, {
        ...fields,
        reason,
      })
  }
}

type Words = (product: string, player: string) => [did: string, could: string, whether: string]

const takingBack: (why: string) => Words = (why) => (product, player) => [
  `Took ${product} back from ${player}, ${why}`,
  `take ${product} back from ${player}, ${why}`,
  `${product} was taken back from ${player}, ${why}`,
]

const WORDS: Record<DeliveryType, Words> = {
  APPROVE: (product, player) => [
    `Delivered ${product} to ${player}`,
    `deliver ${product} to ${player}`,
    `${player} got ${product}`,
  ],
  REFUND: takingBack('refunded'),
  EXPIRE: takingBack('expired'),
}

/** Who runs the store decides: nobody else can look whether it arrived. */
export function adviceFor(id: string): string {
  return `Look in the game, then: npx quartermaster commands settle --command ${id} --as done, --as again, or --as ran to go on behind it`
}

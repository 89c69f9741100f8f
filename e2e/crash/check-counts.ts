import type { DeliveryType } from '../emulators/emulated-game.ts'
import type { Find } from './trial.ts'

export const GIVEN = 'every acknowledged sale runs on each of its servers'
export const GIVEN_ONCE = 'nothing runs more often than it was bought'
export const REVOKED = 'what was given and has ended is revoked'
export const REVOKED_ONCE = 'what was given and has ended is revoked once'
export const NOT_REVOKED = 'nothing is revoked that the player still owns or never got'

/** The first word of the console commands, by delivery type. */
export const VERBS = { APPROVE: 'give', REFUND: 'revoke', EXPIRE: 'end' } as const

/** The expected runs for one line, if the player has no other line with the same product. */
export type Expected = { quantity: number; isRefunded: boolean; isTimed: boolean }

export function checkCounts(
  name: string,
  types: DeliveryType[],
  { quantity, isRefunded, isTimed }: Expected,
  find: Find,
): void {
  const count = (type: DeliveryType) => types.filter((each) => each === type).length
  const [given, refunded, expired] = [count('APPROVE'), count('REFUND'), count('EXPIRE')]
  const bought = `${name}: bought ${quantity}${isRefunded ? ', refunded' : ''}`
  const detail = `${bought}; ran ${given} times, revoked ${refunded} times, expired ${expired} times`
  if (given > quantity) find('doubled', GIVEN_ONCE, detail)
  // If the refund came before the first dispatch, nothing runs at all.
  if (given < quantity && !(isRefunded && given === 0)) find('lost', GIVEN, detail)
  const isOver = isRefunded || isTimed
  const revoked = refunded + expired
  if (isOver && revoked < given) find('lost', REVOKED, detail)
  if (isOver && revoked > given && given > 0) find('doubled', REVOKED_ONCE, detail)
  if (isOver && revoked > given && given === 0) find('wrong', NOT_REVOKED, detail)
  if (!isOver && revoked > 0) find('wrong', NOT_REVOKED, detail)
}

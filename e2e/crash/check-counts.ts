import type { DeliveryType } from '../emulators/emulated-game.ts'
import type { Kind } from './finding.ts'

export type Find = (kind: Kind, check: string, detail: string) => void

export const GIVEN = 'every acknowledged sale is run on each of its servers'
export const GIVEN_ONCE = 'nothing bought is run more often than it was bought'
export const TAKEN = 'what was given and ended is taken back'
export const TAKEN_ONCE = 'what was given and ended is taken back once'
export const NOT_TAKEN = 'nothing is taken that is still owed or was never given'

/** What one line, the only one of its player and product, owes to a server. `refunded`: the money went back, by whatever way. */
export type Owed = { quantity: number; refunded: boolean; timed: boolean }

/** Where a player has one purchase of a product, every count is known exactly. */
export function checkCounts(name: string, stages: DeliveryType[], { quantity, refunded, timed }: Owed, find: Find) {
  const count = (stage: DeliveryType) => stages.filter((each) => each === stage).length
  const [given, revoked, ended] = [count('APPROVE'), count('REFUND'), count('EXPIRE')]
  const told = `${name}: bought ${quantity}${refunded ? ', refunded' : ''}; given ${given}, revoked ${revoked}, ended ${ended}`
  if (given > quantity) find('doubled', GIVEN_ONCE, told)
  // A refund may have been faster than the first offer: then nothing is run at all.
  if (given < quantity && !(refunded && given === 0)) find('lost', GIVEN, told)
  const over = refunded || timed
  const taken = revoked + ended
  if (over && taken < given) find('lost', TAKEN, told)
  if (over && taken > given) find(given === 0 ? 'wrong' : 'doubled', given === 0 ? NOT_TAKEN : TAKEN_ONCE, told)
  if (!over && taken > 0) find('wrong', NOT_TAKEN, told)
}

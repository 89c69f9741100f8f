import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games/limits'
import type { GatewayDb } from '../../db/database.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import { listReady, type Poll, type ReadyDelivery } from './list-ready.ts'
import { selectForMta } from './select-for-mta.ts'

/** A response of interface 1.0. A longer queue is dispatched in turns. */
export const WINDOW = { deliveries: MAX_COMMANDS_PER_POLL, bytes: 2 * 1024 * 1024 }
/** A response of interface 2.0, unless the client sets a lower limit. The next poll gets the rest. */
const PART = { deliveries: 1_000, bytes: 512 * 1024 }

/** `more`: the response has no room for further deliveries that are ready. */
export type Selection = { deliveries: ReadyDelivery[]; more: boolean }

/** The deliveries for one response, without their content. */
export async function selectDeliveries(db: GatewayDb, poll: Poll): Promise<Selection> {
  if (rulesOf(poll.profile).looksAtOne) return { deliveries: await selectForMta(db, poll), more: false }
  const limit = limitsOf(poll).deliveries + (poll.holding?.length ?? 0) + 1
  const [ready = []] = await listReady(db, [poll], { limit, contentBytes: 0 })
  return selectOldest(poll, ready)
}

/** The oldest deliveries that the client does not hold and that fit into one response. */
export function selectOldest(poll: Poll, ready: ReadyDelivery[]): Selection {
  const limits = limitsOf(poll)
  const holding = new Set(poll.holding)
  const free = inOrder(poll, ready).filter(({ id }) => !holding.has(id))
  let bytes = 0
  const deliveries = free.slice(0, limits.deliveries).filter((delivery) => (bytes += delivery.bytes) <= limits.bytes)
  return { deliveries, more: deliveries.length < free.length }
}

/** Players with a delivery at which the client may have stopped come last. The deliveries of a player keep their order. */
function inOrder({ profile }: Poll, ready: ReadyDelivery[]): ReadyDelivery[] {
  if (!rulesOf(profile).stopsAtDeliveries) return ready
  const last = new Set(ready.filter((delivery) => delivery.seen_before).map((delivery) => delivery.game_user_id))
  const isLast = ({ game_user_id: player }: ReadyDelivery) => last.has(player)
  return last.size === 0 ? ready : [...ready.filter((each) => !isLast(each)), ...ready.filter(isLast)]
}

function limitsOf({ profile, limit }: Poll): typeof WINDOW {
  return profile === undefined ? { ...PART, ...(limit !== undefined && { deliveries: limit }) } : WINDOW
}

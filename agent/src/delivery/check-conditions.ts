import type { DeliveryCommand } from '@quartermaster/sdk'
import type { Log } from '../log.ts'
import { rest } from './backoff.ts'
import type { OnlineWatch } from './watch-online-players.ts'

/**
 * Whether an element may run now, after the time it has to wait. Who is online is asked at the moment of running too: the
 * store knows it as of the last poll.
 */
export function createConditions({ watch, log, signal }: { watch: OnlineWatch; log: Log; signal: AbortSignal }) {
  let hasToldOfSlots = false

  function isThere({ conditions, gameUserId }: DeliveryCommand): boolean {
    return !conditions.online || !watch.hasLeft(gameUserId)
  }

  return async (element: DeliveryCommand): Promise<boolean> => {
    const { freeSlots, delaySeconds } = element.conditions
    if (freeSlots > 0 && !hasToldOfSlots) {
      hasToldOfSlots = true
      log(
        'slots_unknown',
        'A product needs free inventory slots. A console cannot count them: it is delivered all the same.',
      )
    }
    if (delaySeconds > 0 && isThere(element)) await rest(delaySeconds * 1_000, signal)
    return !signal.aborted && isThere(element)
  }
}

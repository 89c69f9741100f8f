import type { DeliveryCommand } from '@quartermaster/sdk'
import type { Log } from '../log.ts'
import { sleep } from './backoff.ts'
import type { OnlinePlayers } from './watch-online-players.ts'

type Parts = { onlinePlayers: OnlinePlayers; log: Log; signal: AbortSignal }

/**
 * Returns a function that waits for the delay of a delivery and then returns whether the delivery may run. It checks
 * that the player is still online, because the store only knows who was online at the last poll.
 */
export function createConditionCheck({ onlinePlayers, log, signal }: Parts) {
  let hasLoggedFreeSlots = false

  function isPlayerReady({ conditions, gameUserId }: DeliveryCommand): boolean {
    return !conditions.online || !onlinePlayers.hasLeft(gameUserId)
  }

  return async (delivery: DeliveryCommand): Promise<boolean> => {
    const { freeSlots, delaySeconds } = delivery.conditions
    if (freeSlots > 0 && !hasLoggedFreeSlots) {
      hasLoggedFreeSlots = true
      log(
        'free_slots_ignored',
        'A product requires free inventory slots. A console cannot count them, so it is delivered without this check.',
      )
    }
    if (delaySeconds > 0 && isPlayerReady(delivery)) await sleep(delaySeconds * 1_000, signal)
    return !signal.aborted && isPlayerReady(delivery)
  }
}

import type { DeliveryCommand } from '@quartermaster/sdk'
import type { DeliveryResult } from './deliver.ts'
import type { Reporter } from './reporter.ts'
import type { StateChanges } from './state-changes.ts'

export type PlayerQueues = {
  add: (delivery: DeliveryCommand) => void
  has: (id: string) => boolean
  ids: () => string[]
  size: () => number
  /** Resolves when all queues are empty. Nothing may be added after the call. */
  drained: () => Promise<unknown>
}

type Parts = {
  deliver: (delivery: DeliveryCommand) => Promise<DeliveryResult>
  reporter: Reporter
  /** The status with which the store confirmed the last report of this delivery. */
  storeStatusOf: (id: string) => string | undefined
  changes: StateChanges
  /** Called when a queue cannot continue at all. */
  fail: (error: unknown) => void
}

/** Runs the deliveries that the store dispatched. Each player has a queue, so their deliveries run in order. */
export function createPlayerQueues({ deliver, reporter, storeStatusOf, changes, fail }: Parts): PlayerQueues {
  const queues = new Map<string, DeliveryCommand[]>()
  const queuedIds = new Set<string>()
  const running = new Set<Promise<void>>()

  /** Returns whether the next delivery in the queue may run. */
  async function runDelivery(delivery: DeliveryCommand): Promise<boolean> {
    const { id, attempt } = delivery
    const result = await deliver(delivery)
    if (result === 'released') return false
    reporter.add({ id, attempt, ...result })
    if (result.outcome !== 'failed' || result.retry === false) return true
    // If the store will retry it, later deliveries of the player must wait. The response to the report says so.
    await changes.waitUntil(() => !reporter.isPending(id))
    return storeStatusOf(id) !== undefined && storeStatusOf(id) !== 'waiting'
  }

  async function runQueue(player: string, queue: DeliveryCommand[]): Promise<void> {
    for (let next = queue[0]; next; next = queue[0]) {
      const mayContinue = await runDelivery(next)
      for (const { id } of mayContinue ? queue.splice(0, 1) : queue.splice(0)) queuedIds.delete(id)
      changes.notify()
    }
    queues.delete(player)
  }

  function startQueue(player: string, queue: DeliveryCommand[]): void {
    queues.set(player, queue)
    const run = runQueue(player, queue).catch(fail)
    running.add(run)
    void run.then(() => running.delete(run))
  }

  return {
    add(delivery) {
      const { id, gameUserId: player } = delivery
      queuedIds.add(id)
      const queue = queues.get(player)
      if (queue) queue.push(delivery)
      else startQueue(player, [delivery])
    },
    has: (id) => queuedIds.has(id),
    ids: () => [...queuedIds],
    size: () => queuedIds.size,
    drained: () => Promise.all(running),
  }
}

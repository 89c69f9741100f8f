import type { DeliveryCommand } from '@quartermaster/sdk'
import type { Changes } from './state-changes.ts'
import type { Delivered } from './deliver.ts'
import type { Reporter } from './reporter.ts'

export type Hand = {
  add: (element: DeliveryCommand) => void
  has: (id: string) => boolean
  ids: () => string[]
  size: () => number
  /** Resolves when all lanes have come to rest; nothing may be added any more. */
  rested: () => Promise<unknown>
}

type Parts = {
  deliver: (element: DeliveryCommand) => Promise<Delivered>
  reporter: Reporter
  /** What the store answered to the last report of this command. */
  settledAs: (id: string) => string | undefined
  changes: Changes
  /** Called when a lane cannot go on at all. */
  fail: (error: unknown) => void
}

/** What the agent has taken from the store and not let go of. Each player has a lane: their elements run in order. */
export function createHand({ deliver, reporter, settledAs, changes, fail }: Parts): Hand {
  const lanes = new Map<string, DeliveryCommand[]>()
  const held = new Set<string>()
  const working = new Set<Promise<void>>()

  /** True when the rest of the lane may go on. */
  async function finish(element: DeliveryCommand): Promise<boolean> {
    const { id, attempt } = element
    const delivered = await deliver(element)
    if (delivered === 'let_go') return false
    reporter.add({ id, attempt, ...delivered })
    if (delivered.outcome !== 'failed' || delivered.retry === false) return true
    // It may come again, and then what is behind it must not have overtaken it. The store says.
    await changes.until(() => !reporter.isPending(id))
    return settledAs(id) !== undefined && settledAs(id) !== 'waiting'
  }

  async function work(player: string, lane: DeliveryCommand[]): Promise<void> {
    for (let next = lane[0]; next; next = lane[0]) {
      const goesOn = await finish(next)
      for (const { id } of goesOn ? lane.splice(0, 1) : lane.splice(0)) held.delete(id)
      changes.tell()
    }
    lanes.delete(player)
  }

  function begin(player: string, lane: DeliveryCommand[]): void {
    lanes.set(player, lane)
    const worked = work(player, lane).catch(fail)
    working.add(worked)
    void worked.then(() => working.delete(worked))
  }

  return {
    add(element) {
      const { id, gameUserId: player } = element
      held.add(id)
      const lane = lanes.get(player)
      if (lane) lane.push(element)
      else begin(player, [element])
    },
    has: (id) => held.has(id),
    ids: () => [...held],
    size: () => held.size,
    rested: () => Promise.all(working),
  }
}

import type { ReadyDelivery } from './list-ready.ts'

type Queued = Pick<ReadyDelivery, 'position' | 'game_user_id' | 'bytes' | 'dispatched' | 'delivery_type'>
type Limits = { deliveries: number; bytes: number }

/** Deliveries that are dispatched together: usually one; all of a player if one of them revokes something. */
type Unit<T> = { position: number; deliveries: T[]; fresh: boolean; bytes: number }

/**
 * Chooses the part of a very long queue that goes into one response. Deliveries that were never dispatched come first,
 * those of the newest buyers before the backlog. The rest of the window goes round the other deliveries, starting behind
 * the cursor, so every delivery is included within ⌈n / window⌉ polls.
 *
 * A player with a pending refund or expiry gets all of their deliveries in one response. In separate responses, a client
 * could revoke first and grant afterwards.
 */
export function chooseWindow<T extends Queued>(
  queue: T[],
  cursor: number,
  limits: Limits,
): { deliveries: T[]; cursor: number } {
  const chosen = new Set<Unit<T>>()
  let left = { ...limits }

  function take(unit: Unit<T>, within = left): boolean {
    const fits = unit.deliveries.length <= within.deliveries && unit.bytes <= within.bytes
    if (chosen.has(unit) || !fits) return fits
    chosen.add(unit)
    left = { deliveries: left.deliveries - unit.deliveries.length, bytes: left.bytes - unit.bytes }
    return true
  }

  const units = toUnits(queue, limits)
  const fresh = units.filter((unit) => unit.fresh)
  for (const player of newestBuyersFirst(fresh)) {
    const half = {
      deliveries: left.deliveries - Math.floor(limits.deliveries / 2),
      bytes: left.bytes - Math.floor(limits.bytes / 2),
    }
    if (!player.every((unit) => take(unit, half))) break
  }
  for (const unit of fresh) if (!take(unit)) break

  const others = units.filter((unit) => !unit.fresh)
  const start = others.findIndex((unit) => unit.position > cursor)
  let next = cursor
  for (const unit of start > 0 ? [...others.slice(start), ...others.slice(0, start)] : others) {
    if (!take(unit)) break
    next = unit.position
  }
  const deliveries = [...chosen].flatMap((unit) => unit.deliveries)
  return { deliveries: deliveries.sort((a, b) => a.position - b.position), cursor: next }
}

function toUnits<T extends Queued>(queue: T[], limits: Limits): Unit<T>[] {
  const revoking = new Set(
    queue.filter((delivery) => delivery.delivery_type !== 'APPROVE').map((delivery) => delivery.game_user_id),
  )
  const groups = new Map<string, Unit<T>>()
  const units: Unit<T>[] = []
  for (const delivery of queue) {
    const group = groups.get(delivery.game_user_id)
    if (group) {
      // If one player has more than a window, the client gets the oldest part until it reports that.
      if (group.deliveries.length >= limits.deliveries || group.bytes + delivery.bytes > limits.bytes) continue
      group.deliveries.push(delivery)
      group.bytes += delivery.bytes
      group.fresh ||= !delivery.dispatched
      continue
    }
    const { position, bytes, dispatched } = delivery
    const unit = { position, deliveries: [delivery], fresh: !dispatched, bytes }
    units.push(unit)
    if (revoking.has(delivery.game_user_id)) groups.set(delivery.game_user_id, unit)
  }
  return units
}

/** The fresh units of each player, in order; players with the newest purchase first. */
function newestBuyersFirst<T extends Queued>(fresh: Unit<T>[]): Unit<T>[][] {
  const players = Map.groupBy(fresh, (unit) => unit.deliveries[0]?.game_user_id)
  const newest = (units: Unit<T>[]) => units.at(-1)?.deliveries.at(-1)?.position ?? 0
  return [...players.values()].sort((a, b) => newest(b) - newest(a))
}

/** A waiting element, as far as choosing needs it. */
export type Waiting = { position: number; player: string; bytes: number; offered: boolean; takesBack: boolean }

export type Limits = { elements: number; bytes: number }

/** What moves as one: usually an element; all of a player's where something is to be taken back. */
type Unit = { position: number; elements: Waiting[]; fresh: boolean; bytes: number }

/**
 * Chooses what of a very long queue goes into one answer. Purchases that were never offered come first, the
 * newest buyers before the backlog; what is left of the window goes round over the rest from the cursor on, so
 * every element comes by within ⌈n / window⌉ polls.
 *
 * A player with a refund or an expiry waiting gets all that waits for him in one piece: handed out apart, a
 * client could take back first and give afterwards.
 */
export function chooseWindow(
  waiting: Waiting[],
  cursor: number,
  limits: Limits,
): { positions: number[]; cursor: number } {
  const chosen = new Set<Unit>()
  let room = { ...limits }

  function take(unit: Unit, within = room): boolean {
    const fits = unit.elements.length <= within.elements && unit.bytes <= within.bytes
    if (chosen.has(unit) || !fits) return fits
    chosen.add(unit)
    room = { elements: room.elements - unit.elements.length, bytes: room.bytes - unit.bytes }
    return true
  }

  const units = toUnits(waiting, limits)
  const fresh = units.filter((unit) => unit.fresh)
  for (const player of newestBuyers(fresh)) {
    const half = {
      elements: room.elements - Math.floor(limits.elements / 2),
      bytes: room.bytes - Math.floor(limits.bytes / 2),
    }
    if (!player.every((unit) => take(unit, half))) break
  }
  for (const unit of fresh) if (!take(unit)) break

  const rest = units.filter((unit) => !unit.fresh)
  const start = rest.findIndex((unit) => unit.position > cursor)
  let next = cursor
  for (const unit of start > 0 ? [...rest.slice(start), ...rest.slice(0, start)] : rest) {
    if (!take(unit)) break
    next = unit.position
  }
  const positions = [...chosen].flatMap((unit) => unit.elements.map((element) => element.position))
  return { positions: positions.sort((a, b) => a - b), cursor: next }
}

function toUnits(waiting: Waiting[], limits: Limits): Unit[] {
  const together = new Set(waiting.filter((element) => element.takesBack).map((element) => element.player))
  const groups = new Map<string, Unit>()
  const units: Unit[] = []
  for (const element of waiting) {
    const group = groups.get(element.player)
    if (group) {
      // More than a window of one player's: its oldest part, until that is reported.
      if (group.elements.length >= limits.elements || group.bytes + element.bytes > limits.bytes) continue
      group.elements.push(element)
      group.bytes += element.bytes
      group.fresh ||= !element.offered
      continue
    }
    const unit = { position: element.position, elements: [element], fresh: !element.offered, bytes: element.bytes }
    units.push(unit)
    if (together.has(element.player)) groups.set(element.player, unit)
  }
  return units
}

/** The fresh units of each player, in order; players with the newest purchase first. */
function newestBuyers(fresh: Unit[]): Unit[][] {
  const players = new Map<string, Unit[]>()
  for (const unit of fresh) {
    const player = unit.elements[0]?.player ?? ''
    const units = players.get(player)
    if (units) units.push(unit)
    else players.set(player, [unit])
  }
  const newest = (units: Unit[]) => units.at(-1)?.elements.at(-1)?.position ?? 0
  return [...players.values()].sort((a, b) => newest(b) - newest(a))
}

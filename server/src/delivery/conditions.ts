/** When a delivery can run, and whether it can run twice without harm. */
export type DeliveryConditions = {
  /** Its commands only work while the player is in the game. */
  requires_online: boolean
  delay_seconds: number
  free_slots: number
  repeatable: boolean
}

export const CONDITION_COLUMNS = [
  'requires_online',
  'delay_seconds',
  'free_slots',
  'repeatable',
] as const satisfies (keyof DeliveryConditions)[]

/** The conditions of a delivery with several lines: it runs when all of its lines can. */
export function conditionsOf(
  lines: (DeliveryConditions & { quantity: number })[],
  { gives }: { gives: boolean },
): DeliveryConditions {
  return {
    requires_online: lines.some((line) => line.requires_online),
    // Only a delivery that gives something needs free slots, or a delay for the player to make room.
    delay_seconds: gives ? Math.max(0, ...lines.map((line) => line.delay_seconds)) : 0,
    free_slots: gives ? lines.reduce((sum, line) => sum + line.free_slots * line.quantity, 0) : 0,
    repeatable: lines.every((line) => line.repeatable),
  }
}

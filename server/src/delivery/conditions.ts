/** Under which conditions something is delivered, and whether a second run would do harm. */
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

/** The terms of an element: what is delivered in one piece waits until all of it can be. */
export function conditionsOf(
  lines: (DeliveryConditions & { quantity: number })[],
  { gives }: { gives: boolean },
): DeliveryConditions {
  return {
    requires_online: lines.some((line) => line.requires_online),
    // Taking something back needs no room for it, and no time to get ready.
    delay_seconds: gives ? Math.max(0, ...lines.map((line) => line.delay_seconds)) : 0,
    free_slots: gives ? lines.reduce((sum, line) => sum + line.free_slots * line.quantity, 0) : 0,
    repeatable: lines.every((line) => line.repeatable),
  }
}

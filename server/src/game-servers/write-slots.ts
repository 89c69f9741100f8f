/**
 * What is recorded about each server once a minute is divided into slots, which are written one after the other: the rows
 * of all servers at once would delay everything else by seconds.
 */
export const SLOTS = 6
export const SLOT_MS = 60_000 / SLOTS

/** The last digits of an id are random. */
export function slotOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16) % SLOTS
}

/** One empty value for each slot. */
export function createSlots<T>(create: () => T): T[] {
  return Array.from({ length: SLOTS }, create)
}

import type { Product } from '@quartermaster/contract/games/v1'
import type { Static } from 'typebox'

/** How the queue is presented to a client: as the interface defines it, or as one known client needs it. */
export const PROFILES = ['standard', 'fivem', 'mta'] as const
export type Profile = (typeof PROFILES)[number]

export type QueuedProduct = Omit<Static<typeof Product>, 'quantity'> & { quantity: number }

/** Where the clients of a profile are treated differently from the clients of interface 1.0. */
export type ProfileRules = {
  /** Changes what the clients cannot read. */
  adaptProducts?: (products: QueuedProduct[]) => QueuedProduct[]
  /** The clients read `products` of every delivery without checking that it is there, so an EXPIRE has it as well. */
  expireHasProducts?: boolean
  /**
   * The clients compare ids as numbers, so only numbers in the one form that has no equal can be sold to: `007` would
   * also be the player `7`.
   */
  playerIds?: RegExp
  /** The clients abort a request after a time. Then the response must be there. */
  answersWithinMs?: number
  /** A client reports a delivery once after every run, so a second report later is a second run. */
  reportsOnce?: boolean
  /** A client can stop for good at a delivery. After its restart, what it had before comes behind the rest. */
  stopsAtDeliveries?: boolean
  /** The clients look at one delivery per poll, and do not wait for the response before they poll again. */
  looksAtOne?: boolean
}

/** The clients multiply by `quantity`. With an entry for each unit, they would show the name of a product n times. */
export function combineUnits(products: QueuedProduct[]): QueuedProduct[] {
  const byText = new Map<string, QueuedProduct>()
  for (const product of products) {
    const text = JSON.stringify({ ...product, quantity: 0 })
    const quantity = (byText.get(text)?.quantity ?? 0) + product.quantity
    byText.set(text, { ...product, quantity })
  }
  return [...byText.values()]
}

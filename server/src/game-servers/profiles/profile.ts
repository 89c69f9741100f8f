import type { Product } from '@quartermaster/contract/games-v1'
import type { Static } from 'typebox'

/** How the queue is presented to a client: as the interface defines it, or as one known client needs it. */
export const PROFILES = ['standard', 'fivem', 'mta'] as const
export type Profile = (typeof PROFILES)[number]

export type QueuedProduct = Static<typeof Product>

/** Where responses for the clients of a profile differ from interface 1.0. */
export type ProfileRules = {
  /** Changes what the clients cannot read. */
  adaptProducts?: (products: QueuedProduct[]) => QueuedProduct[]
  /** The clients read `products` of every delivery without checking that it is there, so an EXPIRE has it as well. */
  expireHasProducts?: boolean
}

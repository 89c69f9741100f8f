import type { Shopper } from './shopper.ts'
import type { Shop } from './stores.ts'

export type Shops = {
  /** Takes play money. */
  test: Shop
  /** Takes money at every provider. */
  live: Shop
  /** Opens a test store that no other journey changes. */
  openAnother: () => Promise<Shop>
  /** Where game servers reach the product. */
  server: string
}

/** What a visitor wants, does and sees. It throws if they see something else. */
export type Journey = {
  name: string
  /** It ends with a purchase, so it is repeated without scripts. */
  buys?: true
  run: (shopper: Shopper, shops: Shops) => Promise<void>
}

export function require(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

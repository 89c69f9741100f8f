import type { GameServerId, GiftCardId, StoreId } from '../../ids.ts'
import type { Item } from './freeze-lines.ts'

/** What somebody buys: every checkout begins with one. A sale is a lower price (promotions/sales). */
export type Purchase = {
  storeId: StoreId
  gameUserId: string
  items: Item[]
  /** The server to deliver to, for products that have no fixed servers. */
  serverId: GameServerId | null
  /** The caller's own name for the purchase. Buying again with the same reference returns the first checkout. */
  reference: string | null
  /** A coupon, or the code of a creator, as somebody typed it. */
  code?: string | null
  /** Of the buyer. It decides the tax that the price contains. */
  country?: string | null
  /** Pays as far as its balance goes. */
  giftCardId?: GiftCardId | null
  /** False if nobody has proved to be this player: until it is paid, it then holds nothing of what the player may have. True if left out. */
  holdsPlayer?: boolean
}

import type { GameServerId, StoreId } from '../../ids.ts'
import type { Item } from './freeze-lines.ts'

export type Sale = {
  storeId: StoreId
  gameUserId: string
  items: Item[]
  /** The server to deliver to, where the product leaves that open. */
  serverId: GameServerId | null
  /** The caller's own number: selling again under it gives the first sale back. */
  reference: string | null
}

import type { Init, MarkAsProcessed, Processed, Store } from '@quartermaster/contract/games-v1'
import type { Static } from 'typebox'
import type { PendingDelivery } from '../../delivery/queue/list-pending.ts'
import type { Profile } from '../../game-servers/game-server.ts'
import { type DeliveryId, formatId, type StoreId } from '../../ids.ts'
import type { StoreDetails } from '../../stores/store.ts'

export type InitBody = Static<typeof Init>
export type MarkAsProcessedBody = Static<typeof MarkAsProcessed>

/** Clients concatenate these fields, so none may be null; a store without an end says a far one. */
const NEVER = '2099-12-31T23:59:59.000Z'

export function storeToWire(store: StoreDetails): Static<typeof Store> {
  return {
    id: formatId('sto', store.id),
    name: store.name,
    plan: store.plan,
    expirationDate: store.expiresAt?.toISOString() ?? NEVER,
    url: store.url,
  }
}

export function processedToWire(deliveryId: DeliveryId, processedAt: Date): Static<typeof Processed> {
  return { id: formatId('cmd', deliveryId), status: 'PROCESSED', processedAt: processedAt.toISOString() }
}

/** The queue when nothing waits, which is what most polls find. */
const EMPTY = '{"checkouts":[]}'

/** The products were written as JSON at the sale; the answer is put together around them, not parsed and printed again. */
export function queueText(storeId: StoreId, profile: Profile, commands: PendingDelivery[]): string {
  if (commands.length === 0) return EMPTY
  const store = formatId('sto', storeId)
  return `{"checkouts":[${commands.map((command) => elementText(command, store, profile)).join(',')}]}`
}

function elementText(command: PendingDelivery, store: string, profile: Profile): string {
  const common =
    `{"id":"${formatId('cmd', command.id)}","storeId":"${store}","gameUserId":${JSON.stringify(command.game_user_id)},` +
    `"checkoutId":"${formatId('chk', command.checkout_id)}","deliveryType":"${command.delivery_type}"`
  if (command.delivery_type !== 'EXPIRE') return `${common},"products":${command.products}}`
  const product = `${common},"product":${command.products.slice(1, -1)}`
  // FiveM clients read `products` of every element without looking whether it is there.
  return profile === 'fivem' ? `${product},"products":${command.products}}` : `${product}}`
}

import type { Init, MarkAsProcessed, Processed, Store } from '@quartermaster/contract/games-v1'
import type { Static } from 'typebox'
import type { DispatchedDelivery } from '../../delivery/queue/dispatch-selection.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { type DeliveryId, formatId } from '../../ids.ts'
import type { StoreDetails } from '../../stores/store.ts'

export type InitBody = Static<typeof Init>
export type MarkAsProcessedBody = Static<typeof MarkAsProcessed>

/** Clients concatenate these fields, so none may be null. This is the date of a plan that does not expire. */
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

/** The response to most polls. */
const EMPTY = '{"checkouts":[]}'

/** The products were serialized at the sale, so the response is assembled as text. */
export function queueText({ storeId, profile }: Caller, deliveries: DispatchedDelivery[]): string {
  if (deliveries.length === 0) return EMPTY
  const store = formatId('sto', storeId)
  const texts = deliveries.map((delivery) => {
    const common =
      `{"id":"${formatId('cmd', delivery.id)}","storeId":"${store}","gameUserId":${JSON.stringify(delivery.game_user_id)},` +
      `"checkoutId":"${formatId('chk', delivery.checkout_id)}","deliveryType":"${delivery.delivery_type}"`
    if (delivery.delivery_type !== 'EXPIRE') return `${common},"products":${delivery.products}}`
    const product = `${common},"product":${delivery.products.slice(1, -1)}`
    // FiveM clients read `products` of every delivery without checking that it is there.
    return profile === 'fivem' ? `${product},"products":${delivery.products}}` : `${product}}`
  })
  return `{"checkouts":[${texts.join(',')}]}`
}

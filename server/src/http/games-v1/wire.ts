import type { Init, MarkAsProcessed, Processed, Store } from '@quartermaster/contract/games/v1'
import type { Static } from 'typebox'
import type { DispatchedDelivery } from '../../delivery/queue/dispatch-selection.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import type { QueuedProduct } from '../../game-servers/profiles/profile.ts'
import { rulesOf } from '../../game-servers/profiles/profile-rules.ts'
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
  const { adaptProducts, expireHasProducts } = rulesOf(profile)
  const texts = deliveries.map((delivery) => {
    const products = adaptProducts
      ? JSON.stringify(adaptProducts(JSON.parse(delivery.products) as QueuedProduct[]))
      : delivery.products
    const common =
      `{"id":"${formatId('cmd', delivery.id)}","storeId":"${store}","gameUserId":${JSON.stringify(delivery.game_user_id)},` +
      `"checkoutId":"${formatId('chk', delivery.checkout_id)}","deliveryType":"${delivery.delivery_type}"`
    if (delivery.delivery_type !== 'EXPIRE') return `${common},"products":${products}}`
    const product = `${common},"product":${products.slice(1, -1)}`
    return expireHasProducts ? `${product},"products":${products}}` : `${product}}`
  })
  return `{"checkouts":[${texts.join(',')}]}`
}

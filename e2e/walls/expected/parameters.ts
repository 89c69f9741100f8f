import { addCategory, addParkedPayment, addPicture, addServer } from '../fixtures/catalog.ts'
import { addServerProduct, addTierGroup, addWebhook } from '../fixtures/catalog.ts'
import { addFailedEvent, addPlayer, addSaleWithHistory, addSubscription } from '../fixtures/payments.ts'
import { addCoupon, addCreator, addPromotion } from '../fixtures/promotions.ts'
import { addHeldSale, addRedelivery } from '../fixtures/sales.ts'
import type { StoreContext } from '../store-context.ts'

/** What a request needs for the last name in its URL, unless its row says otherwise. */
export const PARAMETERS: Record<string, (context: StoreContext) => Promise<Record<string, string>>> = {
  categoryId: addCategory,
  checkoutId: addSaleWithHistory,
  couponId: addCoupon,
  creatorId: addCreator,
  deliveryId: addHeldSale,
  endpointId: addWebhook,
  eventId: addFailedEvent,
  gameUserId: addPlayer,
  hash: addPicture,
  keyId: addServer,
  parkedPaymentId: addParkedPayment,
  productId: addServerProduct,
  redeliveryId: addRedelivery,
  saleId: addPromotion,
  serverId: addServer,
  subscriptionId: addSubscription,
  tierGroupId: addTierGroup,
}

/** Names in the URL that do not belong to a store, or that every store has, such as the number of a version of its theme. */
export const SHARED_NAMES = ['provider', 'number', 'locale', 'key', 'slug']

import {
  ListSubscriptionsQuery,
  Subscription,
  SubscriptionDetails,
  SubscriptionPage,
} from '@quartermaster/contract/manage-subscriptions'
import { formatId, parseId, type SubscriptionId } from '../../../ids.ts'
import { cancelSubscription } from '../../../payments/subscriptions/cancel-subscription.ts'
import {
  listSubscriptions,
  showSubscription,
  type ShownSubscription,
} from '../../../subscriptions/read-subscriptions.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'

const SUBSCRIPTIONS = '/stores/:storeId/subscriptions'
const SUBSCRIPTION = `${SUBSCRIPTIONS}/:subscriptionId` as const

export function subscriptionRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: SUBSCRIPTIONS,
      operationId: 'listSubscriptions',
      summary: 'List subscriptions',
      description: 'Newest first.',
      permission: 'checkouts:read',
      query: ListSubscriptionsQuery,
      response: SubscriptionPage,
    },
    async ({ tx, storeId, query }) => {
      const { state, gameUserId, search } = query
      const after = readCursor(query, (key) => parseId<SubscriptionId>('sub', key))
      const rows = await listSubscriptions(tx, { storeId, state, gameUserId, search, after, limit: rowLimit(query) })
      return toPage(rows, query, { toItem: subscriptionToWire, keyOf: ({ id }) => formatId('sub', id) })
    },
  )
  store.route(
    {
      method: 'GET',
      url: SUBSCRIPTION,
      operationId: 'getSubscription',
      summary: 'Get a subscription',
      permission: 'checkouts:read',
      response: SubscriptionDetails,
    },
    async ({ tx, storeId, params }) => {
      const { orders, ...subscription } = await showSubscription(tx, { storeId, subscriptionId: params.subscriptionId })
      return {
        ...subscriptionToWire(subscription),
        orders: orders.map(({ checkoutId, paidAt, startsAt, endsAt, ...order }) => ({
          ...order,
          checkoutId: checkoutId && formatId('chk', checkoutId),
          paidAt: toNullableTimestamp(paidAt),
          startsAt: toTimestamp(startsAt),
          endsAt: toTimestamp(endsAt),
        })),
      }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${SUBSCRIPTION}/cancel`,
      operationId: 'cancelSubscription',
      summary: 'Cancel a subscription',
      description:
        'It is not charged again, and the player keeps the goods until `paidUntil`. The provider is told within seconds. Cancelling again changes nothing. To return money, refund the order.',
      permission: 'checkouts:write',
      response: Subscription,
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, subscriptionId: params.subscriptionId }
      await cancelSubscription(tx, { ...key, by: 'staff' })
      const { orders: _orders, ...subscription } = await showSubscription(tx, key)
      return subscriptionToWire(subscription)
    },
  )
}

function subscriptionToWire(subscription: ShownSubscription) {
  return {
    ...subscription,
    id: formatId('sub', subscription.id),
    productId: formatId('prd', subscription.productId),
    checkoutId: formatId('chk', subscription.checkoutId),
    paidUntil: toNullableTimestamp(subscription.paidUntil),
    cancelledAt: toNullableTimestamp(subscription.cancelledAt),
    createdAt: toTimestamp(subscription.createdAt),
  }
}

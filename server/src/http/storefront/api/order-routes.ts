import { Order as OrderSchema } from '@quartermaster/contract/storefront/orders'
import { LanguageQuery } from '@quartermaster/contract/storefront/shop'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { cancelOrderSubscription } from '../../../storefront/orders/cancel-order-subscription.ts'
import { findOrder } from '../../../storefront/orders/order-token.ts'
import { type Order, readOrder } from '../../../storefront/orders/read-order.ts'
import { viewOrder } from '../../../storefront/orders/view-order.ts'
import { withdrawOrder } from '../../../storefront/orders/withdraw-order.ts'
import type { OrderItemView } from '../../../storefront/views/order-pages.ts'
import type { BuiltInThemes } from '../../../themes/built-in-themes.ts'
import { toText } from '../../../themes/html.ts'
import { translateWith } from '../../../themes/render-page.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import type { CheckoutSource, Visit } from '../visit.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { readToken } from './read-token.ts'
import type { StorefrontApi } from './route.ts'
import { toDiscount, toMoney, toPicture } from './shop-wire.ts'

type Parts = CheckoutSource & { limits: StorefrontLimits; themes: BuiltInThemes }

const OF_ORDER = { query: LanguageQuery, response: OrderSchema, isForBuyer: true } as const

/** An order by its token: what its page shows. */
export function orderRoutes({ route }: StorefrontApi, { payments, limits, themes }: Parts): void {
  async function read(request: FastifyRequest, { storeId }: Visit): Promise<Order> {
    const token = readToken(request)
    limits.orders.take(request.identity.address)
    return inStore(payments.db, storeId, async (tx) => {
      const { checkoutId } = await findOrder(tx, { storeId, token })
      return readOrder(tx, { storeId, checkoutId })
    })
  }

  route(
    { ...OF_ORDER, method: 'GET', url: '/order', operationId: 'getOrder', summary: 'Get the order' },
    async ({ request, visit }) => toWire(visit, await read(request, visit), themes),
  )
  route(
    {
      ...OF_ORDER,
      method: 'POST',
      url: '/order/withdraw',
      operationId: 'withdrawOrder',
      summary: 'Withdraw from the contract',
      description: 'For all items that were not delivered. The provider returns the money.',
    },
    async ({ request, visit }) => {
      const { checkoutId } = await read(request, visit)
      await withdrawOrder(payments, { storeId: visit.storeId, checkoutId })
      return toWire(visit, await read(request, visit), themes)
    },
  )
  route(
    {
      ...OF_ORDER,
      method: 'POST',
      url: '/order/cancel-subscription',
      operationId: 'cancelOrderSubscription',
      summary: 'Cancel the subscription of the order',
      description:
        'It is not charged again, and the player keeps the items until `subscription.paidUntil`. Cancelling again changes nothing.',
    },
    async ({ request, visit }) => {
      const { storeId } = visit
      const order = await read(request, visit)
      const { subscription } = order
      if (!subscription) throw new AppError('not_found', 'This order has no subscription.')
      await cancelOrderSubscription(payments, { storeId, order, subscription })
      return toWire(visit, await read(request, visit), themes)
    },
  )
}

function toWire(visit: Visit, order: Order, themes: BuiltInThemes): Static<typeof OrderSchema> {
  const { shop } = visit
  const view = viewOrder(order, {
    path: '',
    pictures: (productId) => shop.products.find(({ id }) => id === productId)?.pictures[0] ?? null,
    now: new Date(),
  })
  const translate = translateWith(themes, visit.locale, visit.texts)
  const { withdrawal } = view
  return {
    number: view.number,
    state: view.state,
    isChanging: view.is_changing,
    player: view.player.name,
    delivered: view.delivered,
    count: view.total_items,
    items: view.items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      servers: item.meta,
      picture: toPicture(visit, item.picture),
      until: toNullableTimestamp(item.until),
      status: item.badge,
      statusText: toText(translate(`order.badge.${item.badge}`)),
      tone: item.tone,
      steps: item.steps.map(({ key, state, at, note }) => ({ key, state, at: toNullableTimestamp(at), note })),
      waitsFor: toReason(item.notice),
    })),
    discounts: view.discounts.map((discount) => toDiscount(visit, discount)),
    total: toMoney(visit, view.total),
    provider: view.provider,
    email: view.email,
    withdrawal: withdrawal && {
      until: toTimestamp(withdrawal.until),
      amount: toMoney(visit, withdrawal.amount),
    },
    subscription: order.subscription &&
      view.subscription && {
        state: view.subscription.state,
        billingPeriod: order.subscription.billingPeriod,
        amount: toMoney(visit, view.subscription.amount),
        paidUntil: toNullableTimestamp(view.subscription.paid_until),
        graceUntil: toNullableTimestamp(view.subscription.grace_until),
        canCancel: view.subscription.cancel_url !== null,
      },
  }
}

function toReason(notice: OrderItemView['notice']) {
  if (notice === null) return null
  const { key, server = null, since = null, slots = null } = notice
  return { key, server, since: toNullableTimestamp(since), slots }
}

import {
  CheckoutPage,
  CreateManualSaleBody,
  ListCheckoutsQuery,
  ManualSale,
  RefundCheckoutBody,
  RefundResult,
} from '@quartermaster/contract/manage-checkouts'
import { sell } from '../../../checkouts/buy/sell.ts'
import { type FoundCheckout, searchCheckouts } from '../../../checkouts/read/search-checkouts.ts'
import type { Refunded } from '../../../checkouts/reverse/refund.ts'
import { inStore, type Tx } from '../../../db/database.ts'
import { type CheckoutId, formatId, parseId } from '../../../ids.ts'
import { hasPayment } from '../../../payments/has-payment.ts'
import { findCheckoutOfPayment } from '../../../payments/read/find-checkout-of-payment.ts'
import { recordManualRefund } from '../../../payments/record-manual-refund.ts'
import { exceedsRefundLimit } from '../../../payments/refund-limit.ts'
import { refundPayment } from '../../../payments/refund-payment.ts'
import type { ManageApi } from '../manage-api.ts'
import { pageSize, readCursor, writeCursor } from '../pagination.ts'
import { readTimeRange, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { deliveryIds, readProductId, readServerId } from '../wire-ids.ts'
import { readSoldItems } from '../sold-items.ts'

/** Searches examine a limited number of rows for each page. */
export const SHORT_PAGES = 'A page can be shorter than `limit`, or empty, although there is a next page.'

export function checkoutRoutes({ parts, store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts',
      operationId: 'listCheckouts',
      summary: 'List or search checkouts',
      description: `Newest first. ${SHORT_PAGES}`,
      permission: 'checkouts:read',
      query: ListCheckoutsQuery,
      response: CheckoutPage,
    },
    async ({ tx, storeId, query }) => {
      const { state, gameUserId, reference, productId, minTotalMinor, maxTotalMinor } = query
      const ofPayment = query.search && (await findCheckoutOfPayment(tx, { storeId, providerId: query.search }))
      const after = readCursor(query, (key) => parseId<CheckoutId>('chk', key))
      const { checkouts, next } = await searchCheckouts(tx, {
        storeId,
        limit: pageSize(query),
        ...(after && { after }),
        ...readTimeRange(query),
        state,
        gameUserId,
        reference,
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
        minTotalMinor,
        maxTotalMinor,
        search: ofPayment ? formatId('chk', ofPayment) : query.search,
      })
      return { items: checkouts.map(summaryToWire), nextCursor: next && writeCursor(formatId('chk', next)) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/checkouts',
      operationId: 'createManualSale',
      summary: 'Create a manual sale',
      description: 'Records a purchase that was paid outside Quartermaster, or a gift. It is delivered immediately.',
      permission: 'checkouts:write',
      requiresRecentAuthentication: true,
      body: CreateManualSaleBody,
      response: ManualSale,
      status: 201,
    },
    async ({ tx, storeId, body, note }) => {
      const items = readSoldItems(body.items)
      const serverId = body.serverId ? readServerId(body.serverId, 'body/serverId') : null
      const { gameUserId, reference = null, code = null } = body
      const sale = await sell(tx, { storeId, gameUserId, items, serverId, reference, code })
      note({ details: { items: body.items } })
      return { id: formatId('chk', sale.checkoutId), deliveryIds: deliveryIds(sale.deliveryIds) }
    },
  )
  store.routeInSteps(
    {
      method: 'POST',
      url: '/stores/:storeId/checkouts/:checkoutId/refund',
      operationId: 'refundCheckout',
      summary: 'Refund a checkout',
      description:
        'Refunds all lines, or those in `lines`. The payment provider returns the money first. Then the goods are revoked, unless another purchase still grants them. Above 100 units of the currency in a day, refunds need a recent authentication.',
      permission: 'checkouts:write',
      body: RefundCheckoutBody,
      response: RefundResult,
      errors: { 502: 'The payment provider rejected the refund.' },
    },
    async ({ db, storeId, params, body, note, audit, requireProof }) => {
      const { checkoutId } = params
      const refund = { storeId, checkoutId, ...(body.lines && { lineNos: body.lines }) }
      note({ details: { ...body } })
      const alongside = async (tx: Tx) => {
        if (await exceedsRefundLimit(tx, refund)) requireProof()
        await audit(tx)
      }
      const isPaidAtProvider = body.moneyAlreadyReturned !== true && (await hasPayment(db, refund))
      if (isPaidAtProvider) {
        return refundToWire(checkoutId, await refundPayment(parts.payments, { ...refund, alongside }))
      }
      const refunded = await inStore(db, storeId, async (tx) => {
        await alongside(tx)
        return recordManualRefund(tx, refund)
      })
      return refundToWire(checkoutId, refunded)
    },
  )
}

function summaryToWire({ deliveries, ...checkout }: FoundCheckout) {
  return {
    ...checkout,
    id: formatId('chk', checkout.id),
    createdAt: toTimestamp(checkout.createdAt),
    paidAt: toNullableTimestamp(checkout.paidAt),
    refundedAt: toNullableTimestamp(checkout.refundedAt),
    disputedAt: toNullableTimestamp(checkout.disputedAt),
    importedFrom: checkout.importedFrom,
    deliveryCounts: deliveries,
  }
}

function refundToWire(checkoutId: CheckoutId, { lineNos, cancelledIds, deliveryIds: enqueued }: Refunded) {
  return {
    checkoutId: formatId('chk', checkoutId),
    lines: lineNos,
    cancelledDeliveryIds: deliveryIds(cancelledIds),
    deliveryIds: deliveryIds(enqueued),
  }
}

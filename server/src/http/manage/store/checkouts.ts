import {
  CHECKOUT_QUERY,
  CheckoutPage,
  CheckoutRow,
  ManualSale,
  RefundBody,
  RefundResult,
  ManualSaleBody,
} from '@quartermaster/contract/manage-checkouts'
import type { Refunded } from '../../../checkouts/reverse/refund.ts'
import { type FoundCheckout, searchCheckouts } from '../../../checkouts/read/search-checkouts.ts'
import { sell } from '../../../checkouts/buy/sell.ts'
import { inStore } from '../../../db/database.ts'
import { type CheckoutId, formatId, parseId } from '../../../ids.ts'
import { hasPayment } from '../../../payments/has-payment.ts'
import { recordManualRefund } from '../../../payments/record-manual-refund.ts'
import { refundPayment } from '../../../payments/refund-payment.ts'
import { readCursor, sizeOf, writeCursor } from '../cursor.ts'
import { moment, momentOrNull, readRange } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { deliveryIds, readProductId, readServerId } from '../wire-ids.ts'

export function checkoutRoutes({ parts, store, publish }: Surface): void {
  publish(CheckoutRow, CheckoutPage, ManualSale, RefundResult)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts',
      operationId: 'listCheckouts',
      summary: 'List and search checkouts, newest first',
      description: 'A page may be short, or empty, and still have a next one: a search looks at so much at a time.',
      permission: 'checkouts:read',
      query: CHECKOUT_QUERY,
      answer: 'CheckoutPage',
    },
    async ({ tx, storeId, query }) => {
      const { state, gameUserId, reference, productId, minTotalMinor, maxTotalMinor, search } = query
      const after = readCursor(query, (key) => parseId<CheckoutId>('chk', key))
      const { checkouts, next } = await searchCheckouts(tx, {
        storeId,
        most: sizeOf(query),
        ...(after && { after }),
        ...readRange(query),
        state,
        gameUserId,
        reference,
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
        minTotalMinor,
        maxTotalMinor,
        search,
      })
      return { items: checkouts.map(rowToWire), next: next && writeCursor(formatId('chk', next)) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/checkouts',
      operationId: 'createManualSale',
      summary: 'Sell by hand',
      description: 'For what was paid outside, or is a present: the goods are delivered at once.',
      permission: 'checkouts:write',
      body: ManualSaleBody,
      answer: 'ManualSale',
      status: 201,
    },
    async ({ tx, storeId, body, note }) => {
      const items = body.items.map(({ productId, quantity = 1 }, i) => ({
        productId: readProductId(productId, `body/items/${i}/productId`),
        quantity,
      }))
      const serverId = body.serverId ? readServerId(body.serverId, 'body/serverId') : null
      const { gameUserId, reference = null } = body
      const sold = await sell(tx, { storeId, gameUserId, items, serverId, reference })
      note({ details: { items: body.items } })
      return { id: formatId('chk', sold.checkoutId), deliveryIds: deliveryIds(sold.deliveryIds) }
    },
  )
  store.outside(
    {
      method: 'POST',
      url: '/stores/:storeId/checkouts/:checkoutId/refund',
      operationId: 'refundCheckout',
      summary: 'Refund, whole or by line',
      description:
        'What was paid at a provider is given back there first; then the goods are taken back, unless another purchase still grants them.',
      permission: 'checkouts:write',
      body: RefundBody,
      answer: 'RefundResult',
      refusals: { 502: 'The payment provider refused' },
    },
    async ({ db, storeId, params, body, note, audit }) => {
      const { checkoutId } = params
      const wanted = { storeId, checkoutId, ...(body.lines && { lineNos: body.lines }) }
      note({ details: { ...body } })
      const isPaidThere = body.moneyAlreadyReturned !== true && (await hasPayment(db, wanted))
      if (isPaidThere)
        return refundToWire(checkoutId, await refundPayment(parts.payments, { ...wanted, alongside: audit }))
      const done = await inStore(db, storeId, async (tx) => {
        const refunded = await recordManualRefund(tx, wanted)
        await audit(tx)
        return refunded
      })
      return refundToWire(checkoutId, done)
    },
  )
}

function rowToWire(row: FoundCheckout) {
  return {
    ...row,
    id: formatId('chk', row.id),
    createdAt: moment(row.createdAt),
    paidAt: momentOrNull(row.paidAt),
    refundedAt: momentOrNull(row.refundedAt),
    disputedAt: momentOrNull(row.disputedAt),
  }
}

function refundToWire(checkoutId: CheckoutId, { lineNos, cancelledIds, deliveryIds: queued }: Refunded) {
  return {
    id: formatId('chk', checkoutId),
    lines: lineNos,
    cancelledDeliveryIds: deliveryIds(cancelledIds),
    deliveryIds: deliveryIds(queued),
  }
}

import { Checkout, DisputeEvidence } from '@quartermaster/contract/manage-checkout-details'
import { PreviewRefundQuery, RefundPreview } from '@quartermaster/contract/manage-checkouts'
import { paidOf } from '../../../checkouts/checkout.ts'
import { previewRefund } from '../../../checkouts/reverse/preview-refund.ts'
import { collectDisputeEvidence, type Evidence } from '../../../payments/read/collect-dispute-evidence.ts'
import { formatEvidence } from '../../../payments/read/format-evidence.ts'
import { type CheckoutWithPayment, showCheckoutWithPayment } from '../../../payments/read/show-checkout-with-payment.ts'
import { formatId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { serverIdOrNull } from '../wire-ids.ts'
import { deliveryToWire } from './deliveries.ts'

export function checkoutDetailRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts/:checkoutId',
      operationId: 'getCheckout',
      summary: 'Get a checkout',
      description: 'Includes its lines, payment, refunds, deliveries, entitlements and events.',
      permission: 'checkouts:read',
      response: Checkout,
    },
    async ({ tx, storeId, params }) =>
      checkoutToWire(await showCheckoutWithPayment(tx, { storeId, checkoutId: params.checkoutId })),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts/:checkoutId/refund',
      operationId: 'previewRefund',
      summary: 'Preview a refund',
      description: 'The amount, the commands that would run, and what cannot be revoked. A preview changes nothing.',
      permission: 'checkouts:write',
      query: PreviewRefundQuery,
      response: RefundPreview,
    },
    async ({ tx, storeId, params: { checkoutId }, query }) => {
      const lineNos = query.lines?.split(',').map(Number)
      const { lines, commands } = await previewRefund(tx, { storeId, checkoutId, ...(lineNos && { lineNos }) })
      return {
        checkoutId: formatId('chk', checkoutId),
        amountMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0),
        giftCardMinor: lines.reduce((sum, line) => sum + line.giftCardMinor, 0),
        lines,
        commands: commands.map((each) => ({ ...each, serverId: serverIdOrNull(each.serverId) })),
      }
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts/:checkoutId/evidence',
      operationId: 'getDisputeEvidence',
      summary: 'Get the evidence for a dispute',
      description:
        'The recorded facts with their times: the purchase, every delivery with its receipt, and earlier purchases of the same player.',
      permission: 'checkouts:read',
      response: DisputeEvidence,
    },
    async ({ tx, storeId, params }) =>
      evidenceToWire(await collectDisputeEvidence(tx, { storeId, checkoutId: params.checkoutId })),
  )
}

function checkoutToWire(checkout: CheckoutWithPayment) {
  const { payment, cards } = checkout
  return {
    id: formatId('chk', checkout.id),
    state: checkout.state,
    gameUserId: checkout.gameUserId,
    reference: checkout.reference,
    code: checkout.code && { ...checkout.code, id: formatId('dco', checkout.code.id) },
    currency: checkout.currency,
    totalMinor: checkout.totalMinor,
    createdAt: toTimestamp(checkout.createdAt),
    paidAt: toNullableTimestamp(checkout.paidAt),
    refundedAt: toNullableTimestamp(checkout.refundedAt),
    disputedAt: toNullableTimestamp(checkout.disputedAt),
    importedFrom: checkout.importedFrom,
    subscriptionId: checkout.subscriptionId && formatId('sub', checkout.subscriptionId),
    renewalOf: checkout.renewalOf && formatId('chk', checkout.renewalOf),
    lines: checkout.lines.map(lineToWire),
    paidWithGiftCard: cards.paidWith && { ...cards.paidWith, id: formatId('gfc', cards.paidWith.id) },
    soldGiftCards: cards.sold.map((card) => ({ ...card, id: formatId('gfc', card.id) })),
    payment: payment && {
      provider: payment.provider,
      amountMinor: payment.amountMinor,
      providerPageId: payment.pageRef,
      providerPaymentId: payment.paymentRef,
      refundedMinor: payment.refundedMinor,
      dispute: payment.dispute,
      isClosed: payment.closed,
      createdAt: toTimestamp(payment.createdAt),
      expiresAt: toTimestamp(payment.expiresAt),
    },
    refunds: checkout.refunds.map(({ id, lineNos, requestedAt, finishedAt, ...refund }) => ({
      ...refund,
      id: formatId('rfd', id),
      lines: lineNos,
      requestedAt: toTimestamp(requestedAt),
      finishedAt: toNullableTimestamp(finishedAt),
    })),
    deliveries: checkout.deliveries.map(deliveryToWire),
    entitlements: checkout.entitlements.map(({ id, productId, serverIds, until, endedAt, revokedAt, ...rest }) => ({
      ...rest,
      id: formatId('ent', id),
      productId: formatId('prd', productId),
      serverIds: serverIds.map((serverId) => formatId('srv', serverId)),
      until: toNullableTimestamp(until),
      endedAt: toNullableTimestamp(endedAt),
      revokedAt: toNullableTimestamp(revokedAt),
    })),
    events: checkout.events.map(({ id, type, createdAt }) => ({
      id: formatId('evt', id),
      type,
      createdAt: toTimestamp(createdAt),
    })),
  }
}

function lineToWire(line: CheckoutWithPayment['lines'][number]) {
  return {
    lineNo: line.line_no,
    productId: formatId('prd', line.product_id),
    name: line.name,
    variantId: line.variant_id && formatId('var', line.variant_id),
    variantName: line.variant_name,
    fields: line.fields?.values ?? [],
    priceMinor: line.price_minor,
    quantity: line.quantity,
    upgradeCreditMinor: line.upgrade_credit_minor,
    saleMinor: line.sale_minor,
    saleId: line.sale_id && formatId('sal', line.sale_id),
    codeMinor: line.code_minor,
    giftCardMinor: line.gift_card_minor,
    paidMinor: paidOf(line),
    taxMinor: line.tax_minor,
    creatorShareMinor: line.creator_share_minor,
    commands: { approve: line.approve_commands, refund: line.refund_commands, expire: line.expire_commands },
    durationSeconds: line.duration_seconds,
    rebuy: line.rebuy,
    serverIds: line.server_ids.map((id) => formatId('srv', id)),
    requiresOnline: line.requires_online,
    isGiftCard: line.is_gift_card,
    refundedAt: toNullableTimestamp(line.refunded_at),
  }
}

function evidenceToWire(evidence: Evidence) {
  const { createdAt, store, purchase, payment, deliveries, refunds, earlierPurchases } = evidence
  return {
    createdAt: toTimestamp(createdAt),
    store,
    purchase: {
      ...purchase,
      openedAt: toTimestamp(purchase.openedAt),
      paidAt: toNullableTimestamp(purchase.paidAt),
      disputedAt: toNullableTimestamp(purchase.disputedAt),
      refundedAt: toNullableTimestamp(purchase.refundedAt),
      lines: purchase.lines.map((line) => ({ ...line, refundedAt: toNullableTimestamp(line.refundedAt) })),
    },
    payment,
    deliveries: deliveries.map(({ kind, queuedAt, dispatchedAt, finishedAt, failedAttempts, ...delivery }) => ({
      ...delivery,
      type: kind,
      queuedAt: toTimestamp(queuedAt),
      dispatchedAt: toNullableTimestamp(dispatchedAt),
      finishedAt: toNullableTimestamp(finishedAt),
      failedAttempts: failedAttempts.map(({ at, ...attempt }) => ({ ...attempt, at: toTimestamp(at) })),
    })),
    refunds: refunds.map(({ requestedAt, finishedAt, ...refund }) => ({
      ...refund,
      requestedAt: toTimestamp(requestedAt),
      finishedAt: toNullableTimestamp(finishedAt),
    })),
    earlierPurchases: {
      ...earlierPurchases,
      firstPaidAt: toNullableTimestamp(earlierPurchases.firstPaidAt),
      lastPaidAt: earlierPurchases.lastPaidAt.map(toTimestamp),
    },
    text: formatEvidence(evidence),
  }
}

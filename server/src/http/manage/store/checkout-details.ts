import { Checkout, DisputeEvidence } from '@quartermaster/contract/manage-checkout-details'
import { disputeEvidence } from '../../../checkouts/read/dispute-evidence.ts'
import { evidenceText } from '../../../checkouts/read/evidence-text.ts'
import { type CheckoutDetails, showCheckout } from '../../../checkouts/read/show-checkout.ts'
import { formatId } from '../../../ids.ts'
import { detailsToWire } from './deliveries.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function checkoutDetailRoutes({ store, publish }: Surface): void {
  publish(Checkout, DisputeEvidence)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts/:checkoutId',
      operationId: 'getCheckout',
      summary: 'Everything about a checkout',
      permission: 'checkouts:read',
      answer: 'Checkout',
    },
    async ({ tx, storeId, params }) =>
      checkoutToWire(await showCheckout(tx, { storeId, checkoutId: params.checkoutId })),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/checkouts/:checkoutId/evidence',
      operationId: 'getDisputeEvidence',
      summary: 'The evidence file for a dispute',
      description:
        'Facts on record with their times: the purchase, every delivery with its receipt, earlier purchases.',
      permission: 'checkouts:read',
      answer: 'DisputeEvidence',
    },
    async ({ tx, storeId, params }) => {
      const evidence = await disputeEvidence(tx, { storeId, checkoutId: params.checkoutId })
      // Its times are written by JSON in the form of the interface.
      return { ...evidence, text: evidenceText(evidence) }
    },
  )
}

function checkoutToWire(shown: CheckoutDetails) {
  const { id, lines, payment, refunds, deliveries, entitlements, events, ...rest } = shown
  return {
    id: formatId('chk', id),
    ...rest,
    createdAt: moment(rest.createdAt),
    paidAt: momentOrNull(rest.paidAt),
    refundedAt: momentOrNull(rest.refundedAt),
    disputedAt: momentOrNull(rest.disputedAt),
    lines: lines.map(lineToWire),
    payment: payment && { ...payment, createdAt: moment(payment.createdAt), expiresAt: moment(payment.expiresAt) },
    refunds: refunds.map(({ lineNos, ...refund }) => ({
      ...refund,
      id: formatId('rfd', refund.id),
      lines: lineNos,
      requestedAt: moment(refund.requestedAt),
      finishedAt: momentOrNull(refund.finishedAt),
    })),
    deliveries: deliveries.map(detailsToWire),
    entitlements: entitlements.map((held) => ({
      ...held,
      id: formatId('ent', held.id),
      productId: formatId('prd', held.productId),
      serverIds: held.serverIds.map((serverId) => formatId('srv', serverId)),
      until: momentOrNull(held.until),
      endedAt: momentOrNull(held.endedAt),
      revokedAt: momentOrNull(held.revokedAt),
    })),
    events: events.map(({ id: eventId, type, createdAt }) => ({
      id: formatId('evt', eventId),
      type,
      createdAt: moment(createdAt),
    })),
  }
}

function lineToWire(line: CheckoutDetails['lines'][number]) {
  return {
    lineNo: line.line_no,
    productId: formatId('prd', line.product_id),
    name: line.name,
    priceMinor: line.price_minor,
    quantity: line.quantity,
    commands: { approve: line.approve_commands, refund: line.refund_commands, expire: line.expire_commands },
    durationSeconds: line.duration_seconds,
    rebuy: line.rebuy,
    serverIds: line.server_ids.map((id) => formatId('srv', id)),
    refundedAt: momentOrNull(line.refunded_at),
  }
}

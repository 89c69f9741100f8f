import type { Tx } from '../../db/database.ts'
import { deliveryContent, productText } from '../../delivery/delivery-content.ts'
import { enqueueDeliveries, type NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import { conditionsOf } from '../../delivery/conditions.ts'
import { grantLine } from '../../entitlements/grant-line.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { type CheckoutLine, delivered } from '../checkout.ts'

export type PaidCheckout = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  lines: CheckoutLine[]
}

/**
 * Turns a paid checkout into what the player now holds and into work for the game servers: one element for each
 * server, with all lines that go there. Takes the transaction that made it paid.
 */
export async function approveCheckout(tx: Tx, checkout: PaidCheckout): Promise<DeliveryId[]> {
  const { storeId, checkoutId, gameUserId, currency } = checkout
  // Always in the same order, so that two purchases of the same products never wait for each other in a circle.
  const lines = checkout.lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))
  for (const line of lines) {
    const last = delivered(line, 'expire', currency)
    await grantLine(tx, {
      storeId,
      checkoutId,
      lineNo: line.line_no,
      productId: line.product_id,
      gameUserId,
      rebuy: line.rebuy,
      quantity: line.quantity,
      durationSeconds: line.duration_seconds,
      serverIds: line.server_ids,
      buyerServerId: line.entitlement_per_server ? line.buyer_server_id : null,
      expiry: line.duration_seconds !== null && last.commands.length > 0 ? productText(last) : null,
      requiresOnline: line.requires_online,
      repeatable: line.repeatable,
    })
  }
  return enqueueDeliveries(tx, approvals(checkout))
}

/** What is too large to give, or to take back, in one piece is not sold: neither may fail for it later. */
export function requireDeliverable(lines: CheckoutLine[], currency: string): void {
  for (const stage of ['approve', 'refund'] as const)
    deliveryContent(lines.map((line) => delivered(line, stage, currency)))
}

function approvals({ storeId, checkoutId, gameUserId, currency, lines }: PaidCheckout): NewDelivery[] {
  const servers = new Set<GameServerId | null>(
    lines.flatMap((line) => (line.server_ids.length > 0 ? line.server_ids : [null])),
  )
  return [...servers].map((serverId) => {
    const here = lines.filter((line) =>
      serverId === null ? line.server_ids.length === 0 : line.server_ids.includes(serverId),
    )
    return {
      storeId,
      serverId,
      checkoutId,
      gameUserId,
      deliveryType: 'APPROVE' as const,
      lineNos: here.map((line) => line.line_no),
      products: deliveryContent(here.map((line) => delivered(line, 'approve', currency))),
      conditions: conditionsOf(here, { gives: true }),
    }
  })
}

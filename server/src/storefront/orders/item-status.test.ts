import { expect, test } from 'vitest'
import type { CheckoutId, ProductId } from '../../ids.ts'
import { itemStatus } from './item-status.ts'
import type { Order, OrderDelivery, OrderLine } from './read-order.ts'

const NOW = new Date('2026-11-16T12:00:00Z')

/** Items for the same server come in one delivery, so it needs the player if one of its items does. */
const shared: OrderDelivery = {
  state: 'pending',
  holdReason: null,
  requiresOnline: true,
  delaySeconds: 0,
  createdAt: NOW,
  dispatchedAt: null,
  finishedAt: null,
  server: 'Survival',
  serverSeenAt: NOW,
}

function line(name: string, more: Partial<OrderLine>): OrderLine {
  return {
    lineNo: 1,
    productId: name as ProductId,
    name,
    variantName: null,
    fields: [],
    quantity: 1,
    priceMinor: 100,
    paidMinor: 100,
    giftCardMinor: 0,
    upgradeCreditMinor: 0,
    saleMinor: 0,
    saleName: null,
    codeMinor: 0,
    taxMinor: 0,
    requiresOnline: false,
    freeSlots: 0,
    isGiftCard: false,
    refundedAt: null,
    withdrawnAt: null,
    isCredited: false,
    until: null,
    endedBy: null,
    isSubscription: false,
    deliveries: [shared],
    ...more,
  }
}

function orderOf(lines: OrderLine[]): Order {
  return {
    checkoutId: 'order' as CheckoutId,
    state: 'paid',
    gameUserId: 'steve',
    currency: 'EUR',
    createdAt: NOW,
    paidAt: NOW,
    email: null,
    isReceiptSent: true,
    mailRefused: null,
    returnedAt: null,
    provider: null,
    code: null,
    taxCountry: null,
    taxRate: null,
    lines,
    giftCardHint: null,
    unseenCards: 0,
    codes: [],
    subscription: null,
  }
}

test('an item that waits only because another item needs the player says so', () => {
  const [rank, crate] = [line('Rank', { lineNo: 1 }), line('Crate', { lineNo: 2, requiresOnline: true })]
  const order = orderOf([rank, crate])
  expect(itemStatus(order, crate, NOW)).toMatchObject({ badge: 'waiting_for_player', notice: { key: 'player_away' } })
  expect(itemStatus(order, rank, NOW)).toMatchObject({
    badge: 'arrives_together',
    notice: { key: 'together', name: 'Crate' },
  })
})

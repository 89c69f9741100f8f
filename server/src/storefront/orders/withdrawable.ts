import type { Order, OrderLine } from './read-order.ts'

/** The time in which a consumer can withdraw from a contract that was made online. */
const WITHDRAWAL_DAYS = 14
const DAY_MS = 86_400_000

export function withdrawalEnd({ paidAt, createdAt }: Order): Date {
  return new Date((paidAt ?? createdAt).getTime() + WITHDRAWAL_DAYS * DAY_MS)
}

/**
 * The buyer agreed to lose the right of withdrawal for an item when it is delivered. A game server that has it may be delivering it at
 * this moment, so only items that no server has are withdrawn from here.
 */
export function withdrawableLines(order: Order, now: Date): OrderLine[] {
  return undelivered(order, now).filter(({ deliveries }) =>
    deliveries.every(({ dispatchedAt }) => dispatchedAt === null),
  )
}

/** Items that were sent to a game server, which has not reported them: the staff decide about a withdrawal. */
export function linesForStaff(order: Order, now: Date): OrderLine[] {
  return undelivered(order, now).filter(({ deliveries }) =>
    deliveries.some(({ dispatchedAt }) => dispatchedAt !== null),
  )
}

function undelivered(order: Order, now: Date): OrderLine[] {
  if (order.state !== 'paid' || now >= withdrawalEnd(order)) return []
  return order.lines.filter(
    ({ refundedAt, withdrawnAt, isCredited, deliveries, paidMinor, giftCardMinor }) =>
      refundedAt === null &&
      withdrawnAt === null &&
      !isCredited &&
      paidMinor + giftCardMinor > 0 &&
      deliveries.length > 0 &&
      deliveries.every(({ state }) => state !== 'processed'),
  )
}

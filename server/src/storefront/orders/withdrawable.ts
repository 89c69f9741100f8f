import type { Order, OrderLine } from './read-order.ts'

/** The time in which a consumer can withdraw from a contract that was made online. */
const WITHDRAWAL_DAYS = 14
const DAY_MS = 86_400_000

export function withdrawalEnd({ paidAt, createdAt }: Order): Date {
  return new Date((paidAt ?? createdAt).getTime() + WITHDRAWAL_DAYS * DAY_MS)
}

/** The buyer agreed to lose the right of withdrawal for an item when it is delivered, so only the others are left. */
export function withdrawableLines(order: Order, now: Date): OrderLine[] {
  if (order.state !== 'paid' || now >= withdrawalEnd(order)) return []
  return order.lines.filter(
    ({ refundedAt, withdrawnAt, deliveries, paidMinor, giftCardMinor }) =>
      refundedAt === null &&
      withdrawnAt === null &&
      paidMinor + giftCardMinor > 0 &&
      deliveries.length > 0 &&
      deliveries.every(({ state }) => state !== 'processed'),
  )
}

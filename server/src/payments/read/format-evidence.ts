import { writeMoney } from '../../money.ts'
import type { Evidence } from './collect-dispute-evidence.ts'

/** The evidence as plain text, for banks that accept a file. */
export function formatEvidence(evidence: Evidence): string {
  const { store, purchase, createdAt } = evidence
  const sections = [
    [
      `Record of purchase ${purchase.id}`,
      `Store: ${oneLine(store.name)} (${oneLine(store.url)}), ${store.id}`,
      `Created: ${time(createdAt)}. All times are UTC.`,
    ],
    purchaseSection(evidence),
    deliverySection(evidence),
    refundSection(evidence),
    earlierSection(evidence),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function purchaseSection({ purchase, payment }: Evidence): string[] {
  const { currency } = purchase
  return [
    'PURCHASE',
    `Player: ${oneLine(purchase.player)}`,
    ...(purchase.reference === null ? [] : [`Reference: ${oneLine(purchase.reference)}`]),
    ...purchase.lines.map(
      (line) =>
        `${line.quantity} x ${oneLine(line.name)} at ${writeMoney(line.price, currency)}${reduced(line, currency)}, ${duration(line.durationSeconds)}` +
        (line.requiresOnline ? ', delivered while the player is in the game' : '') +
        (line.refundedAt ? `, refunded ${time(line.refundedAt)}` : ''),
    ),
    `Total: ${writeMoney(purchase.total, currency)}`,
    `Opened: ${time(purchase.openedAt)}`,
    `Paid: ${time(purchase.paidAt)}`,
    ...(purchase.disputedAt ? [`Disputed: ${time(purchase.disputedAt)}`] : []),
    ...(payment
      ? [
          `Payment: ${payment.provider} ${oneLine(payment.reference ?? '(no reference)')}, ${writeMoney(payment.amount, currency)}, ` +
            `refunded ${writeMoney(payment.refunded, currency)}, dispute: ${payment.dispute}`,
        ]
      : ['Payment: recorded by the store, without a payment provider']),
  ]
}

function deliverySection({ deliveries }: Evidence): string[] {
  if (deliveries.length === 0) return ['DELIVERY', 'Nothing was delivered.']
  return [
    'DELIVERY',
    ...deliveries.flatMap((delivery) => [
      `${delivery.id}: ${delivery.kind}: ${delivery.products.map(oneLine).join(', ')}`,
      `  game server: ${oneLine(delivery.server ?? 'none')}; state: ${delivery.state}`,
      `  queued ${time(delivery.queuedAt)}; sent to the game server ${time(delivery.dispatchedAt)}; finished ${time(delivery.finishedAt)}`,
      ...(delivery.receipt === null ? [] : [`  the game answered: ${oneLine(delivery.receipt)}`]),
      ...delivery.failedAttempts.map(
        ({ at, outcome, reason }) => `  attempt at ${time(at)}: ${outcome.replace('_', ' ')}: ${oneLine(reason)}`,
      ),
    ]),
  ]
}

function refundSection({ refunds, purchase }: Evidence): string[] {
  if (refunds.length === 0) return ['REFUNDS', 'None.']
  return [
    'REFUNDS',
    ...refunds.map(
      ({ amount, state, requestedAt, finishedAt }) =>
        `${writeMoney(amount, purchase.currency)}: ${state}, requested ${time(requestedAt)}, finished ${time(finishedAt)}`,
    ),
  ]
}

function earlierSection({ earlierPurchases: earlier }: Evidence): string[] {
  if (earlier.count === 0) return ['EARLIER PURCHASES OF THE SAME PLAYER', 'None that was paid and not disputed.']
  return [
    'EARLIER PURCHASES OF THE SAME PLAYER, PAID, NOT REFUNDED, NOT DISPUTED',
    `${earlier.hasMore ? 'At least ' : ''}${earlier.count}, since ${time(earlier.firstPaidAt)}`,
    ...earlier.lastPaidAt.map((at) => `  paid ${time(at)}`),
  ]
}

function reduced({ price, paid, quantity }: Evidence['purchase']['lines'][number], currency: string): string {
  return paid === price * quantity ? '' : ` (${writeMoney(paid, currency)} after reductions)`
}

function duration(seconds: number | null): string {
  return seconds === null ? 'for ever' : `for ${Number((seconds / 86_400).toFixed(2))} days`
}

function time(moment: Date | null): string {
  return moment === null ? 'never' : moment.toISOString()
}

/** Players and games choose these texts, so a line break in one must not look like a new line of the record. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ')
}

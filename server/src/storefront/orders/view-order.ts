import type { ProductField } from '../../catalog/fields/product-field.ts'
import { periodWord } from '../../catalog/billing-period.ts'
import { formatId } from '../../ids.ts'
import type { PictureView } from '../../themes/picture.ts'
import { graceEnd, type ShownSubscription } from '../../subscriptions/read-subscriptions.ts'
import { avatarUrl } from '../avatar.ts'
import { countryName } from '../../stores/taxes.ts'
import type { DiscountView, OrderItemView, OrderView, ReceiptView, SubscriptionView } from '../views/order-pages.ts'
import { itemStatus } from './item-status.ts'
import type { Order, OrderLine } from './read-order.ts'
import { linesForStaff, withdrawableLines, withdrawalEnd } from './withdrawable.ts'

/** What the order has only the ids of: the pictures of products, and how choices are called. */
type Catalog = {
  pictures: (productId: OrderLine['productId']) => PictureView | null
  choices?: (productId: OrderLine['productId'], fieldName: string) => ProductField['choices']
}

type Shown = Catalog & {
  /** The address of the page. */
  path: string
  now: Date
  payment?: OrderView['payment']
  /** The provider says that the buyer came back without paying. */
  isCancelled?: boolean
}

/** The view of an order for its page. */
export function viewOrder(order: Order, { path, now, payment, isCancelled, ...catalog }: Shown): OrderView {
  const items = order.lines.map((line) => ({ line, status: itemStatus(order, line, now) }))
  const delivered = items.filter(({ status }) => status.isDelivered)
  const waiting = items.filter(({ status }) => status.tone === 'wait')
  const units = (list: typeof items) => list.reduce((sum, { line }) => sum + line.quantity, 0)
  const isDone = order.state === 'paid' && waiting.length === 0
  const state = isDone ? 'delivered' : order.state
  const back = withdrawableLines(order, now)
  return {
    url: path,
    number: formatId('chk', order.checkoutId),
    state,
    is_cards: order.lines.every(({ isGiftCard }) => isGiftCard),
    is_changing: state === 'open' || state === 'paid',
    updated_at: now,
    delivered: units(delivered),
    total_items: units(items.filter(({ status }) => status.badge !== 'refunded')),
    player: { name: order.gameUserId, avatar: avatarUrl(order.gameUserId) },
    items: [...waiting, ...items.filter(({ status }) => status.tone !== 'wait')].map(({ line, status }) =>
      // A subscription says itself until when it is paid.
      toItem(order.subscription ? { ...line, until: null } : line, status, catalog),
    ),
    notice: noticeOf(order, isCancelled),
    payment: payment ?? null,
    lines: order.lines.map((line) => ({
      name: nameOf(line),
      quantity: line.quantity,
      price: line.priceMinor * line.quantity,
    })),
    discounts: discountsOf(order),
    total: order.lines.reduce((sum, line) => sum + line.paidMinor, 0),
    cards:
      order.unseenCards === 0 && order.codes.length === 0
        ? null
        : {
            url: `${path}/gift-cards`,
            unseen: order.unseenCards,
            codes: order.codes.map(({ code, valueMinor }) => ({ code, value: valueMinor })),
          },
    provider: order.paidAt === null ? null : (order.provider ?? (order.giftCardHint === null ? 'manual' : 'gift_card')),
    email: order.email === null ? null : maskEmail(order.email),
    mail_refused: order.email === null ? null : order.mailRefused,
    receipt_sent_at: order.isReceiptSent && order.email !== null ? order.paidAt : null,
    subscription: order.subscription && toOrderSubscription(order.subscription, path),
    withdrawal:
      back.length === 0 ? null : { until: withdrawalEnd(order), amount: valueOf(back), url: `${path}/withdraw` },
    is_sent: linesForStaff(order, now).length > 0,
  }
}

/** `path` is the address of the order. */
function toOrderSubscription(subscription: ShownSubscription, path: string): SubscriptionView {
  const { state } = subscription
  const canCancel = state === 'active' || state === 'past_due'
  return { ...viewSubscription(subscription), cancel_url: canCancel ? `${path}/cancel` : null }
}

export function viewSubscription(subscription: ShownSubscription): Omit<SubscriptionView, 'cancel_url'> {
  const { state, billingPeriod, amountMinor, paidUntil, name } = subscription
  return {
    name,
    state,
    tone: TONES[state],
    period: periodWord(billingPeriod),
    amount: amountMinor,
    paid_until: paidUntil,
    grace_until: graceEnd(subscription),
  }
}

const TONES = { pending: 'wait', active: 'good', past_due: 'wait', cancelling: 'wait', ended: null } as const

/** What a receipt says besides the order. Null until it is paid. */
export function viewReceipt(order: Order, locale: string): ReceiptView | null {
  const { paidAt, taxCountry, taxRate, lines } = order
  if (paidAt === null) return null
  const tax = taxCountry !== null && taxRate !== null && taxRate > 0
  return {
    paid_at: paidAt,
    tax: tax
      ? {
          percent: taxRate / 100,
          country: countryName(taxCountry, locale),
          amount: lines.reduce((sum, line) => sum + line.taxMinor, 0),
        }
      : null,
    refunded: valueOf(lines.filter(({ refundedAt }) => refundedAt !== null)),
  }
}

export function nameOf({ name, variantName }: OrderLine): string {
  return variantName === null ? name : `${name}, ${variantName}`
}

/** Everything that makes the total lower than the prices of the lines. */
function discountsOf({ lines, code, giftCardHint }: Pick<Order, 'lines' | 'code' | 'giftCardHint'>): DiscountView[] {
  const sum = (amount: (line: OrderLine) => number, chosen = lines) =>
    chosen.reduce((total, line) => total + amount(line), 0)
  const sales = Map.groupBy(
    lines.filter(({ saleMinor }) => saleMinor > 0),
    ({ saleName }) => saleName ?? '',
  )
  const discounts: DiscountView[] = [
    { key: 'upgrade', name: '', amount: sum((line) => line.upgradeCreditMinor) },
    ...[...sales].map(([name, of]) => ({ key: 'sale' as const, name, amount: sum((line) => line.saleMinor, of) })),
    { key: 'code', name: code ?? '', amount: sum((line) => line.codeMinor) },
    { key: 'gift_card', name: giftCardHint ?? '', amount: sum((line) => line.giftCardMinor) },
  ]
  return discounts.filter(({ amount }) => amount > 0)
}

/** What was paid for some lines, with money and with a gift card. */
export function valueOf(lines: OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.paidMinor + line.giftCardMinor, 0)
}

function toItem(line: OrderLine, status: ReturnType<typeof itemStatus>, catalog: Catalog): OrderItemView {
  const { pictures, choices = () => [] } = catalog
  const { badge, tone, steps, notice } = status
  const servers = [...new Set(line.deliveries.flatMap(({ server }) => server ?? []))]
  return {
    name: nameOf(line),
    quantity: line.quantity,
    meta: servers.join(', '),
    fields: line.fields.map(({ name, label, value }) => ({
      label,
      value: choices(line.productId, name).find((choice) => choice.value === value)?.label ?? value,
    })),
    picture: pictures(line.productId),
    until: status.isDelivered ? line.until : null,
    badge,
    tone,
    steps,
    notice,
  }
}

function noticeOf({ state, returnedAt }: Order, isCancelled = false): OrderView['notice'] {
  if (returnedAt !== null) return { key: 'returned', tone: 'error' }
  if (state === 'paid') return null
  if (state === 'open' && isCancelled) return { key: 'cancelled', tone: 'wait' }
  return { key: state, tone: state === 'open' ? 'wait' : 'error' }
}

/** `r•••@mail.example`: enough to recognise one's own address. */
function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}

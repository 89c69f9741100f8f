import { periodStart } from '../../catalog/billing-period.ts'
import type { Tx } from '../../db/database.ts'
import { deliveryContent, productText } from '../../delivery/delivery-content.ts'
import { enqueueDeliveries, type NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import { type GrantedLine, grantLine } from '../../entitlements/grant-line.ts'
import type { CheckoutId, DeliveryId, DiscountCodeId, GameServerId, StoreId } from '../../ids.ts'
import { recordShares } from '../../promotions/codes/creator-ledger.ts'
import { issueSoldCards } from '../../promotions/gift-cards/sold-cards.ts'
import { readStoreClock } from '../../stores/read-store-clock.ts'
import { buildDelivery, type CheckoutLine, revokedValuesKey, toDeliveredLine } from '../checkout.ts'

export type PaidCheckout = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  lines: CheckoutLine[]
  /** The coupon or creator's code that it was opened with. */
  codeId?: DiscountCodeId | null
  /** Of an invoice of a subscription. */
  period?: PaidPeriod | undefined
}

export type PaidPeriod = {
  startsAt: Date
  seconds: number
  /** Otherwise the approve commands only run if the player no longer has the goods. */
  runsCommands: boolean
}

/**
 * Grants the lines of a paid checkout and enqueues one delivery for each server, with all lines that go there.
 * Must run in the transaction that marks the checkout as paid.
 */
export async function approveCheckout(tx: Tx, checkout: PaidCheckout): Promise<DeliveryId[]> {
  const { storeId, checkoutId, gameUserId, currency, codeId } = checkout
  // Always in the same order, so that two purchases of the same products cannot deadlock.
  const lines = checkout.lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))
  const period = checkout.period ?? (await manualPeriod(tx, checkout))
  let isNew = false
  for (const line of lines) {
    if (line.is_gift_card) {
      const { line_no: lineNo, quantity, price_minor: valueMinor } = line
      await issueSoldCards(tx, { storeId, checkoutId, lineNo, quantity, valueMinor, currency })
      continue
    }
    const own = line.billing_period === null ? undefined : period
    const granted = await grantLine(tx, {
      storeId,
      checkoutId,
      lineNo: line.line_no,
      productId: line.product_id,
      gameUserId,
      rebuy: line.rebuy,
      quantity: line.quantity,
      durationSeconds: own?.seconds ?? line.duration_seconds,
      startsAt: own?.startsAt,
      serverIds: line.server_ids,
      buyerServerId: line.entitlement_per_server ? line.buyer_server_id : null,
      valuesKey: revokedValuesKey(line),
      ...expiryOf(line, currency),
      requiresOnline: line.requires_online,
      repeatable: line.repeatable,
    })
    isNew ||= granted.isNew
  }
  if (codeId) await recordShares(tx, { storeId, checkoutId, codeId, lines: checkout.lines.map(toShare), kind: 'share' })
  if (checkout.period?.runsCommands === false && !isNew) return []
  return enqueueDeliveries(tx, buildApprovals(checkout))
}

function toShare(line: Pick<CheckoutLine, 'line_no' | 'creator_share_minor'>) {
  return { lineNo: line.line_no, shareMinor: line.creator_share_minor }
}

/** The product of the EXPIRE deliveries. With values of the buyer it can differ between servers. */
function expiryOf(line: CheckoutLine, currency: string): Pick<GrantedLine, 'expiry' | 'expiryByServer'> {
  const [first = null, ...others] = line.server_ids
  const isTimed = line.duration_seconds !== null || line.billing_period !== null
  if (!isTimed || line.expire_commands.length === 0) return { expiry: null, expiryByServer: null }
  const textFor = (serverId: GameServerId | null) =>
    productText(toDeliveredLine(line, { stage: 'expire', serverId, currency }))
  const isFilled = line.fields !== null && first !== null
  return {
    expiry: textFor(first),
    expiryByServer: isFilled ? Object.fromEntries([first, ...others].map((id) => [id, textFor(id)])) : null,
  }
}

/** A subscription that staff sell without a provider lasts for one period, from now. */
async function manualPeriod(tx: Tx, { storeId, lines }: PaidCheckout): Promise<PaidPeriod | undefined> {
  const period = lines.find((line) => line.billing_period !== null)?.billing_period
  if (!period) return undefined
  const { ahead, now } = await readStoreClock(tx, storeId)
  const start = new Date(now.getTime() + ahead * 1000)
  const seconds = Math.round((periodStart(start, period, 1).getTime() - start.getTime()) / 1000)
  return { startsAt: now, seconds, runsCommands: true }
}

/** Throws if the lines are too large for one delivery, so that neither the purchase nor a refund fails after the sale. */
export function requireDeliverable(lines: CheckoutLine[], currency: string): void {
  for (const stage of ['approve', 'refund'] as const)
    for (const server of new Set([null, ...lines.flatMap((line) => (line.fields ? line.server_ids : []))])) {
      // A line that does not go there counts as well, because a line without a server can join it later.
      const serverOf = ({ server_ids: ids }: CheckoutLine) => ids.find((id) => id === server) ?? ids[0] ?? null
      deliveryContent(lines.map((line) => toDeliveredLine(line, { stage, serverId: serverOf(line), currency })))
    }
}

function buildApprovals({ storeId, checkoutId, gameUserId, currency, lines: all }: PaidCheckout): NewDelivery[] {
  const lines = all.filter((line) => !line.is_gift_card)
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
      ...buildDelivery(
        here.map((line) => ({ ...line, currency })),
        { stage: 'approve', serverId },
      ),
    }
  })
}

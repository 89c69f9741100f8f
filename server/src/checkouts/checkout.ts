import type { Rebuy } from '../catalog/product.ts'
import type { DeliveredLine } from '../delivery/delivery.ts'
import { CONDITION_COLUMNS, conditionsOf, type DeliveryConditions } from '../delivery/conditions.ts'
import { deliveryContent } from '../delivery/delivery-content.ts'
import type { GameServerId, ProductId, VariantId } from '../ids.ts'

export type CheckoutState = 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'

/** All transitions between states. The database enforces the same table. */
const TRANSITIONS: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['paid', 'abandoned'],
  paid: ['refunded', 'disputed'],
  refunded: [],
  disputed: ['refunded'],
  // A payment that arrives after the checkout was abandoned still counts.
  abandoned: ['paid'],
}

export function canTransition(from: CheckoutState, to: CheckoutState): boolean {
  return TRANSITIONS[from].includes(to)
}

type FrozenCommands = { approve_commands: string[]; refund_commands: string[]; expire_commands: string[] }

/** A sold line: name, price, commands and servers as they were at the moment of sale. */
export type CheckoutLine = FrozenCommands &
  DeliveryConditions & {
    line_no: number
    product_id: ProductId
    name: string
    /** Of a product with variants. Price and duration of the line are those of the variant. */
    variant_id: VariantId | null
    variant_name: string | null
    price_minor: number
    quantity: number
    duration_seconds: number | null
    rebuy: Rebuy
    server_ids: GameServerId[]
    buyer_server_id: GameServerId | null
    /** Whether the player has a separate entitlement on each server that a buyer chooses. */
    entitlement_per_server: boolean
    /** Whether its quantity was taken from the product's stock. */
    reserved: boolean
  }

/** The sum of the prices of all lines, in minor units. */
export function totalOf(lines: Pick<CheckoutLine, 'price_minor' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.price_minor * line.quantity, 0)
}

/** What people read, such as `Knight (30 days)`. */
export function lineTitle({ name, variant_name: variant }: Pick<CheckoutLine, 'name' | 'variant_name'>): string {
  return variant === null ? name : `${name} (${variant})`
}

/** Line numbers, products and conditions of one delivery that contains these lines. */
export function buildDelivery(lines: (CheckoutLine & { currency: string })[], stage: 'approve' | 'refund') {
  return {
    lineNos: lines.map((line) => line.line_no),
    products: deliveryContent(lines.map((line) => toDeliveredLine(line, stage, line.currency))),
    conditions: conditionsOf(lines, { gives: stage === 'approve' }),
  }
}

export function toDeliveredLine(
  line: CheckoutLine,
  stage: 'approve' | 'refund' | 'expire',
  currency: string,
): DeliveredLine {
  return {
    lineNo: line.line_no,
    productId: line.product_id,
    name: lineTitle(line),
    priceMinor: line.price_minor,
    currency,
    quantity: line.quantity,
    commands: line[`${stage}_commands`],
  }
}

export const LINE_COLUMNS = [
  'line_no',
  'product_id',
  'name',
  'variant_id',
  'variant_name',
  'price_minor',
  'quantity',
  'approve_commands',
  'refund_commands',
  'expire_commands',
  'duration_seconds',
  'rebuy',
  'server_ids',
  'buyer_server_id',
  'entitlement_per_server',
  'reserved',
  ...CONDITION_COLUMNS,
] as const satisfies (keyof CheckoutLine)[]

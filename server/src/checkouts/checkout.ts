import type { Rebuy } from '../catalog/product.ts'
import type { DeliveredLine } from '../delivery/delivery.ts'
import { CONDITION_COLUMNS, type DeliveryConditions } from '../delivery/conditions.ts'
import type { GameServerId, ProductId } from '../ids.ts'

export type CheckoutState = 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'

/** The whole life of a checkout. A transition that is not here does not exist; the database keeps the same table. */
const NEXT: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['paid', 'abandoned'],
  paid: ['refunded', 'disputed'],
  refunded: [],
  disputed: ['refunded'],
  // Money that arrives after the checkout was given up is money all the same.
  abandoned: ['paid'],
}

export function canBecome(from: CheckoutState, to: CheckoutState): boolean {
  return NEXT[from].includes(to)
}

type FrozenCommands = { approve_commands: string[]; refund_commands: string[]; expire_commands: string[] }

/** A sold line: name, price, commands and targets as they were at the moment of sale. */
export type CheckoutLine = FrozenCommands &
  DeliveryConditions & {
    line_no: number
    product_id: ProductId
    name: string
    price_minor: number
    quantity: number
    duration_seconds: number | null
    rebuy: Rebuy
    server_ids: GameServerId[]
    buyer_server_id: GameServerId | null
    /** It is another thing on each server that is named. */
    entitlement_per_server: boolean
    /** Whether its quantity was taken from the product's stock. */
    reserved: boolean
  }

/** What the lines cost together, in minor units. */
export function totalOf(lines: Pick<CheckoutLine, 'price_minor' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.price_minor * line.quantity, 0)
}

/** A line as a stage delivers it. */
export function delivered(line: CheckoutLine, stage: 'approve' | 'refund' | 'expire', currency: string): DeliveredLine {
  return {
    lineNo: line.line_no,
    productId: line.product_id,
    name: line.name,
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

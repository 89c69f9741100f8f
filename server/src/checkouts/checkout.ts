import { createHash } from 'node:crypto'
import { fieldsIn, fillFields, type Game } from '@quartermaster/sdk'
import { ANY_CONSOLE } from '../catalog/fields/fill-commands.ts'
import type { FieldValue } from '../catalog/fields/read-field-values.ts'
import type { BillingPeriod } from '../catalog/billing-period.ts'
import type { Rebuy } from '../catalog/product.ts'
import type { DeliveredLine } from '../delivery/delivery.ts'
import { CONDITION_COLUMNS, conditionsOf, type DeliveryConditions } from '../delivery/conditions.ts'
import { deliveryContent } from '../delivery/delivery-content.ts'
import type { CategoryId, CheckoutId, GameServerId, ProductId, SaleId, VariantId } from '../ids.ts'

export type CheckoutState = 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'

/** All transitions between states. The database enforces the same table. */
const TRANSITIONS: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['paid', 'abandoned'],
  paid: ['refunded', 'disputed'],
  refunded: [],
  disputed: ['refunded'],
  // A payment that arrives after the checkout was abandoned still counts, if everything that it needs can be taken again.
  abandoned: ['paid'],
}

export function canTransition(from: CheckoutState, to: CheckoutState): boolean {
  return TRANSITIONS[from].includes(to)
}

export type FrozenCommands = { approve_commands: string[]; refund_commands: string[]; expire_commands: string[] }

/** What reduced the price of a line, and what is contained in it. docs/decisions/0043-pricing.md has the rules. */
type LineAmounts = {
  upgrade_credit_minor: number
  sale_minor: number
  /** The sale that lowered the price. */
  sale_id: SaleId | null
  code_minor: number
  gift_card_minor: number
  tax_minor: number
  creator_share_minor: number
}

/** What the buyer entered, and the consoles of the servers of the line, whose rules the values were checked with. */
export type FrozenFields = { values: FieldValue[]; consoles: Record<string, Game> }

type Stage = 'approve' | 'refund' | 'expire'

/** A sold line: name, price, commands and servers as they were at the moment of sale. */
export type CheckoutLine = FrozenCommands &
  DeliveryConditions &
  LineAmounts & {
    line_no: number
    product_id: ProductId
    name: string
    /** Of a product with variants. Price and duration of the line are those of the variant. */
    variant_id: VariantId | null
    variant_name: string | null
    /** The price of one unit before everything that reduces it. */
    price_minor: number
    quantity: number
    duration_seconds: number | null
    /** Of a subscription, which then is the only line of its checkout. */
    billing_period: BillingPeriod | null
    /** The first order of the subscription that this line renews. */
    renewal_of: CheckoutId | null
    rebuy: Rebuy
    server_ids: GameServerId[]
    buyer_server_id: GameServerId | null
    /** Whether the player has a separate entitlement on each server that a buyer chooses. */
    entitlement_per_server: boolean
    /** Whether its quantity was taken from the product's stock. */
    reserved: boolean
    /** Each unit is a gift card, which the buyer gets. Nothing goes to a game server. */
    is_gift_card: boolean
    /** Null if the product asks the buyer for nothing. */
    fields: FrozenFields | null
  }

/** A line that is not priced yet. The category decides which discounts are for it. */
export type FrozenLine = CheckoutLine & { category_id: CategoryId | null }

const REDUCTIONS = ['upgrade_credit_minor', 'sale_minor', 'code_minor', 'gift_card_minor'] as const

/** The columns that `paidOf` needs. */
export const PRICE_COLUMNS = ['price_minor', 'quantity', ...REDUCTIONS] as const

type Priced = Pick<CheckoutLine, (typeof PRICE_COLUMNS)[number]>

/** What is paid for a line with money, in minor units. The SQL function `paid_minor` computes the same. */
export function paidOf(line: Priced): number {
  return REDUCTIONS.reduce((rest, part) => rest - line[part], line.price_minor * line.quantity)
}

/** What is paid for all lines with money, in minor units. */
export function totalOf(lines: Priced[]): number {
  return lines.reduce((sum, line) => sum + paidOf(line), 0)
}

/** What people read, such as `Knight (30 days)`. */
export function lineTitle({ name, variant_name: variant }: Pick<CheckoutLine, 'name' | 'variant_name'>): string {
  return variant === null ? name : `${name} (${variant})`
}

type Delivered = { stage: 'approve' | 'refund'; serverId: GameServerId | null }

/** Line numbers, products and conditions of one delivery that contains these lines. */
export function buildDelivery(lines: (CheckoutLine & { currency: string })[], { stage, serverId }: Delivered) {
  return {
    lineNos: lines.map((line) => line.line_no),
    products: deliveryContent(lines.map((line) => toDeliveredLine(line, { stage, serverId, currency: line.currency }))),
    conditions: conditionsOf(lines, { gives: stage === 'approve' }),
  }
}

export function toDeliveredLine(
  line: CheckoutLine,
  { stage, serverId, currency }: { stage: Stage; serverId: GameServerId | null; currency: string },
): DeliveredLine {
  return {
    lineNo: line.line_no,
    productId: line.product_id,
    name: lineTitle(line),
    priceMinor: line.price_minor,
    currency,
    quantity: line.quantity,
    commands: commandsOf(line, { stage, serverId }),
  }
}

/** The commands of a line as a server gets them. */
function commandsOf(
  line: FrozenCommands & Pick<CheckoutLine, 'fields'>,
  { stage, serverId }: { stage: Stage; serverId: GameServerId | null },
): string[] {
  return fillLineCommands(line[`${stage}_commands`], line.fields, serverId)
}

/** The values of the buyer were checked at the sale, with the rules of the same consoles, so they always fit. */
export function fillLineCommands(
  commands: string[],
  fields: FrozenFields | null,
  serverId: GameServerId | null,
): string[] {
  if (fields === null) return commands
  const { values, consoles } = fields
  const rules = (serverId === null ? undefined : consoles[serverId]) ?? ANY_CONSOLE
  return commands.map((command) => fillFields(command, values, rules))
}

/**
 * Identifies what the refund and expire commands of a line revoke. Purchases that revoke different things, such as two name tags,
 * do not extend each other. Null if no value of the buyer is in these commands.
 */
export function revokedValuesKey({ fields, ...line }: FrozenCommands & Pick<CheckoutLine, 'fields'>): string | null {
  const used = new Set([...line.refund_commands, ...line.expire_commands].flatMap(fieldsIn))
  const values = fields?.values.filter(({ name }) => used.has(name)).map(({ name, value }) => [name, value]) ?? []
  return values.length === 0 ? null : createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

export const LINE_COLUMNS = [
  'line_no',
  'product_id',
  'name',
  'variant_id',
  'variant_name',
  ...PRICE_COLUMNS,
  'sale_id',
  'tax_minor',
  'creator_share_minor',
  'approve_commands',
  'refund_commands',
  'expire_commands',
  'duration_seconds',
  'billing_period',
  'renewal_of',
  'rebuy',
  'server_ids',
  'buyer_server_id',
  'entitlement_per_server',
  'reserved',
  'is_gift_card',
  'fields',
  ...CONDITION_COLUMNS,
] as const satisfies (keyof CheckoutLine)[]

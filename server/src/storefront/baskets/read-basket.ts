import { sql } from 'kysely'
import type { BillingPeriod } from '../../catalog/billing-period.ts'
import { findTierRefusals, type TierRefusal } from '../../checkouts/buy/price-items.ts'
import { NO_TIERS, readTiers } from '../../checkouts/buy/tiers.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasketId, CategoryId, GameServerId, ProductId, StoreId, VariantId } from '../../ids.ts'
import type { PricedLine, Sale } from '../../pricing/basket.ts'
import { currentSales, toPricedSales } from '../../promotions/sales/sale.ts'
import type { FieldsColumn } from '../../catalog/fields/product-field.ts'
import { type Basket, findBasket, isBought } from './basket.ts'
import { type BasketCard, findCard, toCard } from './basket-card.ts'
import { fitsFields } from './line-fields.ts'
import { type BasketCode, priceWithCode } from './price-with-code.ts'
import { findProblem, findSubscriptionProblem, type LineProblem, type SubscriptionProblem } from './line-problem.ts'

export type BasketLine = {
  productId: ProductId
  variantId: VariantId | null
  categoryId: CategoryId | null
  name: string
  variantName: string | null
  /** What the buyer entered, by the names of the fields of the product. */
  fields: Record<string, string>
  fieldsKey: string
  quantity: number
  /** The price of one, from the catalog of now. */
  priceMinor: number
  /** What the sale takes off the line. */
  saleMinor: number
  /** What the line costs before the code. */
  totalMinor: number
  /** The price that the buyer saw when they last changed the line, if it has changed since. */
  oldPriceMinor: number | null
  isGiftCard: boolean
  /** If it is a subscription. */
  billingPeriod: BillingPeriod | null
  maxPerPlayer: number | null
  /** How many are left, if the stock is limited. */
  left: number | null
  problem: LineProblem | null
  subscriptionProblem: SubscriptionProblem | null
}

type Players = Pick<Basket, 'gameUserId' | 'identity' | 'proof' | 'playerLabel' | 'playerAvatar' | 'recipientAvatar'>

export type BasketView = Players & {
  currency: string
  lines: BasketLine[]
  /** The number of units. */
  count: number
  /** The prices of the lines, before the code. */
  subtotalMinor: number
  /** The coupon or creator's code that the buyer has typed. */
  code: BasketCode | null
  giftCard: BasketCard | null
  /** For lower ranks that the player has. */
  upgradeCreditMinor: number
  /** What is paid with money. */
  totalMinor: number
  /** What each later period of a subscription costs: a code can be for the first one only. */
  renewalMinor: number
  recipient: string | null
  email: string | null
  serverId: GameServerId | null
  /** The servers that the buyer chooses from. Null if no product lets the buyer choose. */
  servers: { id: GameServerId; name: string }[] | null
  /** Whether it can be bought as it is. */
  isReady: boolean
}

/** A basket with the prices and the stock of now. A visitor without a basket has an empty one. */
export async function readBasket(
  tx: Tx,
  { storeId, token }: { storeId: StoreId; token: string | undefined },
): Promise<BasketView> {
  const basket = await findBasket(tx, { storeId, token })
  return viewBasket(tx, { storeId, basket })
}

export async function viewBasket(
  tx: Tx,
  { storeId, basket }: { storeId: StoreId; basket: Basket | undefined },
): Promise<BasketView> {
  const { currency, now, sales } = await readStore(tx, storeId)
  const bought = basket === undefined || isBought(basket)
  const rows = bought ? [] : await readLines(tx, storeId, basket)
  const player = bought ? null : (basket.recipient ?? basket.gameUserId)
  const productIds = rows.map(({ productId }) => productId)
  const tiers = await readTiers(tx, { storeId, gameUserId: player, productIds })
  const refused = findTierRefusals(rows, { now, sales, tiers })
  const card = bought ? undefined : await findCard(tx, { storeId, basket })
  const giftCardMinor = card?.isUsable && !rows.some((row) => row.billingPeriod !== null) ? card.balanceMinor : 0
  const { priced, code, firstOnlyMinor } = await priceWithCode(tx, {
    storeId,
    // Lines that cannot be bought together still have their prices, beside the reason.
    terms: { now, sales, giftCardMinor, tiers: refused.size === 0 ? tiers : NO_TIERS },
    items: rows,
    typed: bought ? null : basket.code,
    player,
    held: basket?.heldUse ?? null,
  })
  const lines = rows.map((row, i) =>
    toLine(row, {
      priced: priced.isRefused ? undefined : priced.lines[i],
      refusal: refused.get(i),
      count: rows.length,
    }),
  )
  const subtotalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0)
  const servers = bought ? null : await readServerChoices(tx, { storeId, basketId: basket.id })
  return {
    currency,
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalMinor,
    code,
    giftCard: card ? toCard(card, priced.isRefused ? 0 : priced.total.giftCard) : null,
    upgradeCreditMinor: priced.isRefused ? 0 : priced.total.upgradeCredit,
    totalMinor: priced.isRefused ? subtotalMinor : priced.total.paid,
    renewalMinor: priced.isRefused ? subtotalMinor : priced.total.paid + firstOnlyMinor,
    gameUserId: basket?.gameUserId ?? null,
    identity: basket?.identity ?? 'name',
    proof: basket?.proof ?? 'typed',
    playerLabel: basket?.playerLabel ?? null,
    playerAvatar: basket?.playerAvatar ?? null,
    recipient: bought ? null : basket.recipient,
    recipientAvatar: bought ? null : basket.recipientAvatar,
    email: basket?.email ?? null,
    serverId: basket?.serverId ?? null,
    servers,
    isReady:
      lines.length > 0 &&
      !priced.isRefused &&
      lines.every((line) => line.problem === null && line.subscriptionProblem === null),
  }
}

type LineRow = Omit<BasketLine, 'saleMinor' | 'totalMinor' | 'oldPriceMinor' | 'problem' | 'subscriptionProblem'> & {
  seenPriceMinor: number
  isSold: boolean
  asked: FieldsColumn
  /** Of all lines with this product, because variants share the stock. */
  productQuantity: number
}

/** The open checkout of this basket would be replaced, so what it has reserved is left again. */
async function readLines(tx: Tx, storeId: StoreId, { id, checkoutId }: Basket): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.product_id as "productId", l.variant_id as "variantId", p.category_id as "categoryId", p.name, v.name as "variantName",
      l.quantity, l.fields, l.fields_key as "fieldsKey", p.fields as asked,
      coalesce(v.price_minor, p.price_minor) as "priceMinor",
      l.seen_price_minor as "seenPriceMinor", p.max_per_player as "maxPerPlayer",
      p.stock + (select coalesce(sum(r.quantity), 0) from checkout_lines r
        join checkouts c on c.store_id = r.store_id and c.id = r.checkout_id
        where r.store_id = l.store_id and r.checkout_id = ${checkoutId}::uuid and r.product_id = l.product_id
          and r.reserved and c.state = 'open')::integer as left,
      p.is_gift_card as "isGiftCard", case when l.variant_id is null then p.billing_period else v.billing_period end as "billingPeriod",
      p.archived_at is null and p.visibility <> 'hidden' and case when l.variant_id is null
        then not exists (select from product_variants o where o.store_id = p.store_id and o.product_id = p.id and o.removed_at is null)
        else v.id is not null end as "isSold", (sum(l.quantity) over (partition by l.product_id))::integer as "productQuantity"
    from basket_lines l join products p on p.store_id = l.store_id and p.id = l.product_id
    left join product_variants v
      on v.store_id = l.store_id and v.product_id = l.product_id and v.id = l.variant_id and v.removed_at is null
    where l.store_id = ${storeId} and l.basket_id = ${id}
    order by l.line_no`.execute(tx)
  return rows
}

function toLine(
  { seenPriceMinor, isSold: isListed, asked, productQuantity, ...line }: LineRow,
  { priced, refusal, count }: { priced: PricedLine | undefined; refusal: TierRefusal | undefined; count: number },
): BasketLine {
  const { list = [] } = asked
  const isSold = isListed && fitsFields(list, line.fields)
  const fields = Object.fromEntries(
    list.flatMap(({ name }) => (name in line.fields ? [[name, line.fields[name] ?? '']] : [])),
  )
  const left = line.left === null ? null : Math.max(0, line.left)
  return {
    ...line,
    fields,
    left,
    saleMinor: priced?.sale ?? 0,
    totalMinor: line.priceMinor * line.quantity - (priced?.sale ?? 0),
    oldPriceMinor: seenPriceMinor === line.priceMinor ? null : seenPriceMinor,
    problem: findProblem({ isSold, left, maxPerPlayer: line.maxPerPlayer, productQuantity }) ?? refusal ?? null,
    subscriptionProblem: findSubscriptionProblem(line, { priced, count }),
  }
}

/** One server is chosen for the whole basket, so it must be a choice of every product that lets the buyer choose. */
async function readServerChoices(
  tx: Tx,
  { storeId, basketId }: { storeId: StoreId; basketId: BasketId },
): Promise<BasketView['servers']> {
  const { rows } = await sql<{ id: GameServerId; name: string; isOffered: boolean }>`
    with chosen as (
      select p.id, array(select s.server_id from product_servers s where s.store_id = p.store_id and s.product_id = p.id) as choices
      from basket_lines l join products p on p.store_id = l.store_id and p.id = l.product_id
      where l.store_id = ${storeId} and l.basket_id = ${basketId} and p.delivers_to = 'buyer')
    select g.id, g.name,
      not exists (select from chosen where choices <> '{}' and g.id <> all(choices)) as "isOffered"
    from game_servers g where g.store_id = ${storeId} and exists (select from chosen) order by g.name, g.id`.execute(tx)
  return rows.length === 0 ? null : rows.flatMap(({ id, name, isOffered }) => (isOffered ? { id, name } : []))
}

/** The sales of now come with the currency, so that they need no further round trip. */
async function readStore(tx: Tx, storeId: StoreId): Promise<{ currency: string; now: number; sales: Sale[] }> {
  const { rows } = await sql<{ currency: string; now: number; sales: Parameters<typeof toPricedSales>[0] }>`
    select currency, floor(extract(epoch from now()) * 1000)::float8 as now, ${currentSales(storeId)} as sales
    from stores where id = ${storeId}`.execute(tx)
  const [store] = rows
  if (!store) throw new AppError('not_found', 'No such store')
  return { ...store, sales: toPricedSales(store.sales) }
}

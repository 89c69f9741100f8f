/** Everything that decides what a basket costs. Amounts are minor units of the store's currency, times are milliseconds. */
export type Offer = {
  products: ReadonlyMap<string, PricedProduct>
  sales: readonly Sale[]
  /** Every group that a product is in, by its id. */
  tierGroups: ReadonlyMap<string, { credit: 'full' | 'remaining time' }>
  /** Rates in basis points, by country. */
  taxRates: ReadonlyMap<string, number>
}

export type PricedProduct = {
  /** The price of each variant by its id. A product without variants has one price, under the empty text. */
  prices: ReadonlyMap<string, number>
  categoryIds: readonly string[]
  /** The buyer names the price, which is not lower than that of the variant. */
  isPriceOpen: boolean
  /** Its units are gift cards. Nothing reduces their price, and no gift card pays for them. */
  isGiftCard?: boolean
  tier?: Tier | undefined
}

export type Tier = { groupId: string; rank: number }

/** The products that a discount is for. Without it, all of them. */
export type Scope = { productIds: readonly string[]; categoryIds: readonly string[] } | undefined

export type Discount = { percent: number } | { amount: number }

type Limited = { scope: Scope; discount: Discount; from: number | undefined; until: number | undefined }

export type Sale = Limited & { id: string }

/** A coupon or the code of a creator. */
export type Code = Limited & {
  minimum: number
  /** Without it, there is no limit. Uses that other checkouts have reserved are not left. */
  usesLeft: number | undefined
  usesLeftOfPlayer: number | undefined
  /** The share of the creator, in basis points. */
  share: number
}

export type Basket = {
  lines: readonly BasketLine[]
  code?: Code | undefined
  /** The balance of a gift card. */
  giftCard?: number | undefined
  country?: string | undefined
}

export type BasketLine = {
  /** Unique in the basket. */
  id: string
  productId: string
  variantId: string
  quantity: number
  /** The price of one unit, if the buyer named it. */
  namedPrice?: number | undefined
}

/** Something of a tier group that the player has now. */
export type Holding = Tier & {
  /** Its value: what the player paid with money, gift cards and earlier upgrade credits, without what was refunded or credited. */
  paid: number
  from: number
  /** Later than `from`. Without it, the holding never expires. */
  until: number | undefined
}

export type Refusal =
  | {
      reason: 'unknown_product' | 'price_too_low' | 'tier_quantity' | 'tier_twice' | 'higher_tier_owned'
      lineId: string
    }
  | { reason: 'code_not_valid_now' | 'code_used_up' | 'code_used_by_player' | 'code_minimum' | 'code_not_for_these' }

/** The parts of a price. `list` is the sum of the five that follow it. */
export type Amounts = {
  list: number
  upgradeCredit: number
  sale: number
  code: number
  giftCard: number
  paid: number
  tax: number
  creatorShare: number
}

export type PricedLine = Amounts & { id: string; saleId: string | undefined }

export type PricedBasket =
  { isRefused: true; refusals: Refusal[] } | { isRefused: false; lines: PricedLine[]; total: Amounts }

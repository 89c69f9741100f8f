/** What every shop sells. Prices are in minor units. */
export const CATALOG = {
  hat: { price: 100 },
  /** Nothing removes it from the game again. */
  potion: { price: 150, isLasting: true },
  scarce: { price: 220 },
  /** A player can have one. */
  single: { price: 190 },
  knight: { price: 110, isOneThing: true },
  king: { price: 260, isOneThing: true },
  patron: { price: 130, isOneThing: true },
  voucher: { price: 200 },
} as const satisfies Record<string, { price: number; isLasting?: true; isOneThing?: true }>

export type ProductKey = keyof typeof CATALOG
export const PRODUCT_KEYS = Object.keys(CATALOG) as ProductKey[]
export const MAX_SINGLE = 1
export const STOCK = 2
export const CARD_VALUE = 250
export const CODE = { percent: 50, maxUses: 2, maxUsesPerPlayer: 1 }

export type ProviderName = 'stripe' | 'mercadopago' | 'paypal'
export type Items = Partial<Record<ProductKey, number>>

/** What somebody does. Orders are numbered by the step that opens them; steps about an order that is not there do nothing. */
export type Step =
  | {
      do: 'open'
      order: number
      /** Each browser has a basket. Without `isFresh`, the basket is changed, and the new order replaces the earlier one. */
      browser: number
      isFresh: boolean
      /** The name that is typed: anybody can type any name. */
      player: number
      /** The player who gets it as a gift. */
      recipient: number | null
      items: Items
      code: boolean
      card: boolean
      provider: ProviderName
    }
  /** The buyer pays on the page. The provider calls back now (so often), or later. */
  | { do: 'pay'; order: number; callbacks: number }
  /** Everything that providers have not reported yet, the newest first. */
  | { do: 'call back'; times: number }
  | { do: 'expire'; order: number }
  | { do: 'withdraw'; order: number }
  | { do: 'unsubscribe'; order: number }
  | { do: 'refund'; order: number; line: number | null }
  /** The owner refunds on the pages of the provider. */
  | { do: 'return'; order: number; amount: number | null }
  | { do: 'dispute'; order: number; to: 'open' | 'won' | 'lost' }
  /** A period has passed, and the provider charges again. */
  | { do: 'renew'; order: number }
  | { do: 'sell'; order: number; player: number; items: Items; code: boolean }
  | { do: 'fetch' }
  | { do: 'report' }
  /** The product asks the provider, because no callback came. */
  | { do: 'ask'; order: number }

/** The steps of a round happen at the same time, one per actor; the next round begins when all have ended. */
export type Sequence = Step[][]

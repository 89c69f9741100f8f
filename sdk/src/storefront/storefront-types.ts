// Generated from contract/openapi/storefront-1.0.json by `npm run sdk:generate`. Do not edit.

export type Problem = {
  /**
   * Identifies the kind of problem, such as `urn:quartermaster:problem:not_found`.
   */
  type: string
  /**
   * A short summary of the kind of problem.
   */
  title: string
  /**
   * The HTTP status code.
   */
  status: number
  /**
   * An explanation of the problem, and what to do next.
   */
  detail: string
  /**
   * A stable code that programs can rely on.
   */
  code: string
  /**
   * The id of this request in the log. Include it when you ask for help.
   */
  requestId: string
  /**
   * The part of the request that is wrong, such as `body/name` or `querystring/limit`.
   */
  field?: string
}

export type Picture = {
  alt: string
  width: number
  height: number
  /**
   * The same picture in several sizes and formats, for `srcset`.
   */
  sources: Array<{
    url: string
    width: number
    type: string
  }>
}

export type Money = {
  /**
   * In minor units of the currency.
   */
  minor: number
  currency: string
  /**
   * As readers of the language write it.
   */
  formatted: string
}

export type Store = {
  name: string
  title: string
  tagline: string | null
  seller: string | null
  supportUrl: string | null
  /**
   * Markdown.
   */
  terms: string
  /**
   * Markdown.
   */
  privacy: string
  joinAddress: string | null
  /**
   * Purchases are paid with play money.
   */
  isTest: boolean
  /**
   * A closed store sells nothing.
   */
  isOpen: boolean
  closedMessage: string | null
  currency: string
  /**
   * If there are any, let the buyer choose their country, and pass it to `openOrder`.
   */
  taxCountries: Array<string>
  /**
   * The language of this response. Choose another one with `lang`.
   */
  locale: string
  /**
   * All languages of the store, the default language first.
   */
  locales: Array<string>
  timeZone: string
  logo: Picture | null
  banner: Picture | null
  /**
   * The categories that have products.
   */
  categories: Array<{
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug: string
    name: string
  }>
  pages: Array<{
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug: string
    title: string
  }>
  serverStatus: {
    isOnline: boolean
    players: number | null
    maxPlayers: number | null
  } | null
  goal: {
    title: string
    reached: Money
    target: Money
    /**
     * More than 100 if more was sold.
     */
    percent: number
    /**
     * 1 on the last day.
     */
    daysLeft: number
  } | null
  topSupporter: {
    player: string
    paid: Money | null
  } | null
  /**
   * At most five, who paid most first. Empty if the owner does not show them.
   */
  topSupporters: Array<{
    player: string
    paid: Money | null
  }>
  /**
   * Empty if the owner does not show them. Players who do not want to be named are left out.
   */
  recentPurchases: Array<{
    player: string
    name: string
    quantity: number
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    at: string
  }>
  /**
   * The settings that the owner chose for the looks of the store.
   */
  themeSettings: {
    [key: string]: unknown
  }
}

export type Category = {
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  name: string
  /**
   * Markdown.
   */
  description: string
  picture: Picture | null
}

export type CategoryList = {
  items: Array<Category>
}

export type Variant = {
  id: string | null
  /**
   * Empty if the product has no variants.
   */
  name: string
  price: Money
  usualPrice: Money | null
  durationSeconds: number | null
  billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
}

export type Product = {
  id: string
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  name: string
  summary: string
  picture: Picture | null
  categorySlug: string | null
  /**
   * At least one. A product without variants has one without an id.
   */
  variants: Array<Variant>
  /**
   * What the buyer is asked for, in order. Send the values as `fields` of a line.
   */
  fields: Array<{
    /**
     * Commands contain the value as `{field.name}`.
     */
    name: string
    /**
     * `player` is the id of another player, `discord` that of a Discord account. Numbers are whole.
     */
    type: 'text' | 'number' | 'choice' | 'boolean' | 'player' | 'discord'
    label: string
    /**
     * One line below the field.
     */
    hint: string
    /**
     * If false and the buyer enters nothing, commands with this field do not run. A boolean is true or false and never missing.
     */
    required: boolean
    /**
     * Of a text.
     */
    minLength: number
    /**
     * Of a text. Default: 50.
     */
    maxLength: number
    /**
     * Of a number.
     */
    min: number
    /**
     * Of a number.
     */
    max: number
    /**
     * The form of a text: characters, `.`, `\d`, `\w`, `\s`, `\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` or `{2,5}`. It matches the whole text. Groups and `|` are not supported.
     */
    pattern: string | null
    choices: Array<{
      value: string
      label: string
    }>
  }>
  sale: {
    name: string
    endsAt: string | null
  } | null
  isSoldOut: boolean
  left: number | null
  maxPerPlayer: number | null
  /**
   * The player must be in the game to receive it.
   */
  requiresOnline: boolean
  /**
   * The buyer chooses the game server at the checkout.
   */
  isServerChosen: boolean
  /**
   * The game servers that deliver it.
   */
  servers: Array<string>
}

export type CategoryDetails = {
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  name: string
  /**
   * Markdown.
   */
  description: string
  picture: Picture | null
  products: Array<Product>
  comparison: {
    columns: Array<{
      /**
       * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
       */
      slug: string
      name: string
    }>
    rows: Array<{
      name: string
      cells: Array<string | boolean>
    }>
  } | null
}

export type ProductList = {
  items: Array<Product>
}

export type ProductDetails = {
  id: string
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  name: string
  summary: string
  picture: Picture | null
  categorySlug: string | null
  /**
   * At least one. A product without variants has one without an id.
   */
  variants: Array<Variant>
  /**
   * What the buyer is asked for, in order. Send the values as `fields` of a line.
   */
  fields: Array<{
    /**
     * Commands contain the value as `{field.name}`.
     */
    name: string
    /**
     * `player` is the id of another player, `discord` that of a Discord account. Numbers are whole.
     */
    type: 'text' | 'number' | 'choice' | 'boolean' | 'player' | 'discord'
    label: string
    /**
     * One line below the field.
     */
    hint: string
    /**
     * If false and the buyer enters nothing, commands with this field do not run. A boolean is true or false and never missing.
     */
    required: boolean
    /**
     * Of a text.
     */
    minLength: number
    /**
     * Of a text. Default: 50.
     */
    maxLength: number
    /**
     * Of a number.
     */
    min: number
    /**
     * Of a number.
     */
    max: number
    /**
     * The form of a text: characters, `.`, `\d`, `\w`, `\s`, `\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` or `{2,5}`. It matches the whole text. Groups and `|` are not supported.
     */
    pattern: string | null
    choices: Array<{
      value: string
      label: string
    }>
  }>
  sale: {
    name: string
    endsAt: string | null
  } | null
  isSoldOut: boolean
  left: number | null
  maxPerPlayer: number | null
  /**
   * The player must be in the game to receive it.
   */
  requiresOnline: boolean
  /**
   * The buyer chooses the game server at the checkout.
   */
  isServerChosen: boolean
  /**
   * The game servers that deliver it.
   */
  servers: Array<string>
  /**
   * Markdown.
   */
  description: string
  /**
   * All of them; `picture` is the first.
   */
  pictures: Array<Picture>
}

export type Page = {
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  title: string
  /**
   * Markdown.
   */
  body: string
}

export type BasketLine = {
  productId: string
  variantId: string | null
  slug: string | null
  name: string
  variantName: string | null
  /**
   * What the buyer entered. Two lines of one product differ by it.
   */
  fields: {
    [key: string]: string
  }
  picture: Picture | null
  quantity: number
  price: Money
  total: Money
  saved: Money
  oldPrice: Money | null
  left: number | null
  maxPerPlayer: number | null
  billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
  problem: 'unavailable' | 'sold_out' | 'too_few_left' | 'limit' | null
  tierProblem: 'tier_quantity' | 'tier_twice' | 'higher_tier_owned' | null
  subscriptionProblem: 'subscription_alone' | 'subscription_once' | 'subscription_credit' | 'subscription_free' | null
}

export type Basket = {
  /**
   * Send it as `Authorization: Bearer …`. After a purchase, the next change returns a new one.
   */
  token: string
  lines: Array<BasketLine>
  /**
   * The number of units.
   */
  count: number
  subtotal: Money
  code: {
    code: string
    discount: Money
    problem:
      | 'code_unknown'
      | 'code_not_valid_now'
      | 'code_used_up'
      | 'code_used_by_player'
      | 'code_minimum'
      | 'code_not_for_these'
      | null
  } | null
  giftCard: {
    hint: string
    pays: Money
    left: Money
    problem: 'gift_card_not_valid' | 'gift_card_used_up' | 'gift_card_not_for_these' | null
  } | null
  /**
   * What is taken off the prices of the lines. `name` is that of the sale, or the code.
   */
  discounts: Array<{
    kind: 'upgrade' | 'sale' | 'code' | 'gift_card'
    name: string
    amount: Money
  }>
  total: Money
  player: string | null
  /**
   * Whether the player who buys has proved who they are.
   */
  isProven: boolean
  recipient: string | null
  /**
   * How players say who they are: `name` and `minecraft` by `setPlayer`, `code` by `useCode`, `steam` and `discord` only on the pages of the store. Without `name` and `minecraft`, the store sells only to players who have proved it.
   */
  identityProviders: Array<'name' | 'minecraft' | 'steam' | 'discord' | 'code'>
  servers: Array<{
    id: string
    name: string
  }> | null
  /**
   * The ways to pay, in the order in which pages show them.
   */
  providers: Array<'sandbox' | 'stripe' | 'mercadopago' | 'paypal'>
  /**
   * Whether all lines can be bought as they are.
   */
  isReady: boolean
}

export type Challenge = {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    keySignature: string
    /**
     * In seconds since 1970.
     */
    expiresAt: number
    data: {
      store: string
      at: number
    }
  }
  signature: string
}

export type OpenedOrder = {
  /**
   * Send it as `Authorization: Bearer …` to read the order.
   */
  orderToken: string
  /**
   * The page of the order at the store. It contains the token.
   */
  orderUrl: string
  paymentPageUrl: string | null
}

export type OrderItem = {
  name: string
  quantity: number
  /**
   * The game servers that deliver it.
   */
  servers: string
  picture: Picture | null
  until: string | null
  status: string
  /**
   * The status in the language of the response.
   */
  statusText: string
  tone: 'good' | 'wait' | 'bad' | null
  steps: Array<{
    key: string
    state: 'done' | 'now' | 'next'
    at: string | null
    note: string | null
  }>
  waitsFor: {
    key: string
    server: string | null
    since: string | null
    slots: number | null
  } | null
}

export type Order = {
  number: string
  state: 'open' | 'paid' | 'delivered' | 'refunded' | 'disputed' | 'abandoned'
  /**
   * Whether it is worth asking again. Ask at most every two seconds.
   */
  isChanging: boolean
  player: string
  /**
   * The number of units that have arrived.
   */
  delivered: number
  /**
   * The number of units, without those that were refunded.
   */
  count: number
  items: Array<OrderItem>
  /**
   * What is taken off the prices of the lines. `name` is that of the sale, or the code.
   */
  discounts: Array<{
    kind: 'upgrade' | 'sale' | 'code' | 'gift_card'
    name: string
    amount: Money
  }>
  total: Money
  provider: string | null
  email: string | null
  withdrawal: {
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    until: string
    amount: Money
  } | null
  subscription: {
    state: 'pending' | 'active' | 'past_due' | 'cancelling' | 'ended'
    /**
     * How often a subscription is paid: weekly, monthly, every three months or yearly. Months count from the day of the first payment; shorter months end earlier.
     */
    billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y'
    amount: Money
    paidUntil: string | null
    graceUntil: string | null
    canCancel: boolean
  } | null
}

export type GetStoreData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/store'
}

export type GetStoreResponses = {
  /**
   * The request succeeded.
   */
  200: Store
}

export type GetStoreResponse = GetStoreResponses[keyof GetStoreResponses]

export type ListCategoriesData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/categories'
}

export type ListCategoriesResponses = {
  /**
   * The request succeeded.
   */
  200: CategoryList
}

export type ListCategoriesResponse = ListCategoriesResponses[keyof ListCategoriesResponses]

export type GetCategoryData = {
  body?: never
  path: {
    slug: string
  }
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/categories/{slug}'
}

export type GetCategoryResponses = {
  /**
   * The request succeeded.
   */
  200: CategoryDetails
}

export type GetCategoryResponse = GetCategoryResponses[keyof GetCategoryResponses]

export type ListProductsData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/products'
}

export type ListProductsResponses = {
  /**
   * The request succeeded.
   */
  200: ProductList
}

export type ListProductsResponse = ListProductsResponses[keyof ListProductsResponses]

export type SearchProductsData = {
  body?: never
  path?: never
  query: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
    /**
     * The words. Case and accents do not matter.
     */
    q: string
  }
  url: '/api/storefront/1.0/search'
}

export type SearchProductsResponses = {
  /**
   * The request succeeded.
   */
  200: ProductList
}

export type SearchProductsResponse = SearchProductsResponses[keyof SearchProductsResponses]

export type GetProductData = {
  body?: never
  path: {
    slug: string
  }
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/products/{slug}'
}

export type GetProductResponses = {
  /**
   * The request succeeded.
   */
  200: ProductDetails
}

export type GetProductResponse = GetProductResponses[keyof GetProductResponses]

export type GetPageData = {
  body?: never
  path: {
    slug: string
  }
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/pages/{slug}'
}

export type GetPageResponses = {
  /**
   * The request succeeded.
   */
  200: Page
}

export type GetPageResponse = GetPageResponses[keyof GetPageResponses]

export type CreateBasketData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/baskets'
}

export type CreateBasketResponses = {
  /**
   * The request succeeded.
   */
  201: Basket
}

export type CreateBasketResponse = CreateBasketResponses[keyof CreateBasketResponses]

export type GetBasketData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket'
}

export type GetBasketResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type GetBasketResponse = GetBasketResponses[keyof GetBasketResponses]

export type AddLineData = {
  body: {
    productId: string
    variantId?: string | null
    quantity: number
    /**
     * What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.
     */
    fields?: {
      [key: string]: string | number | boolean
    }
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/lines'
}

export type AddLineResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type AddLineResponse = AddLineResponses[keyof AddLineResponses]

export type SetLineData = {
  body: {
    productId: string
    variantId?: string | null
    quantity: number
    /**
     * What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.
     */
    fields?: {
      [key: string]: string | number | boolean
    }
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/lines'
}

export type SetLineResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type SetLineResponse = SetLineResponses[keyof SetLineResponses]

export type SetCodeData = {
  body: {
    code: string | null
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/code'
}

export type SetCodeResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type SetCodeResponse = SetCodeResponses[keyof SetCodeResponses]

export type RemoveGiftCardData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/gift-card/remove'
}

export type RemoveGiftCardResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type RemoveGiftCardResponse = RemoveGiftCardResponses[keyof RemoveGiftCardResponses]

export type SetPlayerData = {
  body: {
    player: string
    recipient?: string | null
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/player'
}

export type SetPlayerResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type SetPlayerResponse = SetPlayerResponses[keyof SetPlayerResponses]

export type UseCodeData = {
  body: {
    /**
     * As the game showed it.
     */
    code: string
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/player/code'
}

export type UseCodeResponses = {
  /**
   * The request succeeded.
   */
  200: Basket
}

export type UseCodeResponse = UseCodeResponses[keyof UseCodeResponses]

export type GetChallengeData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/challenge'
}

export type GetChallengeResponses = {
  /**
   * The request succeeded.
   */
  200: Challenge
}

export type GetChallengeResponse = GetChallengeResponses[keyof GetChallengeResponses]

export type CheckOutData = {
  body: {
    provider: 'sandbox' | 'stripe' | 'mercadopago' | 'paypal'
    /**
     * The total that the buyer saw. If it has changed since, the request is refused.
     */
    totalMinor: number
    /**
     * The buyer agrees to the delivery right after payment. It must be true.
     */
    consent: boolean
    /**
     * The buyer agrees to pay the total again in each period until they cancel. It must be true if the basket contains a subscription.
     */
    renewalConsent?: boolean
    email?: string | null
    serverId?: string | null
    country?: string | null
    /**
     * The buyer does not want to be named for this order. If they have proved who they are, they are named for no order.
     */
    hideName?: boolean
    /**
     * Where the buyer is sent after paying. Its origin must be one of `returnOrigins` of the storefront.
     */
    returnUrl?: string
    /**
     * Base64 of `{"challenge":…,"solution":…}`, as the widget of ALTCHA sends it. Needed after the code `challenge_required`.
     */
    altcha?: string
  }
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/basket/checkout'
}

export type CheckOutResponses = {
  /**
   * The request succeeded.
   */
  200: OpenedOrder
}

export type CheckOutResponse = CheckOutResponses[keyof CheckOutResponses]

export type GetOrderData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/order'
}

export type GetOrderResponses = {
  /**
   * The request succeeded.
   */
  200: Order
}

export type GetOrderResponse = GetOrderResponses[keyof GetOrderResponses]

export type WithdrawOrderData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/order/withdraw'
}

export type WithdrawOrderResponses = {
  /**
   * The request succeeded.
   */
  200: Order
}

export type WithdrawOrderResponse = WithdrawOrderResponses[keyof WithdrawOrderResponses]

export type CancelOrderSubscriptionData = {
  body?: never
  path?: never
  query?: {
    /**
     * The language of texts and prices, one of `locales`. Default: what `Accept-Language` asks for.
     */
    lang?: string
  }
  url: '/api/storefront/1.0/order/cancel-subscription'
}

export type CancelOrderSubscriptionResponses = {
  /**
   * The request succeeded.
   */
  200: Order
}

export type CancelOrderSubscriptionResponse = CancelOrderSubscriptionResponses[keyof CancelOrderSubscriptionResponses]

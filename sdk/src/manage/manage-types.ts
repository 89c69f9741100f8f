// Generated from contract/openapi/manage-1.0.json by `npm run sdk:generate`. Do not edit.

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

export type Caller = {
  type: 'account' | 'operator' | 'token'
  id: string
  name: string
  email: string | null
  storeId: string | null
  scopes: Array<string> | null
}

export type CreatedSession = {
  id: string
  accountId: string
  token: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  expiresAt: string
}

export type SignInResult = {
  session: CreatedSession | null
  challenge: string | null
}

export type PasswordResetPreview = {
  passkeys: Array<{
    name: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
  }>
  secondFactorAddedAt: string | null
  providers: Array<{
    provider: 'discord' | 'github'
    name: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    connectedAt: string
  }>
  tokens: Array<{
    name: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
  }>
}

export type Account = {
  id: string
  email: string
  name: string
  /**
   * The account can open every store of the platform.
   */
  isOperator: boolean
  hasPassword: boolean
  totpEnabledAt: string | null
  remainingRecoveryCodes: number
  passkeyCount: number
  /**
   * Alerts about what other members change, which you do not get by e-mail. E-mails about money, about your own changes and about your account are always sent.
   */
  mutedAlerts: Array<'commands_changed' | 'token_created'>
  providers: Array<{
    provider: 'discord' | 'github'
    name: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    connectedAt: string
  }>
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * You authenticated within the last ten minutes. Sensitive changes require it.
   */
  isRecentlyAuthenticated: boolean
}

export type Session = {
  id: string
  /**
   * The session that sent this request.
   */
  isCurrent: boolean
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  lastSeenAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  expiresAt: string
  ipAddress: string | null
  userAgent: string | null
}

export type SessionPage = {
  items: Array<Session>
  nextCursor: string | null
}

export type TotpSecret = {
  challenge: string
  /**
   * The secret in base32, to enter into an authenticator app.
   */
  secret: string
  /**
   * The secret as an `otpauth` URI, to show as a QR code.
   */
  uri: string
}

export type RecoveryCodes = {
  /**
   * Returned once. Each code replaces one code from the authenticator app.
   */
  codes: Array<string>
}

export type Passkey = {
  id: string
  name: string
  /**
   * The passkey is synchronised to other devices of the account holder.
   */
  isBackedUp: boolean
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  lastUsedAt: string | null
}

export type PasskeyList = {
  items: Array<Passkey>
}

export type PasskeyOptions = {
  /**
   * Pass it as `publicKey` to `navigator.credentials`.
   */
  options: {
    [key: string]: unknown
  }
}

export type CreatedPasskey = {
  id: string
}

export type SignInProviderList = {
  items: Array<{
    provider: 'discord' | 'github'
    label: string
  }>
}

export type SignInRedirect = {
  /**
   * Send the browser to this URL.
   */
  url: string
  /**
   * Keep it in this browser, and send it with the `state` and `code` that the provider returns.
   */
  ticket: string
}

export type StoreSummary = {
  id: string
  name: string
  /**
   * The host name of the store.
   */
  url: string
  plan: string
  expiresAt: string | null
  currency: string
  mode: 'live' | 'test'
  role: 'owner' | 'manager' | 'support' | 'viewer' | null
}

export type StorePage = {
  items: Array<StoreSummary>
  nextCursor: string | null
}

export type PlanList = {
  items: Array<{
    plan: string
    /**
     * The number of stores on this plan.
     */
    stores: number
    /**
     * The number of stores whose subscription has expired.
     */
    expiredStores: number
  }>
}

export type Store = {
  id: string
  name: string
  /**
   * The host name of the store.
   */
  url: string
  plan: string
  expiresAt: string | null
  currency: string
  mode: 'live' | 'test'
  defaultServerId: string | null
  /**
   * Members without an authenticator app get 403 `second_factor_required` until they have set one up. API tokens are not affected.
   */
  requiresSecondFactor: boolean
  /**
   * The tax that prices include, by the country of the buyer. Without rates, buyers are not asked for their country. The store is the seller and owes the tax.
   */
  taxRates: Array<{
    country: string
    /**
     * In basis points: 1900 is 19 %.
     */
    rate: number
  }>
  /**
   * How many days a subscriber keeps the goods after a renewal failed, unless the product says otherwise. Existing subscriptions keep theirs.
   */
  graceDays: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type StoreDetails = {
  id: string
  name: string
  /**
   * The host name of the store.
   */
  url: string
  plan: string
  expiresAt: string | null
  currency: string
  mode: 'live' | 'test'
  defaultServerId: string | null
  /**
   * Members without an authenticator app get 403 `second_factor_required` until they have set one up. API tokens are not affected.
   */
  requiresSecondFactor: boolean
  /**
   * The tax that prices include, by the country of the buyer. Without rates, buyers are not asked for their country. The store is the seller and owes the tax.
   */
  taxRates: Array<{
    country: string
    /**
     * In basis points: 1900 is 19 %.
     */
    rate: number
  }>
  /**
   * How many days a subscriber keeps the goods after a renewal failed, unless the product says otherwise. Existing subscriptions keep theirs.
   */
  graceDays: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
  /**
   * The address that game servers connect to.
   */
  gamesUrl: string
  /**
   * What the caller may do in this store.
   */
  permissions: Array<
    | 'store:read'
    | 'store:write'
    | 'store:plan'
    | 'servers:read'
    | 'servers:write'
    | 'catalog:read'
    | 'catalog:write'
    | 'commands:write'
    | 'checkouts:read'
    | 'checkouts:write'
    | 'deliveries:read'
    | 'deliveries:write'
    | 'redeliveries:write'
    | 'players:read'
    | 'players:write'
    | 'players:erase'
    | 'webhooks:read'
    | 'webhooks:write'
    | 'payments:read'
    | 'payments:write'
    | 'statistics:read'
    | 'audit:read'
    | 'members:read'
    | 'members:write'
    | 'tokens:read'
    | 'tokens:write'
  >
}

export type StoreClock = {
  /**
   * The current time of the test store.
   */
  now: string
}

export type GameServer = {
  id: string
  name: string
  game: string | null
  profile: 'standard' | 'fivem' | 'mta'
  /**
   * Products that name no server are delivered to this one.
   */
  isDefault: boolean
  port: number | null
  registeredFrom: string | null
  /**
   * IP addresses and CIDR ranges from which the keys of this server are accepted. Empty: any address.
   */
  allowedAddresses: Array<string>
  lastSeenAt: string | null
  /**
   * The number of deliveries in the queue of the server.
   */
  pendingDeliveries: number
  keys: Array<{
    id: string
    /**
     * The last characters of the key.
     */
    hint: string
    source: 'issued' | 'imported'
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
    revokedAt: string | null
    /**
     * The addresses that used the key, most recent first. The times are approximate.
     */
    usedFrom: Array<{
      /**
       * An IPv4 address, or the /64 network of an IPv6 address.
       */
      ipAddress: string
      /**
       * UTC, in the form 2026-11-15T12:00:00.000Z.
       */
      firstSeenAt: string
      /**
       * UTC, in the form 2026-11-15T12:00:00.000Z.
       */
      lastSeenAt: string
      rejectedAt: string | null
    }>
  }>
  /**
   * Keys that are used from two addresses, or were used from an address that is not allowed.
   */
  warnings: Array<{
    code: 'concurrent_use' | 'address_rejected'
    message: string
    keyId: string
    /**
     * An IPv4 address, or the /64 network of an IPv6 address.
     */
    ipAddress: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    detectedAt: string
  }>
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type GameServerPage = {
  items: Array<GameServer>
  nextCursor: string | null
}

export type CreatedServer = {
  id: string
  keyId: string
  /**
   * The server key. It is returned only once.
   */
  key: string
  /**
   * The number of deliveries that had no server and are now in the queue of this one.
   */
  takenOverDeliveries: number
}

export type CreatedServerKey = {
  id: string
  /**
   * The server key. It is returned only once.
   */
  key: string
}

export type ImportedServerKey = {
  id: string
}

export type RevokedServerKeys = {
  keyIds: Array<string>
}

export type Category = {
  id: string
  name: string
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  /**
   * Markdown. HTML is shown as text, and pictures are left out.
   */
  description: string
  /**
   * The storefront sorts by position, lowest first. Equal positions are sorted by age.
   */
  position: number
  picture: string | null
  /**
   * A table that compares the products of the category: a row has a value for each product.
   */
  comparison: Array<{
    label: string
    values: Array<{
      productId: string
      value: string
    }>
  }>
  /**
   * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
   */
  translations: {
    'pt-BR'?: {
      name?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * A table that compares the products of the category: a row has a value for each product.
       */
      comparison?: Array<{
        label: string
        values: Array<{
          productId: string
          value: string
        }>
      }>
    }
    en?: {
      name?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * A table that compares the products of the category: a row has a value for each product.
       */
      comparison?: Array<{
        label: string
        values: Array<{
          productId: string
          value: string
        }>
      }>
    }
    es?: {
      name?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * A table that compares the products of the category: a row has a value for each product.
       */
      comparison?: Array<{
        label: string
        values: Array<{
          productId: string
          value: string
        }>
      }>
    }
  }
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type CategoryPage = {
  items: Array<Category>
  nextCursor: string | null
}

export type DeletedCategory = {
  /**
   * The number of products that were in the category.
   */
  uncategorizedProducts: number
}

export type TierGroup = {
  id: string
  name: string
  /**
   * `full`: an upgrade credits all that was paid for lower tiers. `remaining_time`: only the part for the time that remains.
   */
  credit: 'full' | 'remaining_time'
  /**
   * The products, lowest tier first. A product is in one group at most.
   */
  productIds: Array<string>
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type TierGroupList = {
  items: Array<TierGroup>
}

export type Product = {
  id: string
  name: string
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  /**
   * One line.
   */
  summary: string
  /**
   * Markdown. HTML is shown as text, and pictures are left out.
   */
  description: string
  /**
   * The storefront sorts by position, lowest first. Equal positions are sorted by age.
   */
  position: number
  /**
   * `unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.
   */
  visibility: 'public' | 'unlisted' | 'hidden'
  /**
   * In this order. The first one is shown in lists.
   */
  pictures: Array<{
    /**
     * The hash of a picture of the store.
     */
    hash: string
    /**
     * What the picture shows, for people who do not see it.
     */
    alt: string
  }>
  /**
   * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
   */
  translations: {
    'pt-BR'?: {
      name?: string
      /**
       * One line.
       */
      summary?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
    }
    en?: {
      name?: string
      /**
       * One line.
       */
      summary?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
    }
    es?: {
      name?: string
      /**
       * One line.
       */
      summary?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
    }
  }
  /**
   * In minor units of the store's currency.
   */
  priceMinor: number
  currency: string
  categoryId: string | null
  commands: {
    /**
     * Run when the product is paid. A product needs at least one, unless it is a gift card.
     */
    approve: Array<string>
    /**
     * Run when the product is refunded.
     */
    refund: Array<string>
    /**
     * Run when the product expires.
     */
    expire: Array<string>
  }
  /**
   * How long the player owns the product. Null: for ever.
   */
  durationSeconds: number | null
  /**
   * Forms of the product with a price and a duration of their own, in order. If there are any, a sale names one of them, and the price and duration of the product are not used. All variants give the same entitlement.
   */
  variants: Array<{
    id: string
    name: string
    /**
     * In minor units of the store's currency.
     */
    priceMinor: number
    /**
     * How long the player owns the product. Null: for ever.
     */
    durationSeconds: number | null
    billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations: {
      'pt-BR'?: {
        name?: string
      }
      en?: {
        name?: string
      }
      es?: {
        name?: string
      }
    }
  }>
  /**
   * What the buyer is asked for, in order.
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
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations: {
        'pt-BR'?: {
          label?: string
        }
        en?: {
          label?: string
        }
        es?: {
          label?: string
        }
      }
    }>
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations: {
      'pt-BR'?: {
        label?: string
        /**
         * One line below the field.
         */
        hint?: string
      }
      en?: {
        label?: string
        /**
         * One line below the field.
         */
        hint?: string
      }
      es?: {
        label?: string
        /**
         * One line below the field.
         */
        hint?: string
      }
    }
  }>
  /**
   * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
   */
  rebuy: 'extend' | 'independent'
  /**
   * Each unit is a gift card that is worth its price. It has no commands. Nothing reduces its price.
   */
  isGiftCard: boolean
  /**
   * The game servers that deliver the product. Empty: the default server.
   */
  serverIds: Array<string>
  /**
   * The buyer chooses one of `serverIds`, or any server of the store if `serverIds` is empty.
   */
  buyerChoosesServer: boolean
  /**
   * The number of units that can still be sold. Null: unlimited. Negative if a checkout was paid after it had been abandoned.
   */
  stock: number | null
  /**
   * The number of units that one player can own. Null: unlimited.
   */
  maxPerPlayer: number | null
  /**
   * A product with a billing period is sold as a subscription, and its duration is not used.
   */
  billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
  /**
   * Null: as the store says.
   */
  graceDays: number | null
  /**
   * Every renewal of a subscription runs the approve commands. Otherwise only the first payment does, because the player still has the goods.
   */
  renewalCommands: boolean
  /**
   * The conditions that a delivery waits for.
   */
  conditions: {
    /**
     * The commands only run while the player is online.
     */
    requiresOnline: boolean
    /**
     * Wait this long after the player joins.
     */
    delaySeconds: number
    /**
     * The player needs this many free slots.
     */
    freeSlots: number
    /**
     * The commands have the same effect if they run twice.
     */
    repeatable: boolean
  }
  /**
   * Likely mistakes in the product. Warnings do not prevent a sale.
   */
  warnings: Array<{
    code: string
    message: string
    /**
     * The command that the warning is about.
     */
    command?: string
  }>
  archivedAt: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type ProductPage = {
  items: Array<Product>
  nextCursor: string | null
}

export type Sale = {
  id: string
  name: string
  /**
   * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
   */
  translations: {
    'pt-BR'?: {
      name?: string
    }
    en?: {
      name?: string
    }
    es?: {
      name?: string
    }
  }
  discount: {
    basisPoints: number | null
    amountMinor: number | null
  }
  scope: {
    productIds: Array<string>
    categoryIds: Array<string>
  } | null
  startsAt: string | null
  endsAt: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type SalePage = {
  items: Array<Sale>
  nextCursor: string | null
}

export type PricePreview = {
  currency: string
  /**
   * Why it cannot be bought. Then there are no lines.
   */
  refusals: Array<{
    reason: string
    lineNo: number | null
  }>
  lines: Array<{
    lineNo: number
    productId: string
    variantId: string | null
    name: string
    quantity: number
    saleId: string | null
    /**
     * The price of the catalog times the quantity.
     */
    listMinor: number
    /**
     * In minor units of the currency.
     */
    upgradeCreditMinor: number
    /**
     * In minor units of the currency.
     */
    saleMinor: number
    /**
     * What the coupon or the code of a creator takes off.
     */
    codeMinor: number
    /**
     * In minor units of the currency.
     */
    giftCardMinor: number
    /**
     * What is paid with money.
     */
    paidMinor: number
    /**
     * Contained in what is paid.
     */
    taxMinor: number
    /**
     * What the creator gets of it.
     */
    creatorShareMinor: number
  }>
  total: {
    /**
     * The price of the catalog times the quantity.
     */
    listMinor: number
    /**
     * In minor units of the currency.
     */
    upgradeCreditMinor: number
    /**
     * In minor units of the currency.
     */
    saleMinor: number
    /**
     * What the coupon or the code of a creator takes off.
     */
    codeMinor: number
    /**
     * In minor units of the currency.
     */
    giftCardMinor: number
    /**
     * What is paid with money.
     */
    paidMinor: number
    /**
     * Contained in what is paid.
     */
    taxMinor: number
    /**
     * What the creator gets of it.
     */
    creatorShareMinor: number
  }
}

export type Coupon = {
  id: string
  /**
   * Case, spaces and Unicode forms do not matter.
   */
  code: string
  /**
   * For the staff of the store.
   */
  note: string
  discount: {
    basisPoints: number | null
    amountMinor: number | null
  }
  scope: {
    productIds: Array<string>
    categoryIds: Array<string>
  } | null
  startsAt: string | null
  endsAt: string | null
  /**
   * The items must cost at least this much, after sales.
   */
  minimumMinor: number
  maxUses: number | null
  maxUsesPerPlayer: number | null
  /**
   * Whether it reduces the first period of a subscription only, or all of them.
   */
  periods: 'first' | 'all'
  /**
   * The checkouts with this code that are open or were paid.
   */
  uses: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type CouponPage = {
  items: Array<Coupon>
  nextCursor: string | null
}

export type Creator = {
  id: string
  name: string
  /**
   * Case, spaces and Unicode forms do not matter.
   */
  code: string
  /**
   * The part of what is paid for a line that the creator gets: 500 is 5 %.
   */
  shareBasisPoints: number
  discount: {
    basisPoints: number | null
    amountMinor: number | null
  }
  scope: {
    productIds: Array<string>
    categoryIds: Array<string>
  } | null
  startsAt: string | null
  endsAt: string | null
  /**
   * The items must cost at least this much, after sales.
   */
  minimumMinor: number
  maxUses: number | null
  maxUsesPerPlayer: number | null
  /**
   * Whether it reduces the first period of a subscription only, or all of them.
   */
  periods: 'first' | 'all'
  /**
   * The checkouts with this code that are open or were paid.
   */
  uses: number
  /**
   * The shares of paid lines, without refunded and lost ones.
   */
  earnedMinor: number
  /**
   * The sum of the recorded payouts.
   */
  paidOutMinor: number
  /**
   * What the creator has earned and not got yet. Negative if a refund came after the payout.
   */
  balanceMinor: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type CreatorPage = {
  items: Array<Creator>
  nextCursor: string | null
}

export type CreatorEntry = {
  id: string
  /**
   * `share`: earned by a paid line. `reversal`: its refund or lost dispute. `payout`: you paid the creator.
   */
  kind: 'share' | 'reversal' | 'payout'
  /**
   * Negative for reversals and payouts.
   */
  amountMinor: number
  checkoutId: string | null
  lineNo: number | null
  note: string
  createdBy: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type CreatorEntryPage = {
  items: Array<CreatorEntry>
  nextCursor: string | null
}

export type Storefront = {
  /**
   * The languages of the storefront, the default language first.
   */
  locales: Array<'pt-BR' | 'en' | 'es'>
  timeZone: string
  /**
   * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
   */
  translations: {
    'pt-BR'?: {
      title?: string
      tagline?: string
      /**
       * Who sells, such as a company with its address.
       */
      seller?: string
      /**
       * An e-mail address or a link.
       */
      support?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      terms?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      privacy?: string
      /**
       * Shown while the storefront is closed.
       */
      closedMessage?: string
    }
    en?: {
      title?: string
      tagline?: string
      /**
       * Who sells, such as a company with its address.
       */
      seller?: string
      /**
       * An e-mail address or a link.
       */
      support?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      terms?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      privacy?: string
      /**
       * Shown while the storefront is closed.
       */
      closedMessage?: string
    }
    es?: {
      title?: string
      tagline?: string
      /**
       * Who sells, such as a company with its address.
       */
      seller?: string
      /**
       * An e-mail address or a link.
       */
      support?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      terms?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      privacy?: string
      /**
       * Shown while the storefront is closed.
       */
      closedMessage?: string
    }
  }
  /**
   * The built-in theme. It also renders what your own theme cannot.
   */
  theme: string
  /**
   * The settings of the theme, at most 16 KB of JSON. With a theme of your own, those that it declares.
   */
  themeSettings: {
    [key: string]: unknown
  }
  logo: string | null
  banner: string | null
  /**
   * A closed storefront shows `closedMessage` and sells nothing.
   */
  isOpen: boolean
  showRecentPurchases: boolean
  showTopSupporter: boolean
  /**
   * Whether pages also show how much the top supporter has paid.
   */
  showSupporterAmount: boolean
  showServerStatus: boolean
  joinAddress: string | null
  /**
   * The websites to which the storefront API can send buyers back after they paid.
   */
  returnOrigins: Array<string>
  /**
   * How visitors say or prove who they are. `name` and `minecraft` are typed, the others are proved. Without a typed one, the store sells only to players who have proved who they are. Empty: it follows from the game of the default server.
   */
  identityProviders: Array<'name' | 'minecraft' | 'steam' | 'discord' | 'code'>
  goal: {
    title: string
    /**
     * In minor units of the currency.
     */
    amountMinor: number
    startsOn: string | null
    endsOn: string | null
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations: {
      'pt-BR'?: {
        title?: string
      }
      en?: {
        title?: string
      }
      es?: {
        title?: string
      }
    }
  } | null
  themeVersion: number | null
  /**
   * In the default language. An empty text is not shown.
   */
  texts: {
    title: string
    tagline: string
    /**
     * Who sells, such as a company with its address.
     */
    seller: string
    /**
     * An e-mail address or a link.
     */
    support: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    terms: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    privacy: string
    /**
     * Shown while the storefront is closed.
     */
    closedMessage: string
  }
  /**
   * Grows with every change of what a page of the store shows, also of products, categories and hosts.
   */
  revision: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type StorefrontPreview = {
  /**
   * Everybody who has this address can open the preview.
   */
  url: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  expiresAt: string
}

export type StorefrontPage = {
  /**
   * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
   */
  slug: string
  title: string
  /**
   * Markdown. HTML is shown as text, and pictures are left out.
   */
  body: string
  /**
   * The storefront sorts by position, lowest first. Equal positions are sorted by age.
   */
  position: number
  /**
   * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
   */
  translations: {
    'pt-BR'?: {
      title?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      body?: string
    }
    en?: {
      title?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      body?: string
    }
    es?: {
      title?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      body?: string
    }
  }
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  updatedAt: string
}

export type StorefrontPageList = {
  items: Array<StorefrontPage>
}

export type StorefrontText = {
  key: string
  /**
   * Our text.
   */
  text: string
  override: string | null
}

export type StorefrontTexts = {
  locale: string
  texts: Array<StorefrontText>
}

export type IdentityProvider = {
  /**
   * The name of a service that signs players in.
   */
  name: string
  isConnected: boolean
  connectedAt: string | null
  clientId: string | null
  /**
   * Register this path on every host of the store as a redirect in the application.
   */
  redirectPath: string
}

export type IdentityProviderList = {
  items: Array<IdentityProvider>
}

export type CheckoutSummary = {
  id: string
  state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  reference: string | null
  currency: string
  /**
   * In minor units of the currency.
   */
  totalMinor: number
  lineCount: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
  disputedAt: string | null
  importedFrom: string | null
  /**
   * The number of deliveries by state.
   */
  deliveryCounts: {
    /**
     * Deliveries in the queue of a game server.
     */
    pending: number
    /**
     * Deliveries that ran.
     */
    processed: number
    /**
     * Deliveries that wait for a decision of the staff.
     */
    held: number
  }
}

export type CheckoutPage = {
  items: Array<CheckoutSummary>
  nextCursor: string | null
}

export type ManualSale = {
  id: string
  deliveryIds: Array<string>
}

export type RefundResult = {
  checkoutId: string
  /**
   * The lines that this request refunded. Empty if they had been refunded before.
   */
  lines: Array<number>
  /**
   * Deliveries that were removed from the queue.
   */
  cancelledDeliveryIds: Array<string>
  /**
   * New deliveries that revoke the goods in the game.
   */
  deliveryIds: Array<string>
}

export type OpenedCheckout = {
  id: string
  /**
   * In minor units of the currency.
   */
  totalMinor: number
  paymentPageUrl: string | null
}

export type Delivery = {
  id: string
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  products: Array<{
    id: string
    name: string
    /**
     * The price of one unit as a decimal, as game servers receive it.
     */
    price: number
    quantity: number
    commands: Array<string>
  }>
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
  failedAttemptCount: number
  /**
   * The number of commands that ran, if the delivery is not finished.
   */
  commandsRun: number
  retryAt: string | null
  holdReason: 'failed' | 'uncertain' | 'withdrawn' | null
  receipt: string | null
  cancelledBy: 'refund' | 'staff' | null
  lateReportAt: string | null
  resendOf: string | null
  failedAttempts: Array<{
    attempt: number
    outcome: 'failed' | 'uncertain'
    commandsRun: number
    reason: string
    output: string | null
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    reportedAt: string
  }>
}

export type Checkout = {
  id: string
  state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  reference: string | null
  code: {
    id: string
    code: string
    creator: string | null
  } | null
  currency: string
  /**
   * In minor units of the currency.
   */
  totalMinor: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
  disputedAt: string | null
  importedFrom: string | null
  subscriptionId: string | null
  renewalOf: string | null
  /**
   * The lines as they were at the time of sale.
   */
  lines: Array<{
    lineNo: number
    productId: string
    name: string
    variantId: string | null
    variantName: string | null
    /**
     * What the buyer entered.
     */
    fields: Array<{
      name: string
      label: string
      /**
       * `player` is the id of another player, `discord` that of a Discord account. Numbers are whole.
       */
      type: 'text' | 'number' | 'choice' | 'boolean' | 'player' | 'discord'
      value: string
    }>
    /**
     * The price of one unit, before everything that reduces it.
     */
    priceMinor: number
    quantity: number
    /**
     * What the player had paid for lower ranks.
     */
    upgradeCreditMinor: number
    /**
     * Taken off by a sale.
     */
    saleMinor: number
    saleId: string | null
    /**
     * Taken off by a coupon or a creator's code.
     */
    codeMinor: number
    /**
     * Paid with a gift card. A refund returns it to the card.
     */
    giftCardMinor: number
    /**
     * Paid with money, for all units. A refund returns it through the payment provider.
     */
    paidMinor: number
    /**
     * The tax that is contained in what was paid with money and with the gift card.
     */
    taxMinor: number
    /**
     * What the creator gets of it.
     */
    creatorShareMinor: number
    commands: {
      approve: Array<string>
      refund: Array<string>
      expire: Array<string>
    }
    durationSeconds: number | null
    /**
     * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
     */
    rebuy: 'extend' | 'independent'
    serverIds: Array<string>
    /**
     * Its commands run only while the player is in the game.
     */
    requiresOnline: boolean
    /**
     * Each unit is a gift card.
     */
    isGiftCard: boolean
    refundedAt: string | null
  }>
  paidWithGiftCard: {
    id: string
    hint: string | null
  } | null
  /**
   * The gift cards that were bought.
   */
  soldGiftCards: Array<{
    id: string
    lineNo: number
    hint: string | null
    state: 'active' | 'used_up' | 'expired' | 'void'
    /**
     * What it was issued with.
     */
    valueMinor: number
  }>
  payment: {
    provider: string
    /**
     * In minor units of the currency.
     */
    amountMinor: number
    providerPageId: string | null
    providerPaymentId: string | null
    /**
     * In minor units of the currency.
     */
    refundedMinor: number
    dispute: 'none' | 'open' | 'won' | 'lost'
    /**
     * The payment page can no longer be paid.
     */
    isClosed: boolean
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
    /**
     * When the payment page expires.
     */
    expiresAt: string
  } | null
  refunds: Array<{
    id: string
    lines: Array<number>
    /**
     * In minor units of the currency.
     */
    amountMinor: number
    state: 'requested' | 'done' | 'failed'
    error: string | null
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    requestedAt: string
    finishedAt: string | null
  }>
  /**
   * Newest first.
   */
  deliveries: Array<Delivery>
  entitlements: Array<{
    id: string
    lineNo: number
    productId: string
    /**
     * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
     */
    rebuy: 'extend' | 'independent'
    serverIds: Array<string>
    until: string | null
    endedAt: string | null
    endedBy: 'refund' | 'expiry' | null
    revokedAt: string | null
  }>
  events: Array<{
    id: string
    type: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
  }>
}

export type RefundPreview = {
  checkoutId: string
  /**
   * The money that is returned: the sum of `lines`.
   */
  amountMinor: number
  /**
   * What is returned to the gift card: the sum of `lines`.
   */
  giftCardMinor: number
  /**
   * The lines that would be refunded. Lines that were refunded before are left out.
   */
  lines: Array<{
    lineNo: number
    /**
     * In minor units of the currency.
     */
    amountMinor: number
    /**
     * In minor units of the currency.
     */
    giftCardMinor: number
    /**
     * `revoked`: commands revoke it in the game, or it is a gift card and becomes void. `withdrawn`: no game server has it, so it leaves the queue. `still_owned`: another purchase grants it. `already_ended`: it expired, or a dispute revoked it. `not_revocable`: the product has no command that revokes it.
     */
    outcome: 'revoked' | 'withdrawn' | 'still_owned' | 'already_ended' | 'not_revocable'
  }>
  /**
   * What game servers would run.
   */
  commands: Array<{
    type: 'APPROVE' | 'REFUND' | 'EXPIRE'
    serverId: string | null
    productId: string
    commands: Array<string>
  }>
}

export type DisputeEvidence = {
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  store: {
    id: string
    name: string
    url: string
  }
  purchase: {
    id: string
    reference: string | null
    /**
     * The player's id in the game.
     */
    player: string
    state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    currency: string
    /**
     * A decimal, because people read the evidence.
     */
    total: number
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    openedAt: string
    paidAt: string | null
    disputedAt: string | null
    refundedAt: string | null
    lines: Array<{
      name: string
      quantity: number
      price: number
      /**
       * With money, for all units.
       */
      paid: number
      durationSeconds: number | null
      requiresOnline: boolean
      refundedAt: string | null
    }>
  }
  payment: {
    provider: string
    reference: string | null
    amount: number
    refunded: number
    dispute: string
  } | null
  deliveries: Array<{
    id: string
    type: 'purchase' | 'refund' | 'expiry'
    state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
    server: string | null
    products: Array<string>
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    queuedAt: string
    dispatchedAt: string | null
    finishedAt: string | null
    receipt: string | null
    failedAttempts: Array<{
      /**
       * UTC, in the form 2026-11-15T12:00:00.000Z.
       */
      at: string
      outcome: string
      reason: string
    }>
  }>
  refunds: Array<{
    amount: number
    state: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    requestedAt: string
    finishedAt: string | null
  }>
  /**
   * Earlier purchases of the same player that were neither refunded nor disputed.
   */
  earlierPurchases: {
    count: number
    hasMore: boolean
    firstPaidAt: string | null
    lastPaidAt: Array<string>
  }
  /**
   * The evidence as plain text, ready to submit to the bank.
   */
  text: string
}

export type GiftCardSummary = {
  id: string
  hint: string | null
  state: 'active' | 'used_up' | 'expired' | 'void'
  currency: string
  /**
   * What the card was issued with.
   */
  valueMinor: number
  /**
   * What is left: the sum of its ledger. Open checkouts have already taken their part.
   */
  balanceMinor: number
  note: string
  soldInCheckoutId: string | null
  expiresAt: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type GiftCardPage = {
  items: Array<GiftCardSummary>
  nextCursor: string | null
}

export type IssuedGiftCard = {
  id: string
  /**
   * The code. It is returned only once.
   */
  code: string
}

export type GiftCard = {
  id: string
  hint: string | null
  state: 'active' | 'used_up' | 'expired' | 'void'
  currency: string
  /**
   * What the card was issued with.
   */
  valueMinor: number
  /**
   * What is left: the sum of its ledger. Open checkouts have already taken their part.
   */
  balanceMinor: number
  note: string
  soldInCheckoutId: string | null
  expiresAt: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * The ledger, newest first; at most 500 entries.
   */
  entries: Array<{
    entryNo: number
    /**
     * `spent`: a checkout was opened with the card. `released`: that checkout was abandoned. `refunded`: a line that the card paid for was refunded. `restored`: the card was void while a refund of it was tried, which the payment provider refused.
     */
    kind: 'issued' | 'spent' | 'released' | 'refunded' | 'adjusted' | 'voided' | 'restored'
    /**
     * Negative if it takes from the balance.
     */
    amountMinor: number
    /**
     * The balance after this entry.
     */
    balanceMinor: number
    /**
     * What the card lacked for a checkout that was paid after it had been abandoned.
     */
    shortMinor: number
    checkoutId: string | null
    lineNo: number | null
    note: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    at: string
  }>
}

export type DeliverySummary = {
  id: string
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  products: Array<{
    id: string
    name: string
    /**
     * The price of one unit as a decimal, as game servers receive it.
     */
    price: number
    quantity: number
    commands: Array<string>
  }>
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
  failedAttemptCount: number
  /**
   * The number of commands that ran, if the delivery is not finished.
   */
  commandsRun: number
  retryAt: string | null
  holdReason: 'failed' | 'uncertain' | 'withdrawn' | null
  receipt: string | null
  cancelledBy: 'refund' | 'staff' | null
  lateReportAt: string | null
  resendOf: string | null
}

export type DeliveryPage = {
  items: Array<DeliverySummary>
  nextCursor: string | null
}

export type CancelledDelivery = {
  id: string
  /**
   * The delivery had been sent to a game server, which may still run it.
   */
  wasDispatched: boolean
}

export type ResentDelivery = {
  id: string
  /**
   * The finished delivery that this one repeats.
   */
  resendOf: string
}

export type DeliveryResolution = {
  id: string
  state: 'processed' | 'pending'
}

export type DeadLetter = {
  id: string
  reason:
    | 'failed'
    | 'uncertain'
    | 'withdrawn'
    | 'reported_late'
    | 'reported_twice'
    | 'unreadable_id'
    | 'no_server'
    | 'never_fetched'
    | 'server_silent'
    | 'player_away'
    | 'not_reported'
  /**
   * Why the delivery does not arrive.
   */
  explanation: string
  /**
   * A suggestion for the staff.
   */
  advice: string
  /**
   * The operations on deliveries that help.
   */
  actions: Array<'resolve' | 'cancel'>
  /**
   * Since when the delivery has been a dead letter.
   */
  since: string
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  serverName: string | null
  productNames: Array<string>
  /**
   * All commands of the delivery, with `{userId}` for the player.
   */
  commands: Array<string>
  failedAttemptCount: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type DeadLetterPage = {
  items: Array<DeadLetter>
  nextCursor: string | null
}

export type RedeliveryCounts = {
  /**
   * The number of deliveries that are enqueued.
   */
  deliveries: number
  entitlements: number | null
  players: number | null
  /**
   * The number of goods that are not sent, by reason.
   */
  skipped: {
    /**
     * The delivery is still in the queue.
     */
    waiting: number
    /**
     * Delivered after the wipe.
     */
    delivered: number
    /**
     * Cancelled by the staff.
     */
    cancelled: number
    refunded: number
    expired: number
  }
  /**
   * The same numbers by product and server.
   */
  breakdown: Array<{
    productId: string
    serverId: string
    outcome: 'sent' | 'waiting' | 'delivered' | 'cancelled' | 'refunded' | 'expired'
    count: number
  }>
}

export type Redelivery = {
  id: string
  state: 'running' | 'done' | 'stopped'
  selection: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * Purchased at or after this time.
     */
    purchasedFrom?: string
    /**
     * Purchased before this time.
     */
    purchasedUntil?: string
    /**
     * When the server was wiped. Goods that were delivered later are not sent again. Default: now.
     */
    wipedAt?: string
  }
  createdBy: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  finishedAt: string | null
  counts: RedeliveryCounts
}

export type RedeliverySummary = {
  id: string
  state: 'running' | 'done' | 'stopped'
  selection: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * Purchased at or after this time.
     */
    purchasedFrom?: string
    /**
     * Purchased before this time.
     */
    purchasedUntil?: string
    /**
     * When the server was wiped. Goods that were delivered later are not sent again. Default: now.
     */
    wipedAt?: string
  }
  createdBy: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  finishedAt: string | null
}

export type RedeliveryPage = {
  items: Array<RedeliverySummary>
  nextCursor: string | null
}

export type Subscription = {
  id: string
  /**
   * `pending`: the first order is not paid yet. `past_due`: a renewal was not paid, and the grace period runs. `cancelling`: it ends at `paidUntil`.
   */
  state: 'pending' | 'active' | 'past_due' | 'cancelling' | 'ended'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  productId: string
  /**
   * Product and variant at the time of sale.
   */
  name: string
  checkoutId: string
  provider: string
  /**
   * How often a subscription is paid: weekly, monthly, every three months or yearly. Months count from the day of the first payment; shorter months end earlier.
   */
  billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y'
  /**
   * What one period costs. It never changes.
   */
  amountMinor: number
  currency: string
  paidUntil: string | null
  graceDays: number
  cancelledAt: string | null
  cancelledBy: 'buyer' | 'staff' | 'provider' | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type SubscriptionPage = {
  items: Array<Subscription>
  nextCursor: string | null
}

export type SubscriptionDetails = {
  id: string
  /**
   * `pending`: the first order is not paid yet. `past_due`: a renewal was not paid, and the grace period runs. `cancelling`: it ends at `paidUntil`.
   */
  state: 'pending' | 'active' | 'past_due' | 'cancelling' | 'ended'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  productId: string
  /**
   * Product and variant at the time of sale.
   */
  name: string
  checkoutId: string
  provider: string
  /**
   * How often a subscription is paid: weekly, monthly, every three months or yearly. Months count from the day of the first payment; shorter months end earlier.
   */
  billingPeriod: 'P1W' | 'P1M' | 'P3M' | 'P1Y'
  /**
   * What one period costs. It never changes.
   */
  amountMinor: number
  currency: string
  paidUntil: string | null
  graceDays: number
  cancelledAt: string | null
  cancelledBy: 'buyer' | 'staff' | 'provider' | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * The newest 100 periods, newest first.
   */
  orders: Array<{
    /**
     * The first period is 0.
     */
    periodNo: number
    checkoutId: string | null
    state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned' | null
    /**
     * The provider could not charge it at least once.
     */
    failed: boolean
    paidAt: string | null
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    startsAt: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    endsAt: string
  }>
}

export type Entitlement = {
  id: string
  productId: string
  productName: string
  /**
   * The player's id in the game.
   */
  gameUserId: string
  /**
   * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
   */
  rebuy: 'extend' | 'independent'
  serverId: string | null
  until: string | null
  endedAt: string | null
  endedBy: 'refund' | 'expiry' | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type EntitlementPage = {
  items: Array<Entitlement>
  nextCursor: string | null
}

export type PlayerSummary = {
  /**
   * The player's id in the game.
   */
  gameUserId: string
  firstSeenAt: string | null
  lastPaidAt: string | null
  paidCheckouts: number
  /**
   * One entry for each currency.
   */
  totals: Array<{
    currency: string
    /**
     * In minor units of the currency.
     */
    paidMinor: number
    /**
     * In minor units of the currency.
     */
    refundedMinor: number
  }>
  /**
   * The player has more checkouts than these numbers include.
   */
  isPartial: boolean
  isBanned: boolean
}

export type PlayerPage = {
  items: Array<PlayerSummary>
  nextCursor: string | null
}

export type Ban = {
  /**
   * The player's id in the game.
   */
  gameUserId: string
  reason: string
  until: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  createdBy: string
  liftedAt: string | null
  isActive: boolean
}

export type Player = {
  /**
   * The player's id in the game.
   */
  gameUserId: string
  firstSeenAt: string | null
  lastPaidAt: string | null
  paidCheckouts: number
  /**
   * One entry for each currency.
   */
  totals: Array<{
    currency: string
    /**
     * In minor units of the currency.
     */
    paidMinor: number
    /**
     * In minor units of the currency.
     */
    refundedMinor: number
  }>
  /**
   * The player has more checkouts than these numbers include.
   */
  isPartial: boolean
  isBanned: boolean
  /**
   * The 50 newest checkouts.
   */
  checkouts: Array<{
    id: string
    state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    reference: string | null
    currency: string
    /**
     * In minor units of the currency.
     */
    totalMinor: number
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    createdAt: string
    paidAt: string | null
    refundedAt: string | null
    disputedAt: string | null
  }>
  entitlements: Array<{
    id: string
    productId: string
    productName: string
    until: string | null
    endedAt: string | null
    endedBy: 'refund' | 'expiry' | null
  }>
  /**
   * The number of unfinished deliveries by state.
   */
  deliveryCounts: {
    pending: number
    retrying: number
    held: number
  }
  ban: Ban | null
  /**
   * Whether pages of the store may name the player, also for earlier purchases.
   */
  isNamed: boolean
}

export type PlayerExport = {
  format: 'quartermaster.player'
  version: 1
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  exportedAt: string
  storeId: string
  /**
   * The player's id in the game.
   */
  gameUserId: string
  checkouts: Array<{
    [key: string]: unknown
  }>
  subscriptions: Array<{
    [key: string]: unknown
  }>
  gifts: Array<{
    [key: string]: unknown
  }>
  baskets: Array<{
    [key: string]: unknown
  }>
  signIns: Array<{
    [key: string]: unknown
  }>
  entitlements: Array<{
    [key: string]: unknown
  }>
  deliveries: Array<{
    [key: string]: unknown
  }>
  events: Array<{
    [key: string]: unknown
  }>
  bans: Array<{
    [key: string]: unknown
  }>
  auditLog: Array<{
    [key: string]: unknown
  }>
  redeliveries: Array<{
    [key: string]: unknown
  }>
  naming: Array<{
    [key: string]: unknown
  }>
}

export type PlayerNaming = {
  /**
   * The player's id in the game.
   */
  gameUserId: string
  /**
   * Whether pages of the store may name the player, also for earlier purchases.
   */
  isNamed: boolean
}

export type ErasedPlayer = {
  /**
   * Replaces the player's id everywhere.
   */
  pseudonym: string
  /**
   * The number of checkouts that now have the pseudonym.
   */
  checkouts: number
  cancelledDeliveries: number
}

export type BanPage = {
  items: Array<Ban>
  nextCursor: string | null
}

export type Statistics = {
  /**
   * One entry for each day of payment and currency. Days without a sale are omitted.
   */
  days: Array<{
    date: string
    currency: string
    sales: number
    /**
     * In minor units of the currency.
     */
    grossMinor: number
    /**
     * The number of these sales that have refunded lines by now.
     */
    refundedSales: number
    /**
     * In minor units of the currency.
     */
    refundedMinor: number
    disputedSales: number
  }>
  /**
   * Sales by the hour or day of payment, as `interval` says, and by currency. Intervals without a sale are omitted.
   */
  intervals: Array<{
    /**
     * When the hour or day begins in the time zone.
     */
    startsAt: string
    currency: string
    sales: number
    /**
     * In minor units of the currency.
     */
    grossMinor: number
  }>
  /**
   * The 20 products with the highest sales.
   */
  products: Array<{
    productId: string
    name: string
    currency: string
    units: number
    /**
     * In minor units of the currency.
     */
    grossMinor: number
  }>
  /**
   * The time from payment to delivery, for purchases that were paid in this period.
   */
  delivery: {
    delivered: number
    p50Seconds: number | null
    p95Seconds: number | null
    maxSeconds: number | null
    /**
     * Deliveries of this period that are not delivered yet.
     */
    waiting: number
    /**
     * Deliveries of this period that wait for a decision of the staff.
     */
    held: number
    /**
     * By the hour or day of payment. Intervals without a delivery are omitted.
     */
    intervals: Array<{
      /**
       * When the hour or day begins in the time zone.
       */
      startsAt: string
      delivered: number
      p50Seconds: number | null
      p95Seconds: number | null
    }>
  }
  /**
   * The deliveries that are in the queue now.
   */
  queue: {
    pending: number
    retrying: number
    held: number
    /**
     * Deliveries that have no game server.
     */
    withoutServer: number
    /**
     * Servers that have pending deliveries and have not called for ten minutes, or never.
     */
    silentServers: Array<{
      id: string
      name: string
      lastSeenAt: string | null
      pending: number
    }>
  }
}

export type FeedDelivery = {
  id: string
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The lines of the order that it delivers.
   */
  lineNos: Array<number>
  serverId: string | null
  serverName: string | null
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  holdReason: 'failed' | 'uncertain' | 'withdrawn' | null
  /**
   * It waits until the player is online. False once it is finished.
   */
  requiresOnline: boolean
  failedAttemptCount: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
}

export type FeedOrder = {
  id: string
  state: 'paid' | 'refunded' | 'disputed'
  /**
   * The player's id in the game.
   */
  gameUserId: string
  currency: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  paidAt: string
  lines: Array<{
    lineNo: number
    name: string
    variantName: string | null
    quantity: number
    /**
     * In minor units of the currency.
     */
    priceMinor: number
    /**
     * In minor units of the currency.
     */
    paidMinor: number
    refundedAt: string | null
  }>
  /**
   * At most 50 that wait and 50 that are finished.
   */
  deliveries: Array<FeedDelivery>
}

export type Feed = {
  /**
   * As they are now, oldest first. An order replaces an earlier one with the same id.
   */
  orders: Array<FeedOrder>
  /**
   * Pass it as `after` to get what changes from now on.
   */
  cursor: string
  /**
   * False if more orders changed since `after` than the response can hold. Read them with `listCheckouts`.
   */
  isComplete: boolean
}

export type WebhookEndpoint = {
  id: string
  url: string
  /**
   * The event types that the endpoint receives. Empty: all of them.
   */
  events: Array<string>
  state: 'enabled' | 'disabled'
  disabledReason: 'staff' | 'gone' | 'failing' | null
  disabledAt: string | null
  failingSince: string | null
  oldSecretExpiresAt: string | null
  /**
   * The number of events that still have to be sent.
   */
  pendingEvents: number
  /**
   * The number of events that are no longer retried. Resend them to try again.
   */
  abandonedEvents: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * Incremented by every update. The `ETag` header contains the same number.
   */
  version: number
}

export type WebhookEndpointPage = {
  items: Array<WebhookEndpoint>
  nextCursor: string | null
}

export type CreatedWebhookEndpoint = {
  id: string
  url: string
  /**
   * The signing secret. It is returned only once.
   */
  secret: string
}

export type RotatedWebhookSecret = {
  /**
   * The signing secret. It is returned only once.
   */
  secret: string
  oldSecretExpiresAt: string | null
}

export type WebhookAttempt = {
  eventId: string
  type: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  sentAt: string
  status: number | null
  error: string | null
  durationMs: number
  body: string | null
}

export type WebhookAttemptPage = {
  items: Array<WebhookAttempt>
  nextCursor: string | null
}

export type TestEvent = {
  eventId: string
}

export type ResendResult = {
  /**
   * The number of events that are sent again.
   */
  resentEvents: number
}

export type PaymentProvider = {
  /**
   * The name of a payment provider.
   */
  name: string
  isConnected: boolean
  connectedAt: string | null
  mode: 'live' | 'test' | null
  /**
   * The credentials that are needed to connect. They are never returned.
   */
  fields: Array<{
    name: string
    /**
     * The meaning of the credential, and where to find it.
     */
    description: string
    /**
     * Without it, the webhook is created at the provider.
     */
    isOptional: boolean
  }>
  /**
   * The URL that the provider has to call about payments, refunds and disputes.
   */
  callbackUrl: string
}

export type PaymentProviderList = {
  items: Array<PaymentProvider>
}

export type ParkedPayment = {
  id: string
  /**
   * The name of a payment provider.
   */
  provider: string
  /**
   * Why the payment fits no checkout.
   */
  reason: string
  /**
   * The provider's id of the payment.
   */
  providerPaymentId: string
  checkoutId: string | null
  amountMinor: number | null
  currency: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  parkedAt: string
  resolutionNote: string | null
}

export type ParkedPaymentPage = {
  items: Array<ParkedPayment>
  nextCursor: string | null
}

export type Member = {
  accountId: string
  email: string | null
  name: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  joinedAt: string
}

export type MemberPage = {
  items: Array<Member>
  nextCursor: string | null
}

export type Invitation = {
  id: string
  email: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  expiresAt: string
}

export type InvitationPage = {
  items: Array<Invitation>
  nextCursor: string | null
}

export type Membership = {
  storeId: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
}

export type ApiToken = {
  id: string
  name: string
  /**
   * The last characters of the token.
   */
  hint: string
  scopes: Array<string>
  /**
   * The token is neither revoked nor expired.
   */
  isActive: boolean
  createdBy: string | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
  revokedAt: string | null
}

export type ApiTokenPage = {
  items: Array<ApiToken>
  nextCursor: string | null
}

export type CreatedApiToken = {
  id: string
  /**
   * The token. It is returned only once.
   */
  token: string
  expiresAt: string | null
}

export type StoreHost = {
  /**
   * A domain, or the label of the store.
   */
  host: string
  kind: 'label' | 'domain'
  url: string | null
  proof: {
    type: 'TXT'
    name: string
    value: string
  } | null
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  provedAt: string | null
}

export type StoreHostList = {
  items: Array<StoreHost>
  labelDomain: string | null
}

export type ImportReport = {
  counts: {
    /**
     * The number of items by outcome.
     */
    categories: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
    /**
     * The number of items by outcome.
     */
    products: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
    /**
     * The number of items by outcome.
     */
    entitlements: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
    /**
     * The number of items by outcome.
     */
    bans: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
    /**
     * The number of items by outcome.
     */
    coupons: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
    /**
     * The number of items by outcome.
     */
    giftCards: {
      created: number
      changed: number
      unchanged: number
      /**
       * Edited or ended here since the last import, and left as they are.
       */
      kept: number
      failed: number
    }
  }
  /**
   * What is not unchanged. Created entitlements, bans and gift cards are only counted.
   */
  items: Array<{
    kind: 'categories' | 'products' | 'entitlements' | 'bans' | 'coupons' | 'giftCards'
    outcome: 'created' | 'changed' | 'kept' | 'failed'
    sourceId: string | null
    gameUserId: string | null
    name: string | null
    changes: Array<{
      field: string
      from: string
      to: string
    }>
    message: string | null
  }>
}

export type AuditLogEntry = {
  id: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  actor: {
    type: 'member' | 'token' | 'operator' | 'command_line'
    id: string | null
    name: string
  }
  /**
   * The `operationId` of the request.
   */
  action: string
  subject: string | null
  details: {
    [key: string]: unknown
  }
  ipAddress: string | null
  requestId: string | null
}

export type AuditLogPage = {
  items: Array<AuditLogEntry>
  nextCursor: string | null
}

export type ThemeVersion = {
  /**
   * Counts the uploads of the store.
   */
  number: number
  name: string
  /**
   * The version in theme.json.
   */
  label: string
  author: string
  /**
   * Unpacked.
   */
  bytes: number
  /**
   * The pages of the store use this version.
   */
  isPublished: boolean
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  publishedAt: string | null
}

export type ThemeVersionList = {
  items: Array<ThemeVersion>
}

export type ThemeVersionDetails = {
  /**
   * Counts the uploads of the store.
   */
  number: number
  name: string
  /**
   * The version in theme.json.
   */
  label: string
  author: string
  /**
   * Unpacked.
   */
  bytes: number
  /**
   * The pages of the store use this version.
   */
  isPublished: boolean
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  publishedAt: string | null
  /**
   * The settings that `themeSettings` of the storefront can have: those of the theme, and the colors of all pages.
   */
  settings: Array<{
    [key: string]: unknown
  }>
  files: Array<{
    path: string
    bytes: number
    hash: string
  }>
}

export type ThemeDiff = {
  changes: Array<{
    path: string
    change: 'added' | 'removed' | 'changed'
    lines: string | null
  }>
}

export type RolledBackTheme = {
  themeVersion: number | null
}

export type ThemePreview = {
  /**
   * Everybody who has this address can open the preview.
   */
  url: string
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  expiresAt: string
}

export type ThemeError = {
  /**
   * Counts the uploads of the store.
   */
  version: number
  template: string
  file: string
  line: number | null
  message: string
  /**
   * How often it was reported: at most once in ten seconds by each process.
   */
  count: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  lastAt: string
}

export type ThemeErrorList = {
  items: Array<ThemeError>
}

export type ListedPicture = {
  /**
   * The hash of a picture of the store.
   */
  hash: string
  /**
   * Of the largest file, in pixels.
   */
  width: number
  /**
   * Of the largest file, in pixels.
   */
  height: number
  /**
   * On the hosts of the store, `/pictures/{hash}-{width}.webp` and `.avif` exist for each of these widths.
   */
  widths: Array<number>
  /**
   * The size of all files.
   */
  bytes: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * What shows the picture, archived products too. A picture that nothing shows can be deleted.
   */
  usedBy: Array<'product' | 'category' | 'storefront'>
}

export type PicturePage = {
  items: Array<ListedPicture>
  nextCursor: string | null
}

export type Picture = {
  /**
   * The hash of a picture of the store.
   */
  hash: string
  /**
   * Of the largest file, in pixels.
   */
  width: number
  /**
   * Of the largest file, in pixels.
   */
  height: number
  /**
   * On the hosts of the store, `/pictures/{hash}-{width}.webp` and `.avif` exist for each of these widths.
   */
  widths: Array<number>
  /**
   * The size of all files.
   */
  bytes: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
}

export type PictureDetails = {
  /**
   * The hash of a picture of the store.
   */
  hash: string
  /**
   * Of the largest file, in pixels.
   */
  width: number
  /**
   * Of the largest file, in pixels.
   */
  height: number
  /**
   * On the hosts of the store, `/pictures/{hash}-{width}.webp` and `.avif` exist for each of these widths.
   */
  widths: Array<number>
  /**
   * The size of all files.
   */
  bytes: number
  /**
   * UTC, in the form 2026-11-15T12:00:00.000Z.
   */
  createdAt: string
  /**
   * A data: URL with the smallest file, to show the picture outside of the hosts of the store.
   */
  preview: string
}

export type ImportedStore = {
  id: string
  name: string
  /**
   * How many rows have arrived.
   */
  rows: number
  /**
   * What the store had, and does not have here.
   */
  leftOut: {
    /**
     * Members of the other installation. Invite them again.
     */
    members: number
    /**
     * They are added, and served after they are proved again.
     */
    domains: Array<string>
    /**
     * Labels and domains that are taken, reserved or not possible here.
     */
    hosts: Array<string>
    /**
     * Versions of the theme that the check refuses. Without the published one, the store has a built-in theme.
     */
    themeVersions: number
    /**
     * Sales that take off more than 90 %. They have ended. Create them again with less.
     */
    sales: Array<string>
  }
}

export type WhoAmIData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/whoami'
}

export type WhoAmIResponses = {
  /**
   * The request succeeded.
   */
  200: Caller
}

export type WhoAmIResponse = WhoAmIResponses[keyof WhoAmIResponses]

export type SignUpData = {
  body: {
    email: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-up'
}

export type SignUpResponses = {
  /**
   * The request succeeded.
   */
  202: unknown
}

export type ConfirmSignUpData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
    name: string
    /**
     * At least 10 characters.
     */
    password: string
    /**
     * How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.
     */
    sessionType?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-up/confirm'
}

export type ConfirmSignUpResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedSession
}

export type ConfirmSignUpResponse = ConfirmSignUpResponses[keyof ConfirmSignUpResponses]

export type SignInData = {
  body: {
    email: string
    /**
     * At least 10 characters.
     */
    password: string
    /**
     * How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.
     */
    sessionType?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-in'
}

export type SignInResponses = {
  /**
   * The request succeeded.
   */
  200: SignInResult
}

export type SignInResponse = SignInResponses[keyof SignInResponses]

export type VerifySecondFactorData = {
  body: {
    challenge: string
    /**
     * A code from the authenticator app, or a recovery code.
     */
    code: string
    /**
     * How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.
     */
    sessionType?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-in/second-factor'
}

export type VerifySecondFactorResponses = {
  /**
   * The request succeeded.
   */
  200: CreatedSession
}

export type VerifySecondFactorResponse = VerifySecondFactorResponses[keyof VerifySecondFactorResponses]

export type SignOutData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-out'
}

export type SignOutResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type SignOutResponse = SignOutResponses[keyof SignOutResponses]

export type RequestPasswordResetData = {
  body: {
    email: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password-reset'
}

export type RequestPasswordResetResponses = {
  /**
   * The request succeeded.
   */
  202: unknown
}

export type ResetPasswordData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
    /**
     * At least 10 characters.
     */
    password: string
    /**
     * Passkeys, the second factor, sign-in providers and API tokens that are newer than 30 days are removed, because a thief may have added them. Name those that you added yourself.
     */
    keep?: Array<'passkeys' | 'second_factor' | 'providers' | 'tokens'>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password-reset/confirm'
}

export type ResetPasswordResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses]

export type PreviewPasswordResetData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password-reset/preview'
}

export type PreviewPasswordResetResponses = {
  /**
   * The request succeeded.
   */
  200: PasswordResetPreview
}

export type PreviewPasswordResetResponse = PreviewPasswordResetResponses[keyof PreviewPasswordResetResponses]

export type UndoChangeData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/undo'
}

export type UndoChangeResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type UndoChangeResponse = UndoChangeResponses[keyof UndoChangeResponses]

export type ConfirmEmailChangeData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/email/confirm'
}

export type ConfirmEmailChangeResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ConfirmEmailChangeResponse = ConfirmEmailChangeResponses[keyof ConfirmEmailChangeResponses]

export type ApproveEmailChangeData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/email/approve'
}

export type ApproveEmailChangeResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ApproveEmailChangeResponse = ApproveEmailChangeResponses[keyof ApproveEmailChangeResponses]

export type CloseAccountData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account'
}

export type CloseAccountResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type CloseAccountResponse = CloseAccountResponses[keyof CloseAccountResponses]

export type GetAccountData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/account'
}

export type GetAccountResponses = {
  /**
   * The request succeeded.
   */
  200: Account
}

export type GetAccountResponse = GetAccountResponses[keyof GetAccountResponses]

export type UpdateAccountData = {
  body: {
    name: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account'
}

export type UpdateAccountResponses = {
  /**
   * The request succeeded.
   */
  200: Account
}

export type UpdateAccountResponse = UpdateAccountResponses[keyof UpdateAccountResponses]

export type SetMutedAlertsData = {
  body: {
    /**
     * Alerts about what other members change, which you do not get by e-mail. E-mails about money, about your own changes and about your account are always sent.
     */
    mutedAlerts: Array<'commands_changed' | 'token_created'>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/alerts'
}

export type SetMutedAlertsResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type SetMutedAlertsResponse = SetMutedAlertsResponses[keyof SetMutedAlertsResponses]

export type MuteAlertData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/alerts/mute'
}

export type MuteAlertResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type MuteAlertResponse = MuteAlertResponses[keyof MuteAlertResponses]

export type ReauthenticateData = {
  body: {
    /**
     * At least 10 characters.
     */
    password: string
    /**
     * A code from the authenticator app, or a recovery code.
     */
    code?: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/reauthenticate'
}

export type ReauthenticateResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ReauthenticateResponse = ReauthenticateResponses[keyof ReauthenticateResponses]

export type ChangePasswordData = {
  body: {
    /**
     * At least 10 characters.
     */
    password: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password'
}

export type ChangePasswordResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ChangePasswordResponse = ChangePasswordResponses[keyof ChangePasswordResponses]

export type ChangeEmailData = {
  body: {
    email: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/email'
}

export type ChangeEmailResponses = {
  /**
   * The request succeeded.
   */
  202: unknown
}

export type RevokeOtherSessionsData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sessions'
}

export type RevokeOtherSessionsResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RevokeOtherSessionsResponse = RevokeOtherSessionsResponses[keyof RevokeOtherSessionsResponses]

export type ListSessionsData = {
  body?: never
  path?: never
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/account/sessions'
}

export type ListSessionsResponses = {
  /**
   * The request succeeded.
   */
  200: SessionPage
}

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses]

export type RevokeSessionData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    sessionId: string
  }
  query?: never
  url: '/api/manage/1.0/account/sessions/{sessionId}'
}

export type RevokeSessionResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RevokeSessionResponse = RevokeSessionResponses[keyof RevokeSessionResponses]

export type DisableTotpData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp'
}

export type DisableTotpResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DisableTotpResponse = DisableTotpResponses[keyof DisableTotpResponses]

export type StartTotpSetupData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp'
}

export type StartTotpSetupResponses = {
  /**
   * The request succeeded.
   */
  200: TotpSecret
}

export type StartTotpSetupResponse = StartTotpSetupResponses[keyof StartTotpSetupResponses]

export type ConfirmTotpSetupData = {
  body: {
    challenge: string
    /**
     * A code from the authenticator app, or a recovery code.
     */
    code: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp/confirm'
}

export type ConfirmTotpSetupResponses = {
  /**
   * The request succeeded.
   */
  200: RecoveryCodes
}

export type ConfirmTotpSetupResponse = ConfirmTotpSetupResponses[keyof ConfirmTotpSetupResponses]

export type RegenerateRecoveryCodesData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/recovery-codes'
}

export type RegenerateRecoveryCodesResponses = {
  /**
   * The request succeeded.
   */
  200: RecoveryCodes
}

export type RegenerateRecoveryCodesResponse = RegenerateRecoveryCodesResponses[keyof RegenerateRecoveryCodesResponses]

export type ListPasskeysData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys'
}

export type ListPasskeysResponses = {
  /**
   * The request succeeded.
   */
  200: PasskeyList
}

export type ListPasskeysResponse = ListPasskeysResponses[keyof ListPasskeysResponses]

export type FinishPasskeyRegistrationData = {
  body: {
    name: string
    response: {
      /**
       * base64url
       */
      id: string
      /**
       * base64url
       */
      rawId: string
      type: 'public-key'
      authenticatorAttachment?: string | null
      clientExtensionResults: {
        [key: string]: unknown
      }
      response: {
        /**
         * base64url
         */
        clientDataJSON: string
        /**
         * base64url
         */
        attestationObject: string
        /**
         * base64url
         */
        authenticatorData?: string
        publicKey?: string | null
        publicKeyAlgorithm?: number
        transports?: Array<string>
      }
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys'
}

export type FinishPasskeyRegistrationResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedPasskey
}

export type FinishPasskeyRegistrationResponse =
  FinishPasskeyRegistrationResponses[keyof FinishPasskeyRegistrationResponses]

export type StartPasskeyRegistrationData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys/start'
}

export type StartPasskeyRegistrationResponses = {
  /**
   * The request succeeded.
   */
  200: PasskeyOptions
}

export type StartPasskeyRegistrationResponse =
  StartPasskeyRegistrationResponses[keyof StartPasskeyRegistrationResponses]

export type DeletePasskeyData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    passkeyId: string
  }
  query?: never
  url: '/api/manage/1.0/account/passkeys/{passkeyId}'
}

export type DeletePasskeyResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeletePasskeyResponse = DeletePasskeyResponses[keyof DeletePasskeyResponses]

export type StartPasskeySignInData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkey-sign-in/start'
}

export type StartPasskeySignInResponses = {
  /**
   * The request succeeded.
   */
  200: PasskeyOptions
}

export type StartPasskeySignInResponse = StartPasskeySignInResponses[keyof StartPasskeySignInResponses]

export type SignInWithPasskeyData = {
  body: {
    /**
     * How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.
     */
    sessionType?: 'cookie' | 'token'
    response: {
      /**
       * base64url
       */
      id: string
      /**
       * base64url
       */
      rawId: string
      type: 'public-key'
      authenticatorAttachment?: string | null
      clientExtensionResults: {
        [key: string]: unknown
      }
      response: {
        /**
         * base64url
         */
        clientDataJSON: string
        /**
         * base64url
         */
        authenticatorData: string
        /**
         * base64url
         */
        signature: string
        userHandle?: string | null
      }
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkey-sign-in'
}

export type SignInWithPasskeyResponses = {
  /**
   * The request succeeded.
   */
  200: CreatedSession
}

export type SignInWithPasskeyResponse = SignInWithPasskeyResponses[keyof SignInWithPasskeyResponses]

export type ListSignInProvidersData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/account/providers'
}

export type ListSignInProvidersResponses = {
  /**
   * The request succeeded.
   */
  200: SignInProviderList
}

export type ListSignInProvidersResponse = ListSignInProvidersResponses[keyof ListSignInProvidersResponses]

export type StartProviderSignInData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/account/providers/{provider}/start'
}

export type StartProviderSignInResponses = {
  /**
   * The request succeeded.
   */
  200: SignInRedirect
}

export type StartProviderSignInResponse = StartProviderSignInResponses[keyof StartProviderSignInResponses]

export type SignInWithProviderData = {
  body: {
    ticket: string
    state: string
    code: string
    /**
     * How to return the session. `cookie` sets a cookie, for browsers. `token` returns the token in the response, for programs. Default: `cookie`.
     */
    sessionType?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/provider-sign-in'
}

export type SignInWithProviderResponses = {
  /**
   * The request succeeded.
   */
  200: SignInResult
}

export type SignInWithProviderResponse = SignInWithProviderResponses[keyof SignInWithProviderResponses]

export type StartSignInProviderConnectionData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/account/providers/{provider}/connect'
}

export type StartSignInProviderConnectionResponses = {
  /**
   * The request succeeded.
   */
  200: SignInRedirect
}

export type StartSignInProviderConnectionResponse =
  StartSignInProviderConnectionResponses[keyof StartSignInProviderConnectionResponses]

export type ConnectSignInProviderData = {
  body: {
    ticket: string
    state: string
    code: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/provider-connections'
}

export type ConnectSignInProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ConnectSignInProviderResponse = ConnectSignInProviderResponses[keyof ConnectSignInProviderResponses]

export type DisconnectSignInProviderData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/account/providers/{provider}'
}

export type DisconnectSignInProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DisconnectSignInProviderResponse =
  DisconnectSignInProviderResponses[keyof DisconnectSignInProviderResponses]

export type ListStoresData = {
  body?: never
  path?: never
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores'
}

export type ListStoresResponses = {
  /**
   * The request succeeded.
   */
  200: StorePage
}

export type ListStoresResponse = ListStoresResponses[keyof ListStoresResponses]

export type CreateStoreData = {
  body: {
    name: string
    /**
     * The host name of the store.
     */
    url: string
    currency: string
    mode?: 'live' | 'test'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/stores'
}

export type CreateStoreResponses = {
  /**
   * The request succeeded.
   */
  201: Store
}

export type CreateStoreResponse = CreateStoreResponses[keyof CreateStoreResponses]

export type ListAllStoresData = {
  body?: never
  path?: never
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/platform/stores'
}

export type ListAllStoresResponses = {
  /**
   * The request succeeded.
   */
  200: StorePage
}

export type ListAllStoresResponse = ListAllStoresResponses[keyof ListAllStoresResponses]

export type ListPlansData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/platform/plans'
}

export type ListPlansResponses = {
  /**
   * The request succeeded.
   */
  200: PlanList
}

export type ListPlansResponse = ListPlansResponses[keyof ListPlansResponses]

export type GetStoreData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}'
}

export type GetStoreResponses = {
  /**
   * The request succeeded.
   */
  200: StoreDetails
}

export type GetStoreResponse = GetStoreResponses[keyof GetStoreResponses]

export type UpdateStoreData = {
  body: {
    name?: string
    /**
     * The host name of the store.
     */
    url?: string
    /**
     * Members without an authenticator app get 403 `second_factor_required` until they have set one up. API tokens are not affected.
     */
    requiresSecondFactor?: boolean
    /**
     * The tax that prices include, by the country of the buyer. Without rates, buyers are not asked for their country. The store is the seller and owes the tax.
     */
    taxRates?: Array<{
      country: string
      /**
       * In basis points: 1900 is 19 %.
       */
      rate: number
    }>
    /**
     * How many days a subscriber keeps the goods after a renewal failed, unless the product says otherwise. Existing subscriptions keep theirs.
     */
    graceDays?: number
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}'
}

export type UpdateStoreResponses = {
  /**
   * The request succeeded.
   */
  200: Store
}

export type UpdateStoreResponse = UpdateStoreResponses[keyof UpdateStoreResponses]

export type SetStorePlanData = {
  body: {
    plan: string
    expiresAt: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/plan'
}

export type SetStorePlanResponses = {
  /**
   * The request succeeded.
   */
  200: Store
}

export type SetStorePlanResponse = SetStorePlanResponses[keyof SetStorePlanResponses]

export type AdvanceClockData = {
  body: {
    /**
     * How far to advance, at most ten years.
     */
    seconds: number
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/clock/advance'
}

export type AdvanceClockResponses = {
  /**
   * The request succeeded.
   */
  200: StoreClock
}

export type AdvanceClockResponse = AdvanceClockResponses[keyof AdvanceClockResponses]

export type ListServersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/servers'
}

export type ListServersResponses = {
  /**
   * The request succeeded.
   */
  200: GameServerPage
}

export type ListServersResponse = ListServersResponses[keyof ListServersResponses]

export type CreateServerData = {
  body: {
    name: string
    game?: string | null
    profile?: 'standard' | 'fivem' | 'mta'
    /**
     * IP addresses and CIDR ranges from which the keys of this server are accepted. Empty: any address.
     */
    allowedAddresses?: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers'
}

export type CreateServerResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedServer
}

export type CreateServerResponse = CreateServerResponses[keyof CreateServerResponses]

export type GetServerData = {
  body?: never
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}'
}

export type GetServerResponses = {
  /**
   * The request succeeded.
   */
  200: GameServer
}

export type GetServerResponse = GetServerResponses[keyof GetServerResponses]

export type UpdateServerData = {
  body: {
    name?: string
    game?: string | null
    profile?: 'standard' | 'fivem' | 'mta'
    /**
     * IP addresses and CIDR ranges from which the keys of this server are accepted. Empty: any address.
     */
    allowedAddresses?: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}'
}

export type UpdateServerResponses = {
  /**
   * The request succeeded.
   */
  200: GameServer
}

export type UpdateServerResponse = UpdateServerResponses[keyof UpdateServerResponses]

export type SetDefaultServerData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/make-default'
}

export type SetDefaultServerResponses = {
  /**
   * The request succeeded.
   */
  200: GameServer
}

export type SetDefaultServerResponse = SetDefaultServerResponses[keyof SetDefaultServerResponses]

export type CreateServerKeyData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys'
}

export type CreateServerKeyResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedServerKey
}

export type CreateServerKeyResponse = CreateServerKeyResponses[keyof CreateServerKeyResponses]

export type ImportServerKeyData = {
  body: {
    /**
     * The key exactly as the game server sends it.
     */
    key: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/import'
}

export type ImportServerKeyResponses = {
  /**
   * The request succeeded.
   */
  201: ImportedServerKey
}

export type ImportServerKeyResponse = ImportServerKeyResponses[keyof ImportServerKeyResponses]

export type RevokeServerKeysData = {
  body: {
    /**
     * True revokes all keys except the newest. False revokes all keys.
     */
    keepNewest: boolean
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    serverId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/revoke'
}

export type RevokeServerKeysResponses = {
  /**
   * The request succeeded.
   */
  200: RevokedServerKeys
}

export type RevokeServerKeysResponse = RevokeServerKeysResponses[keyof RevokeServerKeysResponses]

export type RevokeServerKeyData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    serverId: string
    keyId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/servers/{serverId}/keys/{keyId}'
}

export type RevokeServerKeyResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RevokeServerKeyResponse = RevokeServerKeyResponses[keyof RevokeServerKeyResponses]

export type ListCategoriesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/categories'
}

export type ListCategoriesResponses = {
  /**
   * The request succeeded.
   */
  200: CategoryPage
}

export type ListCategoriesResponse = ListCategoriesResponses[keyof ListCategoriesResponses]

export type CreateCategoryData = {
  body: {
    name: string
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug?: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    description?: string
    /**
     * The storefront sorts by position, lowest first. Equal positions are sorted by age.
     */
    position?: number
    picture?: string | null
    /**
     * A table that compares the products of the category: a row has a value for each product.
     */
    comparison?: Array<{
      label: string
      values: Array<{
        productId: string
        value: string
      }>
    }>
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
      en?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
      es?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/categories'
}

export type CreateCategoryResponses = {
  /**
   * The request succeeded.
   */
  201: Category
}

export type CreateCategoryResponse = CreateCategoryResponses[keyof CreateCategoryResponses]

export type DeleteCategoryData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    categoryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}'
}

export type DeleteCategoryResponses = {
  /**
   * The request succeeded.
   */
  200: DeletedCategory
}

export type DeleteCategoryResponse = DeleteCategoryResponses[keyof DeleteCategoryResponses]

export type GetCategoryData = {
  body?: never
  path: {
    storeId: string
    categoryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}'
}

export type GetCategoryResponses = {
  /**
   * The request succeeded.
   */
  200: Category
}

export type GetCategoryResponse = GetCategoryResponses[keyof GetCategoryResponses]

export type UpdateCategoryData = {
  body: {
    name?: string
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug?: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    description?: string
    /**
     * The storefront sorts by position, lowest first. Equal positions are sorted by age.
     */
    position?: number
    picture?: string | null
    /**
     * A table that compares the products of the category: a row has a value for each product.
     */
    comparison?: Array<{
      label: string
      values: Array<{
        productId: string
        value: string
      }>
    }>
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
      en?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
      es?: {
        name?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
        /**
         * A table that compares the products of the category: a row has a value for each product.
         */
        comparison?: Array<{
          label: string
          values: Array<{
            productId: string
            value: string
          }>
        }>
      }
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    categoryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/categories/{categoryId}'
}

export type UpdateCategoryResponses = {
  /**
   * The request succeeded.
   */
  200: Category
}

export type UpdateCategoryResponse = UpdateCategoryResponses[keyof UpdateCategoryResponses]

export type ListTierGroupsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tier-groups'
}

export type ListTierGroupsResponses = {
  /**
   * The request succeeded.
   */
  200: TierGroupList
}

export type ListTierGroupsResponse = ListTierGroupsResponses[keyof ListTierGroupsResponses]

export type CreateTierGroupData = {
  body: {
    name: string
    /**
     * `full`: an upgrade credits all that was paid for lower tiers. `remaining_time`: only the part for the time that remains.
     */
    credit: 'full' | 'remaining_time'
    /**
     * The products, lowest tier first. A product is in one group at most.
     */
    productIds: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tier-groups'
}

export type CreateTierGroupResponses = {
  /**
   * The request succeeded.
   */
  201: TierGroup
}

export type CreateTierGroupResponse = CreateTierGroupResponses[keyof CreateTierGroupResponses]

export type DeleteTierGroupData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    tierGroupId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tier-groups/{tierGroupId}'
}

export type DeleteTierGroupResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteTierGroupResponse = DeleteTierGroupResponses[keyof DeleteTierGroupResponses]

export type UpdateTierGroupData = {
  body: {
    name?: string
    /**
     * `full`: an upgrade credits all that was paid for lower tiers. `remaining_time`: only the part for the time that remains.
     */
    credit?: 'full' | 'remaining_time'
    /**
     * The products, lowest tier first. A product is in one group at most.
     */
    productIds?: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    tierGroupId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tier-groups/{tierGroupId}'
}

export type UpdateTierGroupResponses = {
  /**
   * The request succeeded.
   */
  200: TierGroup
}

export type UpdateTierGroupResponse = UpdateTierGroupResponses[keyof UpdateTierGroupResponses]

export type ListProductsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * `none` lists the products without a category.
     */
    categoryId?: string | 'none'
    /**
     * A part of the name or of the slug.
     */
    search?: string
    /**
     * True lists archived products instead of those on sale. Default: false.
     */
    archived?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/products'
}

export type ListProductsResponses = {
  /**
   * The request succeeded.
   */
  200: ProductPage
}

export type ListProductsResponse = ListProductsResponses[keyof ListProductsResponses]

export type CreateProductData = {
  body: {
    name: string
    /**
     * In minor units of the store's currency.
     */
    priceMinor: number
    commands: {
      /**
       * Run when the product is paid. A product needs at least one, unless it is a gift card.
       */
      approve: Array<string>
      /**
       * Run when the product is refunded.
       */
      refund?: Array<string>
      /**
       * Run when the product expires.
       */
      expire?: Array<string>
    }
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug?: string
    /**
     * One line.
     */
    summary?: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    description?: string
    /**
     * The storefront sorts by position, lowest first. Equal positions are sorted by age.
     */
    position?: number
    /**
     * `unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.
     */
    visibility?: 'public' | 'unlisted' | 'hidden'
    /**
     * In this order. The first one is shown in lists.
     */
    pictures?: Array<{
      /**
       * The hash of a picture of the store.
       */
      hash: string
      /**
       * What the picture shows, for people who do not see it.
       */
      alt: string
    }>
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
      en?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
      es?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
    }
    categoryId?: string | null
    /**
     * How long the player owns the product. Null: for ever.
     */
    durationSeconds?: number | null
    /**
     * Replaces all variants, in this order. Send the `id` of a variant to keep it; variants that are absent are no longer sold.
     */
    variants?: Array<{
      id?: string
      name: string
      /**
       * In minor units of the store's currency.
       */
      priceMinor: number
      /**
       * How long the player owns the product. Null: for ever.
       */
      durationSeconds: number | null
      billingPeriod?: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations?: {
        'pt-BR'?: {
          name?: string
        }
        en?: {
          name?: string
        }
        es?: {
          name?: string
        }
      }
    }>
    /**
     * Replaces all fields, in this order.
     */
    fields?: Array<{
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
      hint?: string
      /**
       * If false and the buyer enters nothing, commands with this field do not run. A boolean is true or false and never missing.
       */
      required?: boolean
      /**
       * Of a text.
       */
      minLength?: number
      /**
       * Of a text. Default: 50.
       */
      maxLength?: number
      /**
       * Of a number.
       */
      min?: number
      /**
       * Of a number.
       */
      max?: number
      /**
       * The form of a text: characters, `.`, `\d`, `\w`, `\s`, `\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` or `{2,5}`. It matches the whole text. Groups and `|` are not supported.
       */
      pattern?: string | null
      choices?: Array<{
        value: string
        label: string
        /**
         * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
         */
        translations?: {
          'pt-BR'?: {
            label?: string
          }
          en?: {
            label?: string
          }
          es?: {
            label?: string
          }
        }
      }>
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations?: {
        'pt-BR'?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
        en?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
        es?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
      }
    }>
    /**
     * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
     */
    rebuy?: 'extend' | 'independent'
    /**
     * Each unit is a gift card that is worth its price. It has no commands. Nothing reduces its price.
     */
    isGiftCard?: boolean
    /**
     * The game servers that deliver the product. Empty: the default server.
     */
    serverIds?: Array<string>
    /**
     * The buyer chooses one of `serverIds`, or any server of the store if `serverIds` is empty.
     */
    buyerChoosesServer?: boolean
    /**
     * The number of units that can still be sold. Null: unlimited.
     */
    stock?: number | null
    /**
     * The number of units that one player can own. Null: unlimited.
     */
    maxPerPlayer?: number | null
    billingPeriod?: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
    graceDays?: number | null
    /**
     * Every renewal of a subscription runs the approve commands. Otherwise only the first payment does, because the player still has the goods.
     */
    renewalCommands?: boolean
    conditions?: {
      /**
       * The commands only run while the player is online.
       */
      requiresOnline?: boolean
      /**
       * Wait this long after the player joins.
       */
      delaySeconds?: number
      /**
       * The player needs this many free slots.
       */
      freeSlots?: number
      /**
       * The commands have the same effect if they run twice.
       */
      repeatable?: boolean
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/products'
}

export type CreateProductResponses = {
  /**
   * The request succeeded.
   */
  201: Product
}

export type CreateProductResponse = CreateProductResponses[keyof CreateProductResponses]

export type GetProductData = {
  body?: never
  path: {
    storeId: string
    productId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/products/{productId}'
}

export type GetProductResponses = {
  /**
   * The request succeeded.
   */
  200: Product
}

export type GetProductResponse = GetProductResponses[keyof GetProductResponses]

export type UpdateProductData = {
  body: {
    name?: string
    /**
     * In minor units of the store's currency.
     */
    priceMinor?: number
    commands?: {
      /**
       * Run when the product is paid. A product needs at least one, unless it is a gift card.
       */
      approve: Array<string>
      /**
       * Run when the product is refunded.
       */
      refund: Array<string>
      /**
       * Run when the product expires.
       */
      expire: Array<string>
    }
    /**
     * The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.
     */
    slug?: string
    /**
     * One line.
     */
    summary?: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    description?: string
    /**
     * The storefront sorts by position, lowest first. Equal positions are sorted by age.
     */
    position?: number
    /**
     * `unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.
     */
    visibility?: 'public' | 'unlisted' | 'hidden'
    /**
     * In this order. The first one is shown in lists.
     */
    pictures?: Array<{
      /**
       * The hash of a picture of the store.
       */
      hash: string
      /**
       * What the picture shows, for people who do not see it.
       */
      alt: string
    }>
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
      en?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
      es?: {
        name?: string
        /**
         * One line.
         */
        summary?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        description?: string
      }
    }
    categoryId?: string | null
    /**
     * How long the player owns the product. Null: for ever.
     */
    durationSeconds?: number | null
    /**
     * Replaces all variants, in this order. Send the `id` of a variant to keep it; variants that are absent are no longer sold.
     */
    variants?: Array<{
      id?: string
      name: string
      /**
       * In minor units of the store's currency.
       */
      priceMinor: number
      /**
       * How long the player owns the product. Null: for ever.
       */
      durationSeconds: number | null
      billingPeriod?: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations?: {
        'pt-BR'?: {
          name?: string
        }
        en?: {
          name?: string
        }
        es?: {
          name?: string
        }
      }
    }>
    /**
     * Replaces all fields, in this order.
     */
    fields?: Array<{
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
      hint?: string
      /**
       * If false and the buyer enters nothing, commands with this field do not run. A boolean is true or false and never missing.
       */
      required?: boolean
      /**
       * Of a text.
       */
      minLength?: number
      /**
       * Of a text. Default: 50.
       */
      maxLength?: number
      /**
       * Of a number.
       */
      min?: number
      /**
       * Of a number.
       */
      max?: number
      /**
       * The form of a text: characters, `.`, `\d`, `\w`, `\s`, `\p{L}` and classes such as `[a-z]`, with `?`, `*`, `+` or `{2,5}`. It matches the whole text. Groups and `|` are not supported.
       */
      pattern?: string | null
      choices?: Array<{
        value: string
        label: string
        /**
         * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
         */
        translations?: {
          'pt-BR'?: {
            label?: string
          }
          en?: {
            label?: string
          }
          es?: {
            label?: string
          }
        }
      }>
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations?: {
        'pt-BR'?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
        en?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
        es?: {
          label?: string
          /**
           * One line below the field.
           */
          hint?: string
        }
      }
    }>
    /**
     * What a second purchase does. `extend` adds its duration to the first; `independent` grants the product a second time.
     */
    rebuy?: 'extend' | 'independent'
    /**
     * Each unit is a gift card that is worth its price. It has no commands. Nothing reduces its price.
     */
    isGiftCard?: boolean
    /**
     * The game servers that deliver the product. Empty: the default server.
     */
    serverIds?: Array<string>
    /**
     * The buyer chooses one of `serverIds`, or any server of the store if `serverIds` is empty.
     */
    buyerChoosesServer?: boolean
    /**
     * The number of units that can still be sold. Null: unlimited.
     */
    stock?: number | null
    /**
     * The number of units that one player can own. Null: unlimited.
     */
    maxPerPlayer?: number | null
    billingPeriod?: 'P1W' | 'P1M' | 'P3M' | 'P1Y' | null
    graceDays?: number | null
    /**
     * Every renewal of a subscription runs the approve commands. Otherwise only the first payment does, because the player still has the goods.
     */
    renewalCommands?: boolean
    conditions?: {
      /**
       * The commands only run while the player is online.
       */
      requiresOnline?: boolean
      /**
       * Wait this long after the player joins.
       */
      delaySeconds?: number
      /**
       * The player needs this many free slots.
       */
      freeSlots?: number
      /**
       * The commands have the same effect if they run twice.
       */
      repeatable?: boolean
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    productId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/products/{productId}'
}

export type UpdateProductResponses = {
  /**
   * The request succeeded.
   */
  200: Product
}

export type UpdateProductResponse = UpdateProductResponses[keyof UpdateProductResponses]

export type ArchiveProductData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    productId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/products/{productId}/archive'
}

export type ArchiveProductResponses = {
  /**
   * The request succeeded.
   */
  200: Product
}

export type ArchiveProductResponse = ArchiveProductResponses[keyof ArchiveProductResponses]

export type RestoreProductData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    productId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/products/{productId}/restore'
}

export type RestoreProductResponses = {
  /**
   * The request succeeded.
   */
  200: Product
}

export type RestoreProductResponse = RestoreProductResponses[keyof RestoreProductResponses]

export type ListSalesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/sales'
}

export type ListSalesResponses = {
  /**
   * The request succeeded.
   */
  200: SalePage
}

export type ListSalesResponse = ListSalesResponses[keyof ListSalesResponses]

export type CreateSaleData = {
  body: {
    name: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
      }
      en?: {
        name?: string
      }
      es?: {
        name?: string
      }
    }
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/sales'
}

export type CreateSaleResponses = {
  /**
   * The request succeeded.
   */
  201: Sale
}

export type CreateSaleResponse = CreateSaleResponses[keyof CreateSaleResponses]

export type DeleteSaleData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    saleId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/sales/{saleId}'
}

export type DeleteSaleResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteSaleResponse = DeleteSaleResponses[keyof DeleteSaleResponses]

export type GetSaleData = {
  body?: never
  path: {
    storeId: string
    saleId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/sales/{saleId}'
}

export type GetSaleResponses = {
  /**
   * The request succeeded.
   */
  200: Sale
}

export type GetSaleResponse = GetSaleResponses[keyof GetSaleResponses]

export type UpdateSaleData = {
  body: {
    name?: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount?: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        name?: string
      }
      en?: {
        name?: string
      }
      es?: {
        name?: string
      }
    }
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    saleId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/sales/{saleId}'
}

export type UpdateSaleResponses = {
  /**
   * The request succeeded.
   */
  200: Sale
}

export type UpdateSaleResponse = UpdateSaleResponses[keyof UpdateSaleResponses]

export type PreviewPriceData = {
  body: {
    items: Array<{
      productId: string
      variantId?: string | null
      /**
       * Default: 1.
       */
      quantity?: number
      /**
       * What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.
       */
      fields?: {
        [key: string]: string | number | boolean
      }
    }>
    code?: string | null
    gameUserId?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/price-preview'
}

export type PreviewPriceResponses = {
  /**
   * The request succeeded.
   */
  200: PricePreview
}

export type PreviewPriceResponse = PreviewPriceResponses[keyof PreviewPriceResponses]

export type ListCouponsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/coupons'
}

export type ListCouponsResponses = {
  /**
   * The request succeeded.
   */
  200: CouponPage
}

export type ListCouponsResponse = ListCouponsResponses[keyof ListCouponsResponses]

export type CreateCouponData = {
  body: {
    /**
     * Case, spaces and Unicode forms do not matter.
     */
    code: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * For the staff of the store.
     */
    note?: string
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
    minimumMinor?: number
    maxUses?: number | null
    maxUsesPerPlayer?: number | null
    /**
     * Whether it reduces the first period of a subscription only, or all of them.
     */
    periods?: 'first' | 'all'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/coupons'
}

export type CreateCouponResponses = {
  /**
   * The request succeeded.
   */
  201: Coupon
}

export type CreateCouponResponse = CreateCouponResponses[keyof CreateCouponResponses]

export type DeleteCouponData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    couponId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}'
}

export type DeleteCouponResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteCouponResponse = DeleteCouponResponses[keyof DeleteCouponResponses]

export type GetCouponData = {
  body?: never
  path: {
    storeId: string
    couponId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}'
}

export type GetCouponResponses = {
  /**
   * The request succeeded.
   */
  200: Coupon
}

export type GetCouponResponse = GetCouponResponses[keyof GetCouponResponses]

export type UpdateCouponData = {
  body: {
    /**
     * Case, spaces and Unicode forms do not matter.
     */
    code?: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount?: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * For the staff of the store.
     */
    note?: string
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
    minimumMinor?: number
    maxUses?: number | null
    maxUsesPerPlayer?: number | null
    /**
     * Whether it reduces the first period of a subscription only, or all of them.
     */
    periods?: 'first' | 'all'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    couponId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/coupons/{couponId}'
}

export type UpdateCouponResponses = {
  /**
   * The request succeeded.
   */
  200: Coupon
}

export type UpdateCouponResponse = UpdateCouponResponses[keyof UpdateCouponResponses]

export type ListCreatorsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/creators'
}

export type ListCreatorsResponses = {
  /**
   * The request succeeded.
   */
  200: CreatorPage
}

export type ListCreatorsResponse = ListCreatorsResponses[keyof ListCreatorsResponses]

export type CreateCreatorData = {
  body: {
    name: string
    /**
     * Case, spaces and Unicode forms do not matter.
     */
    code: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * The part of what is paid for a line that the creator gets: 500 is 5 %.
     */
    shareBasisPoints: number
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
    minimumMinor?: number
    maxUses?: number | null
    maxUsesPerPlayer?: number | null
    /**
     * Whether it reduces the first period of a subscription only, or all of them.
     */
    periods?: 'first' | 'all'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/creators'
}

export type CreateCreatorResponses = {
  /**
   * The request succeeded.
   */
  201: Creator
}

export type CreateCreatorResponse = CreateCreatorResponses[keyof CreateCreatorResponses]

export type DeleteCreatorData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    creatorId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}'
}

export type DeleteCreatorResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteCreatorResponse = DeleteCreatorResponses[keyof DeleteCreatorResponses]

export type GetCreatorData = {
  body?: never
  path: {
    storeId: string
    creatorId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}'
}

export type GetCreatorResponses = {
  /**
   * The request succeeded.
   */
  200: Creator
}

export type GetCreatorResponse = GetCreatorResponses[keyof GetCreatorResponses]

export type UpdateCreatorData = {
  body: {
    name?: string
    /**
     * Case, spaces and Unicode forms do not matter.
     */
    code?: string
    /**
     * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
     */
    discount?: {
      basisPoints?: number | null
      amountMinor?: number | null
    }
    /**
     * The part of what is paid for a line that the creator gets: 500 is 5 %.
     */
    shareBasisPoints?: number
    scope?: {
      productIds: Array<string>
      categoryIds: Array<string>
    } | null
    startsAt?: string | null
    endsAt?: string | null
    minimumMinor?: number
    maxUses?: number | null
    maxUsesPerPlayer?: number | null
    /**
     * Whether it reduces the first period of a subscription only, or all of them.
     */
    periods?: 'first' | 'all'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    creatorId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}'
}

export type UpdateCreatorResponses = {
  /**
   * The request succeeded.
   */
  200: Creator
}

export type UpdateCreatorResponse = UpdateCreatorResponses[keyof UpdateCreatorResponses]

export type ListCreatorEntriesData = {
  body?: never
  path: {
    storeId: string
    creatorId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}/entries'
}

export type ListCreatorEntriesResponses = {
  /**
   * The request succeeded.
   */
  200: CreatorEntryPage
}

export type ListCreatorEntriesResponse = ListCreatorEntriesResponses[keyof ListCreatorEntriesResponses]

export type RecordPayoutData = {
  body: {
    /**
     * What you paid the creator, at most the balance.
     */
    amountMinor: number
    note?: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    creatorId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/creators/{creatorId}/payouts'
}

export type RecordPayoutResponses = {
  /**
   * The request succeeded.
   */
  201: CreatorEntry
}

export type RecordPayoutResponse = RecordPayoutResponses[keyof RecordPayoutResponses]

export type GetStorefrontData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront'
}

export type GetStorefrontResponses = {
  /**
   * The request succeeded.
   */
  200: Storefront
}

export type GetStorefrontResponse = GetStorefrontResponses[keyof GetStorefrontResponses]

export type UpdateStorefrontData = {
  body: {
    /**
     * The languages of the storefront, the default language first.
     */
    locales?: Array<'pt-BR' | 'en' | 'es'>
    timeZone?: string
    /**
     * Texts that are absent do not change.
     */
    texts?: {
      title?: string
      tagline?: string
      /**
       * Who sells, such as a company with its address.
       */
      seller?: string
      /**
       * An e-mail address or a link.
       */
      support?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      terms?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      privacy?: string
      /**
       * Shown while the storefront is closed.
       */
      closedMessage?: string
    }
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        title?: string
        tagline?: string
        /**
         * Who sells, such as a company with its address.
         */
        seller?: string
        /**
         * An e-mail address or a link.
         */
        support?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        terms?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        privacy?: string
        /**
         * Shown while the storefront is closed.
         */
        closedMessage?: string
      }
      en?: {
        title?: string
        tagline?: string
        /**
         * Who sells, such as a company with its address.
         */
        seller?: string
        /**
         * An e-mail address or a link.
         */
        support?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        terms?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        privacy?: string
        /**
         * Shown while the storefront is closed.
         */
        closedMessage?: string
      }
      es?: {
        title?: string
        tagline?: string
        /**
         * Who sells, such as a company with its address.
         */
        seller?: string
        /**
         * An e-mail address or a link.
         */
        support?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        terms?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        privacy?: string
        /**
         * Shown while the storefront is closed.
         */
        closedMessage?: string
      }
    }
    /**
     * The built-in theme. It also renders what your own theme cannot.
     */
    theme?: 'vale' | 'gala'
    /**
     * The settings of the theme, at most 16 KB of JSON. With a theme of your own, those that it declares.
     */
    themeSettings?: {
      [key: string]: unknown
    }
    logo?: string | null
    banner?: string | null
    /**
     * A closed storefront shows `closedMessage` and sells nothing.
     */
    isOpen?: boolean
    showRecentPurchases?: boolean
    showTopSupporter?: boolean
    /**
     * Whether pages also show how much the top supporter has paid.
     */
    showSupporterAmount?: boolean
    showServerStatus?: boolean
    joinAddress?: string | null
    goal?: {
      title: string
      /**
       * In minor units of the currency.
       */
      amountMinor: number
      startsOn?: string | null
      endsOn?: string | null
      /**
       * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
       */
      translations?: {
        'pt-BR'?: {
          title?: string
        }
        en?: {
          title?: string
        }
        es?: {
          title?: string
        }
      }
    } | null
    /**
     * The websites to which the storefront API can send buyers back after they paid.
     */
    returnOrigins?: Array<string>
    /**
     * How visitors say or prove who they are. `name` and `minecraft` are typed, the others are proved. Without a typed one, the store sells only to players who have proved who they are. Empty: it follows from the game of the default server.
     */
    identityProviders?: Array<'name' | 'minecraft' | 'steam' | 'discord' | 'code'>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront'
}

export type UpdateStorefrontResponses = {
  /**
   * The request succeeded.
   */
  200: Storefront
}

export type UpdateStorefrontResponse = UpdateStorefrontResponses[keyof UpdateStorefrontResponses]

export type CreateStorefrontPreviewData = {
  body: {
    /**
     * The languages of the storefront, the default language first.
     */
    locales?: Array<'pt-BR' | 'en' | 'es'>
    /**
     * Texts that are absent do not change.
     */
    texts?: {
      title?: string
      tagline?: string
      /**
       * Who sells, such as a company with its address.
       */
      seller?: string
      /**
       * An e-mail address or a link.
       */
      support?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      terms?: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      privacy?: string
      /**
       * Shown while the storefront is closed.
       */
      closedMessage?: string
    }
    /**
     * The built-in theme. It also renders what your own theme cannot.
     */
    theme?: 'vale' | 'gala'
    /**
     * The settings of the theme, at most 16 KB of JSON. With a theme of your own, those that it declares.
     */
    themeSettings?: {
      [key: string]: unknown
    }
    /**
     * A closed storefront shows `closedMessage` and sells nothing.
     */
    isOpen?: boolean
    showRecentPurchases?: boolean
    showTopSupporter?: boolean
    /**
     * Whether pages also show how much the top supporter has paid.
     */
    showSupporterAmount?: boolean
    showServerStatus?: boolean
    joinAddress?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/preview'
}

export type CreateStorefrontPreviewResponses = {
  /**
   * The request succeeded.
   */
  201: StorefrontPreview
}

export type CreateStorefrontPreviewResponse = CreateStorefrontPreviewResponses[keyof CreateStorefrontPreviewResponses]

export type ListStorefrontPagesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/pages'
}

export type ListStorefrontPagesResponses = {
  /**
   * The request succeeded.
   */
  200: StorefrontPageList
}

export type ListStorefrontPagesResponse = ListStorefrontPagesResponses[keyof ListStorefrontPagesResponses]

export type DeleteStorefrontPageData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    slug: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/pages/{slug}'
}

export type DeleteStorefrontPageResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteStorefrontPageResponse = DeleteStorefrontPageResponses[keyof DeleteStorefrontPageResponses]

export type SaveStorefrontPageData = {
  body: {
    title: string
    /**
     * Markdown. HTML is shown as text, and pictures are left out.
     */
    body: string
    /**
     * The storefront sorts by position, lowest first. Equal positions are sorted by age.
     */
    position?: number
    /**
     * Texts for other languages than the default language of the store. A text that is absent is shown in the default language.
     */
    translations?: {
      'pt-BR'?: {
        title?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        body?: string
      }
      en?: {
        title?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        body?: string
      }
      es?: {
        title?: string
        /**
         * Markdown. HTML is shown as text, and pictures are left out.
         */
        body?: string
      }
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    slug: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/pages/{slug}'
}

export type SaveStorefrontPageResponses = {
  /**
   * The request succeeded.
   */
  200: StorefrontPage
}

export type SaveStorefrontPageResponse = SaveStorefrontPageResponses[keyof SaveStorefrontPageResponses]

export type ListStorefrontTextsData = {
  body?: never
  path: {
    storeId: string
    locale: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}'
}

export type ListStorefrontTextsResponses = {
  /**
   * The request succeeded.
   */
  200: StorefrontTexts
}

export type ListStorefrontTextsResponse = ListStorefrontTextsResponses[keyof ListStorefrontTextsResponses]

export type RemoveStorefrontTextData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    locale: string
    key: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}/{key}'
}

export type RemoveStorefrontTextResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RemoveStorefrontTextResponse = RemoveStorefrontTextResponses[keyof RemoveStorefrontTextResponses]

export type SetStorefrontTextData = {
  body: {
    text: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    locale: string
    key: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/storefront/texts/{locale}/{key}'
}

export type SetStorefrontTextResponses = {
  /**
   * The request succeeded.
   */
  200: StorefrontText
}

export type SetStorefrontTextResponse = SetStorefrontTextResponses[keyof SetStorefrontTextResponses]

export type ListIdentityProvidersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/identity-providers'
}

export type ListIdentityProvidersResponses = {
  /**
   * The request succeeded.
   */
  200: IdentityProviderList
}

export type ListIdentityProvidersResponse = ListIdentityProvidersResponses[keyof ListIdentityProvidersResponses]

export type DisconnectIdentityProviderData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/identity-providers/{provider}'
}

export type DisconnectIdentityProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DisconnectIdentityProviderResponse =
  DisconnectIdentityProviderResponses[keyof DisconnectIdentityProviderResponses]

export type ConnectIdentityProviderData = {
  body: {
    clientId: string
    clientSecret: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/identity-providers/{provider}'
}

export type ConnectIdentityProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ConnectIdentityProviderResponse = ConnectIdentityProviderResponses[keyof ConnectIdentityProviderResponses]

export type ListCheckoutsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    state?: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    /**
     * The player's id in the game.
     */
    gameUserId?: string
    reference?: string
    productId?: string
    /**
     * Created at or after this time.
     */
    from?: string
    /**
     * Created before this time.
     */
    to?: string
    minTotalMinor?: number
    maxTotalMinor?: number
    /**
     * A checkout id, the provider's id of a payment, or the beginning of a player's id or of a reference.
     */
    search?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/checkouts'
}

export type ListCheckoutsResponses = {
  /**
   * The request succeeded.
   */
  200: CheckoutPage
}

export type ListCheckoutsResponse = ListCheckoutsResponses[keyof ListCheckoutsResponses]

export type CreateManualSaleData = {
  body: {
    /**
     * The player's id in the game.
     */
    gameUserId: string
    items: Array<{
      productId: string
      variantId?: string | null
      /**
       * Default: 1.
       */
      quantity?: number
      /**
       * What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.
       */
      fields?: {
        [key: string]: string | number | boolean
      }
    }>
    serverId?: string | null
    code?: string | null
    reference?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/checkouts'
}

export type CreateManualSaleResponses = {
  /**
   * The request succeeded.
   */
  201: ManualSale
}

export type CreateManualSaleResponse = CreateManualSaleResponses[keyof CreateManualSaleResponses]

export type PreviewRefundData = {
  body?: never
  path: {
    storeId: string
    checkoutId: string
  }
  query?: {
    /**
     * The numbers of the lines, separated by commas. Default: all lines.
     */
    lines?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund'
}

export type PreviewRefundResponses = {
  /**
   * The request succeeded.
   */
  200: RefundPreview
}

export type PreviewRefundResponse = PreviewRefundResponses[keyof PreviewRefundResponses]

export type RefundCheckoutData = {
  body: {
    /**
     * The numbers of the lines to refund. Default: all lines.
     */
    lines?: Array<number>
    /**
     * You returned the money outside Quartermaster. Only the goods are revoked. Default: false.
     */
    moneyAlreadyReturned?: boolean
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    checkoutId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/refund'
}

export type RefundCheckoutResponses = {
  /**
   * The request succeeded.
   */
  200: RefundResult
}

export type RefundCheckoutResponse = RefundCheckoutResponses[keyof RefundCheckoutResponses]

export type OpenCheckoutData = {
  body: {
    /**
     * The player's id in the game.
     */
    gameUserId: string
    items: Array<{
      productId: string
      variantId?: string | null
      /**
       * Default: 1.
       */
      quantity?: number
      /**
       * What the buyer entered, by the names of the fields of the product. Refused with `field_invalid` if a value is missing, or if the console of a target server cannot take it.
       */
      fields?: {
        [key: string]: string | number | boolean
      }
    }>
    serverId?: string | null
    code?: string | null
    /**
     * Your own name for the checkout, such as the number of an order. It must be unique in the store. The same request with the same reference returns the first checkout.
     */
    reference: string
    /**
     * The name of a payment provider.
     */
    provider: string
    giftCardCode?: string | null
    returnUrl?: string | null
    buyerEmail?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/checkouts/open'
}

export type OpenCheckoutResponses = {
  /**
   * The request succeeded.
   */
  201: OpenedCheckout
}

export type OpenCheckoutResponse = OpenCheckoutResponses[keyof OpenCheckoutResponses]

export type GetCheckoutData = {
  body?: never
  path: {
    storeId: string
    checkoutId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}'
}

export type GetCheckoutResponses = {
  /**
   * The request succeeded.
   */
  200: Checkout
}

export type GetCheckoutResponse = GetCheckoutResponses[keyof GetCheckoutResponses]

export type GetDisputeEvidenceData = {
  body?: never
  path: {
    storeId: string
    checkoutId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/checkouts/{checkoutId}/evidence'
}

export type GetDisputeEvidenceResponses = {
  /**
   * The request succeeded.
   */
  200: DisputeEvidence
}

export type GetDisputeEvidenceResponse = GetDisputeEvidenceResponses[keyof GetDisputeEvidenceResponses]

export type ListGiftCardsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    state?: 'active' | 'used_up' | 'expired' | 'void'
    /**
     * The last four characters of the code.
     */
    hint?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/gift-cards'
}

export type ListGiftCardsResponses = {
  /**
   * The request succeeded.
   */
  200: GiftCardPage
}

export type ListGiftCardsResponse = ListGiftCardsResponses[keyof ListGiftCardsResponses]

export type IssueGiftCardData = {
  body: {
    /**
     * In minor units of the currency of the store.
     */
    valueMinor: number
    note?: string
    expiresAt?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/gift-cards'
}

export type IssueGiftCardResponses = {
  /**
   * The request succeeded.
   */
  201: IssuedGiftCard
}

export type IssueGiftCardResponse = IssueGiftCardResponses[keyof IssueGiftCardResponses]

export type GetGiftCardData = {
  body?: never
  path: {
    storeId: string
    giftCardId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}'
}

export type GetGiftCardResponses = {
  /**
   * The request succeeded.
   */
  200: GiftCard
}

export type GetGiftCardResponse = GetGiftCardResponses[keyof GetGiftCardResponses]

export type AdjustGiftCardData = {
  body: {
    /**
     * Added to the balance. Negative: taken from it. Not 0.
     */
    amountMinor: number
    /**
     * Why.
     */
    note: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    giftCardId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/adjust'
}

export type AdjustGiftCardResponses = {
  /**
   * The request succeeded.
   */
  200: GiftCard
}

export type AdjustGiftCardResponse = AdjustGiftCardResponses[keyof AdjustGiftCardResponses]

export type VoidGiftCardData = {
  body: {
    note?: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    giftCardId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/void'
}

export type VoidGiftCardResponses = {
  /**
   * The request succeeded.
   */
  200: GiftCard
}

export type VoidGiftCardResponse = VoidGiftCardResponses[keyof VoidGiftCardResponses]

export type ReplaceGiftCardCodeData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    giftCardId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/gift-cards/{giftCardId}/code'
}

export type ReplaceGiftCardCodeResponses = {
  /**
   * The request succeeded.
   */
  200: IssuedGiftCard
}

export type ReplaceGiftCardCodeResponse = ReplaceGiftCardCodeResponses[keyof ReplaceGiftCardCodeResponses]

export type ListDeliveriesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    state?: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
    type?: 'APPROVE' | 'REFUND' | 'EXPIRE'
    serverId?: string
    checkoutId?: string
    /**
     * The player's id in the game.
     */
    gameUserId?: string
    productId?: string
    /**
     * Created at or after this time.
     */
    from?: string
    /**
     * Created before this time.
     */
    to?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/deliveries'
}

export type ListDeliveriesResponses = {
  /**
   * The request succeeded.
   */
  200: DeliveryPage
}

export type ListDeliveriesResponse = ListDeliveriesResponses[keyof ListDeliveriesResponses]

export type GetDeliveryData = {
  body?: never
  path: {
    storeId: string
    deliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}'
}

export type GetDeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: Delivery
}

export type GetDeliveryResponse = GetDeliveryResponses[keyof GetDeliveryResponses]

export type CancelDeliveryData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    deliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/cancel'
}

export type CancelDeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: CancelledDelivery
}

export type CancelDeliveryResponse = CancelDeliveryResponses[keyof CancelDeliveryResponses]

export type ResendDeliveryData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    deliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/resend'
}

export type ResendDeliveryResponses = {
  /**
   * The request succeeded.
   */
  201: ResentDelivery
}

export type ResendDeliveryResponse = ResendDeliveryResponses[keyof ResendDeliveryResponses]

export type ResolveDeliveryData = {
  body: {
    resolution: 'delivered' | 'retry' | 'continue'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    deliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/deliveries/{deliveryId}/resolve'
}

export type ResolveDeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: DeliveryResolution
}

export type ResolveDeliveryResponse = ResolveDeliveryResponses[keyof ResolveDeliveryResponses]

export type ListDeadLettersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/dead-letters'
}

export type ListDeadLettersResponses = {
  /**
   * The request succeeded.
   */
  200: DeadLetterPage
}

export type ListDeadLettersResponse = ListDeadLettersResponses[keyof ListDeadLettersResponses]

export type PreviewRedeliveryData = {
  body: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * Purchased at or after this time.
     */
    purchasedFrom?: string
    /**
     * Purchased before this time.
     */
    purchasedUntil?: string
    /**
     * When the server was wiped. Goods that were delivered later are not sent again. Default: now.
     */
    wipedAt?: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/redeliveries/preview'
}

export type PreviewRedeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: RedeliveryCounts
}

export type PreviewRedeliveryResponse = PreviewRedeliveryResponses[keyof PreviewRedeliveryResponses]

export type ListRedeliveriesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    state?: 'running' | 'done' | 'stopped'
  }
  url: '/api/manage/1.0/stores/{storeId}/redeliveries'
}

export type ListRedeliveriesResponses = {
  /**
   * The request succeeded.
   */
  200: RedeliveryPage
}

export type ListRedeliveriesResponse = ListRedeliveriesResponses[keyof ListRedeliveriesResponses]

export type StartRedeliveryData = {
  body: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * Purchased at or after this time.
     */
    purchasedFrom?: string
    /**
     * Purchased before this time.
     */
    purchasedUntil?: string
    /**
     * When the server was wiped. Goods that were delivered later are not sent again. Default: now.
     */
    wipedAt?: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/redeliveries'
}

export type StartRedeliveryResponses = {
  /**
   * The request succeeded.
   */
  201: Redelivery
}

export type StartRedeliveryResponse = StartRedeliveryResponses[keyof StartRedeliveryResponses]

export type GetRedeliveryData = {
  body?: never
  path: {
    storeId: string
    redeliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/redeliveries/{redeliveryId}'
}

export type GetRedeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: Redelivery
}

export type GetRedeliveryResponse = GetRedeliveryResponses[keyof GetRedeliveryResponses]

export type StopRedeliveryData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    redeliveryId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/redeliveries/{redeliveryId}/stop'
}

export type StopRedeliveryResponses = {
  /**
   * The request succeeded.
   */
  200: Redelivery
}

export type StopRedeliveryResponse = StopRedeliveryResponses[keyof StopRedeliveryResponses]

export type ListSubscriptionsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * `pending`: the first order is not paid yet. `past_due`: a renewal was not paid, and the grace period runs. `cancelling`: it ends at `paidUntil`.
     */
    state?: 'pending' | 'active' | 'past_due' | 'cancelling' | 'ended'
    /**
     * The player's id in the game.
     */
    gameUserId?: string
    /**
     * The id of a subscription or of its first order, the provider's id, or the beginning of a player's id.
     */
    search?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/subscriptions'
}

export type ListSubscriptionsResponses = {
  /**
   * The request succeeded.
   */
  200: SubscriptionPage
}

export type ListSubscriptionsResponse = ListSubscriptionsResponses[keyof ListSubscriptionsResponses]

export type GetSubscriptionData = {
  body?: never
  path: {
    storeId: string
    subscriptionId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/subscriptions/{subscriptionId}'
}

export type GetSubscriptionResponses = {
  /**
   * The request succeeded.
   */
  200: SubscriptionDetails
}

export type GetSubscriptionResponse = GetSubscriptionResponses[keyof GetSubscriptionResponses]

export type CancelSubscriptionData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    subscriptionId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/subscriptions/{subscriptionId}/cancel'
}

export type CancelSubscriptionResponses = {
  /**
   * The request succeeded.
   */
  200: Subscription
}

export type CancelSubscriptionResponse = CancelSubscriptionResponses[keyof CancelSubscriptionResponses]

export type ListEntitlementsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * The player's id in the game.
     */
    gameUserId?: string
    productId?: string
    state?: 'active' | 'ended'
    /**
     * Only entitlements that expire before this time.
     */
    endingBefore?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/entitlements'
}

export type ListEntitlementsResponses = {
  /**
   * The request succeeded.
   */
  200: EntitlementPage
}

export type ListEntitlementsResponse = ListEntitlementsResponses[keyof ListEntitlementsResponses]

export type ListPlayersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * The beginning of the player's id.
     */
    search?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/players'
}

export type ListPlayersResponses = {
  /**
   * The request succeeded.
   */
  200: PlayerPage
}

export type ListPlayersResponse = ListPlayersResponses[keyof ListPlayersResponses]

export type GetPlayerData = {
  body?: never
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}'
}

export type GetPlayerResponses = {
  /**
   * The request succeeded.
   */
  200: Player
}

export type GetPlayerResponse = GetPlayerResponses[keyof GetPlayerResponses]

export type ExportPlayerData = {
  body?: never
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/export'
}

export type ExportPlayerResponses = {
  /**
   * The request succeeded.
   */
  200: PlayerExport
}

export type ExportPlayerResponse = ExportPlayerResponses[keyof ExportPlayerResponses]

export type SetPlayerNamingData = {
  body: {
    /**
     * Whether pages of the store may name the player, also for earlier purchases.
     */
    isNamed: boolean
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/naming'
}

export type SetPlayerNamingResponses = {
  /**
   * The request succeeded.
   */
  200: PlayerNaming
}

export type SetPlayerNamingResponse = SetPlayerNamingResponses[keyof SetPlayerNamingResponses]

export type ErasePlayerData = {
  body: {
    /**
     * Cancel the unfinished deliveries of the player. Without it, they prevent the erasure. Default: false.
     */
    cancelPending?: boolean
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/erase'
}

export type ErasePlayerResponses = {
  /**
   * The request succeeded.
   */
  200: ErasedPlayer
}

export type ErasePlayerResponse = ErasePlayerResponses[keyof ErasePlayerResponses]

export type ListBansData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * Also list bans that were lifted or have ended. Default: false.
     */
    includeEnded?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/bans'
}

export type ListBansResponses = {
  /**
   * The request succeeded.
   */
  200: BanPage
}

export type ListBansResponse = ListBansResponses[keyof ListBansResponses]

export type LiftBanData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban'
}

export type LiftBanResponses = {
  /**
   * The request succeeded.
   */
  200: Ban
}

export type LiftBanResponse = LiftBanResponses[keyof LiftBanResponses]

export type BanPlayerData = {
  body: {
    reason: string
    until?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    gameUserId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/players/{gameUserId}/ban'
}

export type BanPlayerResponses = {
  /**
   * The request succeeded.
   */
  200: Ban
}

export type BanPlayerResponse = BanPlayerResponses[keyof BanPlayerResponses]

export type GetStatisticsData = {
  body?: never
  path: {
    storeId: string
  }
  query: {
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    from: string
    /**
     * UTC, in the form 2026-11-15T12:00:00.000Z.
     */
    to: string
    /**
     * The time zone in which days begin. Default: UTC.
     */
    timeZone?: string
    /**
     * The length of `intervals`. Default: day. `hour` is for at most 31 days.
     */
    interval?: 'hour' | 'day'
  }
  url: '/api/manage/1.0/stores/{storeId}/statistics'
}

export type GetStatisticsResponses = {
  /**
   * The request succeeded.
   */
  200: Statistics
}

export type GetStatisticsResponse = GetStatisticsResponses[keyof GetStatisticsResponses]

export type GetFeedData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The `cursor` of an earlier response.
     */
    after?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/feed'
}

export type GetFeedResponses = {
  /**
   * The request succeeded.
   */
  200: Feed
}

export type GetFeedResponse = GetFeedResponses[keyof GetFeedResponses]

export type ListWebhooksData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/webhooks'
}

export type ListWebhooksResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookEndpointPage
}

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses]

export type CreateWebhookData = {
  body: {
    url: string
    /**
     * The event types that the endpoint receives. Empty: all of them.
     */
    events?: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks'
}

export type CreateWebhookResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedWebhookEndpoint
}

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses]

export type DeleteWebhookData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}'
}

export type DeleteWebhookResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses]

export type GetWebhookData = {
  body?: never
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}'
}

export type GetWebhookResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookEndpoint
}

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses]

export type UpdateWebhookData = {
  body: {
    /**
     * The event types that the endpoint receives. Empty: all of them.
     */
    events: Array<string>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
    /**
     * The `ETag` that you read, or `*` to change any version.
     */
    'if-match'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}'
}

export type UpdateWebhookResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookEndpoint
}

export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses]

export type EnableWebhookData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/enable'
}

export type EnableWebhookResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookEndpoint
}

export type EnableWebhookResponse = EnableWebhookResponses[keyof EnableWebhookResponses]

export type DisableWebhookData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/disable'
}

export type DisableWebhookResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookEndpoint
}

export type DisableWebhookResponse = DisableWebhookResponses[keyof DisableWebhookResponses]

export type RotateWebhookSecretData = {
  body: {
    /**
     * Stop using the old secret now, for example because it leaked. By default it is used for one more day.
     */
    expireOldSecret?: boolean
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/rotate-secret'
}

export type RotateWebhookSecretResponses = {
  /**
   * The request succeeded.
   */
  200: RotatedWebhookSecret
}

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses]

export type ListWebhookAttemptsData = {
  body?: never
  path: {
    storeId: string
    endpointId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    eventId?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/attempts'
}

export type ListWebhookAttemptsResponses = {
  /**
   * The request succeeded.
   */
  200: WebhookAttemptPage
}

export type ListWebhookAttemptsResponse = ListWebhookAttemptsResponses[keyof ListWebhookAttemptsResponses]

export type TestWebhookData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/test'
}

export type TestWebhookResponses = {
  /**
   * The request succeeded.
   */
  202: TestEvent
}

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses]

export type ResendEventData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
    eventId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/events/{eventId}/resend'
}

export type ResendEventResponses = {
  /**
   * The request succeeded.
   */
  202: ResendResult
}

export type ResendEventResponse = ResendEventResponses[keyof ResendEventResponses]

export type ResendFailedEventsData = {
  body: {
    /**
     * Resend events that were recorded since this time.
     */
    since: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    endpointId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/resend-failed'
}

export type ResendFailedEventsResponses = {
  /**
   * The request succeeded.
   */
  202: ResendResult
}

export type ResendFailedEventsResponse = ResendFailedEventsResponses[keyof ResendFailedEventsResponses]

export type ListPaymentProvidersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/payment-providers'
}

export type ListPaymentProvidersResponses = {
  /**
   * The request succeeded.
   */
  200: PaymentProviderList
}

export type ListPaymentProvidersResponse = ListPaymentProvidersResponses[keyof ListPaymentProvidersResponses]

export type DisconnectPaymentProviderData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/payment-providers/{provider}'
}

export type DisconnectPaymentProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DisconnectPaymentProviderResponse =
  DisconnectPaymentProviderResponses[keyof DisconnectPaymentProviderResponses]

export type ConnectPaymentProviderData = {
  body: {
    /**
     * The values of the provider's `fields`, by name.
     */
    credentials: {
      [key: string]: string
    }
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/payment-providers/{provider}'
}

export type ConnectPaymentProviderResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ConnectPaymentProviderResponse = ConnectPaymentProviderResponses[keyof ConnectPaymentProviderResponses]

export type ListParkedPaymentsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * Also list resolved payments. Default: false.
     */
    includeResolved?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/parked-payments'
}

export type ListParkedPaymentsResponses = {
  /**
   * The request succeeded.
   */
  200: ParkedPaymentPage
}

export type ListParkedPaymentsResponse = ListParkedPaymentsResponses[keyof ListParkedPaymentsResponses]

export type ResolveParkedPaymentData = {
  body: {
    /**
     * How you resolved the payment.
     */
    note: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    parkedPaymentId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedPaymentId}/resolve'
}

export type ResolveParkedPaymentResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type ResolveParkedPaymentResponse = ResolveParkedPaymentResponses[keyof ResolveParkedPaymentResponses]

export type ListMembersData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/members'
}

export type ListMembersResponses = {
  /**
   * The request succeeded.
   */
  200: MemberPage
}

export type ListMembersResponse = ListMembersResponses[keyof ListMembersResponses]

export type UpdateMemberRoleData = {
  body: {
    role: 'owner' | 'manager' | 'support' | 'viewer'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    accountId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/members/{accountId}/role'
}

export type UpdateMemberRoleResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type UpdateMemberRoleResponse = UpdateMemberRoleResponses[keyof UpdateMemberRoleResponses]

export type RemoveMemberData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    accountId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/members/{accountId}'
}

export type RemoveMemberResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RemoveMemberResponse = RemoveMemberResponses[keyof RemoveMemberResponses]

export type ListInvitationsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/invitations'
}

export type ListInvitationsResponses = {
  /**
   * The request succeeded.
   */
  200: InvitationPage
}

export type ListInvitationsResponse = ListInvitationsResponses[keyof ListInvitationsResponses]

export type InviteMemberData = {
  body: {
    email: string
    role: 'owner' | 'manager' | 'support' | 'viewer'
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/invitations'
}

export type InviteMemberResponses = {
  /**
   * The request succeeded.
   */
  201: Invitation
}

export type InviteMemberResponse = InviteMemberResponses[keyof InviteMemberResponses]

export type RevokeInvitationData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    invitationId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/invitations/{invitationId}'
}

export type RevokeInvitationResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RevokeInvitationResponse = RevokeInvitationResponses[keyof RevokeInvitationResponses]

export type AcceptInvitationData = {
  body: {
    /**
     * The part after `#token=` of the link in the e-mail.
     */
    token: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/invitations/accept'
}

export type AcceptInvitationResponses = {
  /**
   * The request succeeded.
   */
  200: Membership
}

export type AcceptInvitationResponse = AcceptInvitationResponses[keyof AcceptInvitationResponses]

export type ListTokensData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/tokens'
}

export type ListTokensResponses = {
  /**
   * The request succeeded.
   */
  200: ApiTokenPage
}

export type ListTokensResponse = ListTokensResponses[keyof ListTokensResponses]

export type CreateTokenData = {
  body: {
    name: string
    scopes: Array<string>
    expiresAt?: string | null
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tokens'
}

export type CreateTokenResponses = {
  /**
   * The request succeeded.
   */
  201: CreatedApiToken
}

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses]

export type RevokeTokenData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    tokenId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/tokens/{tokenId}'
}

export type RevokeTokenResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RevokeTokenResponse = RevokeTokenResponses[keyof RevokeTokenResponses]

export type ListHostsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/hosts'
}

export type ListHostsResponses = {
  /**
   * The request succeeded.
   */
  200: StoreHostList
}

export type ListHostsResponse = ListHostsResponses[keyof ListHostsResponses]

export type AddDomainData = {
  body: {
    domain: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/hosts'
}

export type AddDomainResponses = {
  /**
   * The request succeeded.
   */
  201: StoreHost
}

export type AddDomainResponse = AddDomainResponses[keyof AddDomainResponses]

export type ChooseLabelData = {
  body: {
    label: string
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/hosts/label'
}

export type ChooseLabelResponses = {
  /**
   * The request succeeded.
   */
  200: StoreHost
}

export type ChooseLabelResponse = ChooseLabelResponses[keyof ChooseLabelResponses]

export type CheckDomainData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    host: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/hosts/{host}/check'
}

export type CheckDomainResponses = {
  /**
   * The request succeeded.
   */
  200: StoreHost
}

export type CheckDomainResponse = CheckDomainResponses[keyof CheckDomainResponses]

export type RemoveHostData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    host: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/hosts/{host}'
}

export type RemoveHostResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type RemoveHostResponse = RemoveHostResponses[keyof RemoveHostResponses]

export type PreviewImportData = {
  body: {
    /**
     * The platform. Source ids of different sources are different things.
     */
    source: string
    /**
     * Also overwrite what was edited here since it was imported. Default: false.
     */
    overwrite?: boolean
    categories?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      name: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * The storefront sorts by position, lowest first. Equal positions are sorted by age.
       */
      position?: number
    }>
    products?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      categorySourceId?: string | null
      name: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * The storefront sorts by position, lowest first. Equal positions are sorted by age.
       */
      position?: number
      /**
       * `unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.
       */
      visibility?: 'public' | 'unlisted' | 'hidden'
      /**
       * In minor units of the store's currency.
       */
      priceMinor: number
      /**
       * How long the player owns the product. Null: for ever.
       */
      durationSeconds?: number | null
      commands: {
        approve: Array<string>
        refund?: Array<string>
        expire?: Array<string>
      }
      serverIds?: Array<string>
      /**
       * Default: true.
       */
      requiresOnline?: boolean
      maxPerPlayer?: number | null
    }>
    entitlements?: Array<{
      /**
       * The id of its product at the source.
       */
      productSourceId: string
      /**
       * The player's id in the game.
       */
      gameUserId: string
      since?: string | null
      until?: string | null
      /**
       * Units of a product without a duration. Default: 1.
       */
      quantity?: number
    }>
    bans?: Array<{
      /**
       * The player's id in the game.
       */
      gameUserId: string
      reason: string
      until?: string | null
    }>
    coupons?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      /**
       * Case, spaces and Unicode forms do not matter.
       */
      code: string
      /**
       * For the staff of the store.
       */
      note?: string
      /**
       * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
       */
      discount: {
        basisPoints?: number | null
        amountMinor?: number | null
      }
      /**
       * The ids of its products at the source.
       */
      productSourceIds?: Array<string>
      /**
       * The ids of its categories at the source.
       */
      categorySourceIds?: Array<string>
      minimumMinor?: number
      maxUses?: number | null
      maxUsesPerPlayer?: number | null
      /**
       * Whether it reduces the first period of a subscription only, or all of them.
       */
      periods?: 'first' | 'all'
      startsAt?: string | null
      endsAt?: string | null
    }>
    giftCards?: Array<{
      /**
       * Players keep it. It has 8 to 40 letters and digits; others do not count. Only a hash of it is stored.
       */
      code: string
      balanceMinor: number
      note?: string
      expiresAt?: string | null
    }>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/imports/preview'
}

export type PreviewImportResponses = {
  /**
   * The request succeeded.
   */
  200: ImportReport
}

export type PreviewImportResponse = PreviewImportResponses[keyof PreviewImportResponses]

export type ImportBatchData = {
  body: {
    /**
     * The platform. Source ids of different sources are different things.
     */
    source: string
    /**
     * Also overwrite what was edited here since it was imported. Default: false.
     */
    overwrite?: boolean
    categories?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      name: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * The storefront sorts by position, lowest first. Equal positions are sorted by age.
       */
      position?: number
    }>
    products?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      categorySourceId?: string | null
      name: string
      /**
       * Markdown. HTML is shown as text, and pictures are left out.
       */
      description?: string
      /**
       * The storefront sorts by position, lowest first. Equal positions are sorted by age.
       */
      position?: number
      /**
       * `unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.
       */
      visibility?: 'public' | 'unlisted' | 'hidden'
      /**
       * In minor units of the store's currency.
       */
      priceMinor: number
      /**
       * How long the player owns the product. Null: for ever.
       */
      durationSeconds?: number | null
      commands: {
        approve: Array<string>
        refund?: Array<string>
        expire?: Array<string>
      }
      serverIds?: Array<string>
      /**
       * Default: true.
       */
      requiresOnline?: boolean
      maxPerPlayer?: number | null
    }>
    entitlements?: Array<{
      /**
       * The id of its product at the source.
       */
      productSourceId: string
      /**
       * The player's id in the game.
       */
      gameUserId: string
      since?: string | null
      until?: string | null
      /**
       * Units of a product without a duration. Default: 1.
       */
      quantity?: number
    }>
    bans?: Array<{
      /**
       * The player's id in the game.
       */
      gameUserId: string
      reason: string
      until?: string | null
    }>
    coupons?: Array<{
      /**
       * Its id at the source.
       */
      sourceId: string
      /**
       * Case, spaces and Unicode forms do not matter.
       */
      code: string
      /**
       * For the staff of the store.
       */
      note?: string
      /**
       * Exactly one of them. A fixed amount of a sale is for each unit; one of a code is for the whole basket.
       */
      discount: {
        basisPoints?: number | null
        amountMinor?: number | null
      }
      /**
       * The ids of its products at the source.
       */
      productSourceIds?: Array<string>
      /**
       * The ids of its categories at the source.
       */
      categorySourceIds?: Array<string>
      minimumMinor?: number
      maxUses?: number | null
      maxUsesPerPlayer?: number | null
      /**
       * Whether it reduces the first period of a subscription only, or all of them.
       */
      periods?: 'first' | 'all'
      startsAt?: string | null
      endsAt?: string | null
    }>
    giftCards?: Array<{
      /**
       * Players keep it. It has 8 to 40 letters and digits; others do not count. Only a hash of it is stored.
       */
      code: string
      balanceMinor: number
      note?: string
      expiresAt?: string | null
    }>
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/imports'
}

export type ImportBatchResponses = {
  /**
   * The request succeeded.
   */
  200: ImportReport
}

export type ImportBatchResponse = ImportBatchResponses[keyof ImportBatchResponses]

export type ExportStoreData = {
  body: {
    /**
     * Encrypts the credentials in the archive. Nobody can recover it.
     */
    passphrase: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/export'
}

export type ExportStoreResponses = {
  /**
   * The file.
   */
  200: unknown
}

export type ListAuditLogData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
    /**
     * The id of an account or of an API token.
     */
    actorId?: string
    action?: string
    subject?: string
    /**
     * Recorded at or after this time.
     */
    from?: string
    /**
     * Recorded before this time.
     */
    to?: string
    order?: 'newest' | 'oldest'
  }
  url: '/api/manage/1.0/stores/{storeId}/audit-log'
}

export type ListAuditLogResponses = {
  /**
   * The request succeeded.
   */
  200: AuditLogPage
}

export type ListAuditLogResponse = ListAuditLogResponses[keyof ListAuditLogResponses]

export type ListThemeVersionsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes'
}

export type ListThemeVersionsResponses = {
  /**
   * The request succeeded.
   */
  200: ThemeVersionList
}

export type ListThemeVersionsResponse = ListThemeVersionsResponses[keyof ListThemeVersionsResponses]

export type UploadThemeData = {
  body: unknown
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes'
}

export type UploadThemeResponses = {
  /**
   * The request succeeded.
   */
  201: ThemeVersion
}

export type UploadThemeResponse = UploadThemeResponses[keyof UploadThemeResponses]

export type GetThemeVersionData = {
  body?: never
  path: {
    storeId: string
    number: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes/{number}'
}

export type GetThemeVersionResponses = {
  /**
   * The request succeeded.
   */
  200: ThemeVersionDetails
}

export type GetThemeVersionResponse = GetThemeVersionResponses[keyof GetThemeVersionResponses]

export type DiffThemeVersionsData = {
  body?: never
  path: {
    storeId: string
    number: string
  }
  query: {
    /**
     * The version to compare with.
     */
    from: number
  }
  url: '/api/manage/1.0/stores/{storeId}/themes/{number}/diff'
}

export type DiffThemeVersionsResponses = {
  /**
   * The request succeeded.
   */
  200: ThemeDiff
}

export type DiffThemeVersionsResponse = DiffThemeVersionsResponses[keyof DiffThemeVersionsResponses]

export type PublishThemeData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    number: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes/{number}/publish'
}

export type PublishThemeResponses = {
  /**
   * The request succeeded.
   */
  200: ThemeVersion
}

export type PublishThemeResponse = PublishThemeResponses[keyof PublishThemeResponses]

export type RollbackThemeData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes/rollback'
}

export type RollbackThemeResponses = {
  /**
   * The request succeeded.
   */
  200: RolledBackTheme
}

export type RollbackThemeResponse = RollbackThemeResponses[keyof RollbackThemeResponses]

export type CreateThemePreviewData = {
  body: {
    /**
     * Default: 24.
     */
    hours?: number
  }
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    number: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/themes/{number}/preview'
}

export type CreateThemePreviewResponses = {
  /**
   * The request succeeded.
   */
  201: ThemePreview
}

export type CreateThemePreviewResponse = CreateThemePreviewResponses[keyof CreateThemePreviewResponses]

export type ListThemeErrorsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/theme-errors'
}

export type ListThemeErrorsResponses = {
  /**
   * The request succeeded.
   */
  200: ThemeErrorList
}

export type ListThemeErrorsResponse = ListThemeErrorsResponses[keyof ListThemeErrorsResponses]

export type ListPicturesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * The maximum number of items on the page. Default: 50.
     */
    limit?: number
    /**
     * The `nextCursor` of the previous page.
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/pictures'
}

export type ListPicturesResponses = {
  /**
   * The request succeeded.
   */
  200: PicturePage
}

export type ListPicturesResponse = ListPicturesResponses[keyof ListPicturesResponses]

export type AddPictureData = {
  body: unknown
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/pictures'
}

export type AddPictureResponses = {
  /**
   * The request succeeded.
   */
  201: Picture
}

export type AddPictureResponse = AddPictureResponses[keyof AddPictureResponses]

export type DeletePictureData = {
  body?: never
  headers?: {
    /**
     * A unique key that you choose for each write. Within 24 hours, a request with the same key returns the stored response and has no further effect. A different request with the same key is rejected.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    hash: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/pictures/{hash}'
}

export type DeletePictureResponses = {
  /**
   * The request succeeded.
   */
  204: void
}

export type DeletePictureResponse = DeletePictureResponses[keyof DeletePictureResponses]

export type GetPictureData = {
  body?: never
  path: {
    storeId: string
    hash: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/pictures/{hash}'
}

export type GetPictureResponses = {
  /**
   * The request succeeded.
   */
  200: PictureDetails
}

export type GetPictureResponse = GetPictureResponses[keyof GetPictureResponses]

export type ImportStoreData = {
  body: unknown
  headers?: {
    /**
     * The passphrase of the export, percent-encoded. An archive without credentials needs none.
     */
    'archive-passphrase'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/stores/import'
}

export type ImportStoreResponses = {
  /**
   * The request succeeded.
   */
  201: ImportedStore
}

export type ImportStoreResponse = ImportStoreResponses[keyof ImportStoreResponses]

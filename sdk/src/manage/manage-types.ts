// Made from contract/openapi/manage-1.0.json by `npm run sdk:generate`; not to be edited.

export type Problem = {
  /**
   * Names the kind of problem, like `urn:quartermaster:problem:not_found`
   */
  type: string
  /**
   * The kind of problem in a few words
   */
  title: string
  /**
   * The HTTP status again
   */
  status: number
  /**
   * What happened here, and what to do next
   */
  detail: string
  /**
   * Stable for ever; programs may rely on it
   */
  code: string
  /**
   * Quote it when you ask for help; it is in the log
   */
  requestId: string
}

export type ManageProblem = {
  /**
   * Names the kind of problem, like `urn:quartermaster:problem:not_found`
   */
  type: string
  /**
   * The kind of problem in a few words
   */
  title: string
  /**
   * The HTTP status again
   */
  status: number
  /**
   * What happened here, and what to do next
   */
  detail: string
  /**
   * Stable for ever; programs may rely on it
   */
  code: string
  /**
   * Quote it when you ask for help; it is in the log
   */
  requestId: string
  /**
   * Which part of the request it is about, like `body/name` or `querystring/limit`
   */
  field?: string
}

export type WhoAmI = {
  kind: 'account' | 'operator' | 'token'
  id: string
  name: string
  email: string | null
  storeId: string | null
  scopes: Array<string> | null
}

export type NewSession = {
  id: string
  accountId: string
  token: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  expiresAt: string
}

export type SignInResult = {
  session: NewSession | null
  challenge: string | null
}

export type Account = {
  id: string
  email: string
  name: string
  isOperator: boolean
  hasPassword: boolean
  totpEnabledAt: string | null
  remainingRecoveryCodes: number
  passkeyCount: number
  providers: Array<{
    provider: 'discord' | 'github'
    name: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    connectedAt: string
  }>
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * You have proved within the last ten minutes who you are; some changes need it
   */
  isRecentlyAuthenticated: boolean
}

export type Session = {
  id: string
  /**
   * The one that asks
   */
  isCurrent: boolean
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  lastSeenAt: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  expiresAt: string
  address: string | null
  userAgent: string | null
}

export type SessionPage = {
  items: Array<Session>
  next: string | null
}

export type TotpSecret = {
  challenge: string
  /**
   * To type into an app; base32
   */
  secret: string
  /**
   * To show as a picture; otpauth
   */
  uri: string
}

export type RecoveryCodes = {
  /**
   * Shown once; each lets in once without the app
   */
  codes: Array<string>
}

export type Passkey = {
  id: string
  name: string
  /**
   * Other devices of its owner have it too
   */
  backedUp: boolean
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  lastUsedAt: string | null
}

export type PasskeyList = {
  items: Array<Passkey>
}

export type PasskeyOptions = {
  /**
   * The `publicKey` of `navigator.credentials`
   */
  options: {
    [key: string]: unknown
  }
}

export type NewPasskey = {
  id: string
}

export type ProviderList = {
  items: Array<{
    provider: 'discord' | 'github'
    label: string
  }>
}

export type SignInRedirect = {
  /**
   * Where to send the browser
   */
  url: string
  /**
   * Keep it in this browser, and bring it back with what the provider answers
   */
  ticket: string
}

export type ManagedStore = {
  id: string
  name: string
  /**
   * Its host name
   */
  url: string
  plan: string
  expiresAt: string | null
  currency: string
  mode: 'live' | 'test'
  defaultServerId: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * Grows with every edit; the `ETag` is made of it
   */
  version: number
}

export type MyStore = {
  id: string
  name: string
  /**
   * Its host name
   */
  url: string
  plan: string
  expiresAt: string | null
  currency: string
  mode: 'live' | 'test'
  role: 'owner' | 'manager' | 'support' | 'viewer' | null
}

export type MyStorePage = {
  items: Array<MyStore>
  next: string | null
}

export type StoreClock = {
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  now: string
}

export type PlanList = {
  items: Array<{
    plan: string
    stores: number
    /**
     * Stores whose subscription is over
     */
    expired: number
  }>
}

export type GameServer = {
  id: string
  name: string
  game: string | null
  profile: 'standard' | 'fivem' | 'mta'
  /**
   * What names no server goes here
   */
  isDefault: boolean
  port: number | null
  registeredFrom: string | null
  /**
   * Addresses, and ranges of them, from which its keys work; none: from everywhere
   */
  allowedAddresses: Array<string>
  lastSeenAt: string | null
  keys: Array<{
    id: string
    /**
     * Its last characters
     */
    hint: string
    source: 'issued' | 'imported'
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    createdAt: string
    revokedAt: string | null
    /**
     * The latest first; written down now and then
     */
    usedFrom: Array<{
      /**
       * Of IPv6 the network
       */
      address: string
      /**
       * UTC, like 2026-11-15T12:00:00.000Z
       */
      firstSeenAt: string
      /**
       * UTC, like 2026-11-15T12:00:00.000Z
       */
      lastSeenAt: string
      refusedAt: string | null
    }>
  }>
  /**
   * A key in use at a second place, or at one where it may not be
   */
  warnings: Array<{
    code: 'second_address' | 'refused_address'
    message: string
    keyId: string
    address: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    at: string
  }>
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * Grows with every edit; the `ETag` is made of it
   */
  version: number
}

export type GameServerPage = {
  items: Array<GameServer>
  next: string | null
}

export type NewServer = {
  id: string
  keyId: string
  /**
   * Shown once, here
   */
  key: string
  /**
   * How many commands were sold before there was a server, and go here
   */
  takenOverDeliveries: number
}

export type IssuedKey = {
  id: string
  /**
   * Shown once, here. Older keys go on working until they are revoked
   */
  key: string
}

export type ImportedKey = {
  id: string
}

export type RevokedKeys = {
  revoked: Array<string>
}

export type Category = {
  id: string
  name: string
  /**
   * Where it stands among the others, lowest first; equals stand by age
   */
  position: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  updatedAt: string
  /**
   * Grows with every edit; the `ETag` is made of it
   */
  version: number
}

export type CategoryPage = {
  items: Array<Category>
  next: string | null
}

export type RemovedCategory = {
  /**
   * How many products are without a category now
   */
  products: number
}

export type ManagedProduct = {
  id: string
  name: string
  /**
   * In minor units of the store's currency
   */
  priceMinor: number
  currency: string
  categoryId: string | null
  commands: {
    /**
     * Run when it was paid
     */
    approve: Array<string>
    /**
     * Run when it is refunded
     */
    refund: Array<string>
    /**
     * Run when its time is over
     */
    expire: Array<string>
  }
  /**
   * How long it lasts; null: for ever
   */
  durationSeconds: number | null
  rebuy: 'extend' | 'independent'
  /**
   * Where it goes; none: the default server
   */
  serverIds: Array<string>
  /**
   * The buyer picks one of these servers, or any when none is named
   */
  buyerChoosesServer: boolean
  /**
   * How many can still be sold; null: without end
   */
  stock: number | null
  /**
   * How many one player may have; null: as many as he likes
   */
  maxPerPlayer: number | null
  /**
   * Under which conditions it is delivered
   */
  conditions: {
    /**
     * False: its commands work while the player is away
     */
    requiresOnline: boolean
    delaySeconds: number
    freeSlots: number
    /**
     * A second run of its commands does no harm
     */
    repeatable: boolean
  }
  /**
   * What to look at twice. Nothing of it stops a sale
   */
  warnings: Array<{
    code: string
    message: string
    /**
     * Which command it is about
     */
    command?: string
  }>
  archivedAt: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  updatedAt: string
  /**
   * Grows with every edit; the `ETag` is made of it
   */
  version: number
}

export type ManagedProductPage = {
  items: Array<ManagedProduct>
  next: string | null
}

export type CheckoutRow = {
  id: string
  state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
  /**
   * The player's id in the game
   */
  gameUserId: string
  reference: string | null
  currency: string
  /**
   * In minor units of the currency
   */
  totalMinor: number
  lineCount: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
  disputedAt: string | null
  /**
   * How many deliveries wait for a game server, ran, and wait for a decision
   */
  deliveries: {
    pending: number
    processed: number
    held: number
  }
}

export type CheckoutPage = {
  items: Array<CheckoutRow>
  next: string | null
}

export type ManualSale = {
  id: string
  deliveryIds: Array<string>
}

export type RefundResult = {
  id: string
  /**
   * The lines that are refunded by this; empty: they were before
   */
  lines: Array<number>
  cancelledDeliveryIds: Array<string>
  /**
   * What takes the goods back in the game
   */
  deliveryIds: Array<string>
}

export type Checkout = {
  id: string
  state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
  /**
   * The player's id in the game
   */
  gameUserId: string
  reference: string | null
  currency: string
  /**
   * In minor units of the currency
   */
  totalMinor: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
  disputedAt: string | null
  /**
   * As they were at the moment of sale
   */
  lines: Array<{
    lineNo: number
    productId: string
    name: string
    /**
     * In minor units of the currency
     */
    priceMinor: number
    quantity: number
    commands: {
      approve: Array<string>
      refund: Array<string>
      expire: Array<string>
    }
    durationSeconds: number | null
    rebuy: 'extend' | 'independent'
    serverIds: Array<string>
    refundedAt: string | null
  }>
  payment: {
    provider: string
    /**
     * In minor units of the currency
     */
    amountMinor: number
    pageRef: string | null
    paymentRef: string | null
    /**
     * In minor units of the currency
     */
    refundedMinor: number
    dispute: 'none' | 'open' | 'won' | 'lost'
    closed: boolean
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    createdAt: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    expiresAt: string
  } | null
  refunds: Array<{
    id: string
    lines: Array<number>
    /**
     * In minor units of the currency
     */
    amountMinor: number
    state: 'requested' | 'done' | 'failed'
    error: string | null
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    requestedAt: string
    finishedAt: string | null
  }>
  /**
   * Newest first
   */
  deliveries: Array<DeliveryDetails>
  entitlements: Array<{
    id: string
    lineNo: number
    productId: string
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
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    createdAt: string
  }>
}

export type DisputeEvidence = {
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
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
     * The player's id in the game
     */
    player: string
    state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    currency: string
    total: number
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    openedAt: string
    paidAt: string | null
    disputedAt: string | null
    refundedAt: string | null
    lines: Array<{
      name: string
      quantity: number
      price: number
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
    kind: 'purchase' | 'refund' | 'expiry'
    state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
    server: string | null
    products: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    queuedAt: string
    dispatchedAt: string | null
    finishedAt: string | null
    receipt: string | null
    failedAttempts: Array<{
      /**
       * UTC, like 2026-11-15T12:00:00.000Z
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
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    requestedAt: string
    finishedAt: string | null
  }>
  /**
   * Earlier purchases of the same player that were neither refunded nor disputed
   */
  earlierPurchases: {
    count: number
    hasMore: boolean
    firstPaidAt: string | null
    lastPaidAt: Array<string>
  }
  /**
   * All of it as a text, ready to be handed to the bank
   */
  text: string
}

export type Delivery = {
  id: string
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  products: Array<{
    id: string
    name: string
    price: number
    quantity: number
    commands: Array<string>
  }>
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
  failedAttempts: number
  /**
   * Console commands of it that ran, of one that is not finished
   */
  commandsRun: number
  retryAt: string | null
  holdReason: 'failed' | 'uncertain' | null
  receipt: string | null
  cancelledBy: 'refund' | 'operator' | null
  lateReportAt: string | null
  resendOf: string | null
}

export type DeliveryPage = {
  items: Array<Delivery>
  next: string | null
}

export type DeliveryDetails = {
  id: string
  state: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  products: Array<{
    id: string
    name: string
    price: number
    quantity: number
    commands: Array<string>
  }>
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  dispatchedAt: string | null
  finishedAt: string | null
  failedAttempts: number
  /**
   * Console commands of it that ran, of one that is not finished
   */
  commandsRun: number
  retryAt: string | null
  holdReason: 'failed' | 'uncertain' | null
  receipt: string | null
  cancelledBy: 'refund' | 'operator' | null
  lateReportAt: string | null
  resendOf: string | null
  /**
   * Attempts that did not end well
   */
  history: Array<{
    attempt: number
    outcome: 'failed' | 'uncertain'
    commandsRun: number
    reason: string
    output: string | null
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    reportedAt: string
  }>
}

export type DeliveryResolution = {
  id: string
  state: 'processed' | 'pending'
}

export type CancelledDelivery = {
  id: string
  /**
   * A game server may have run it all the same
   */
  wasDispatched: boolean
}

export type ResentDelivery = {
  id: string
  resendOf: string
}

export type DeadLetter = {
  id: string
  reason: 'failed' | 'uncertain' | 'no_server' | 'never_fetched' | 'server_silent' | 'player_away' | 'not_reported'
  /**
   * Why the delivery does not arrive
   */
  explanation: string
  /**
   * What you can do about it
   */
  advice: string
  /**
   * The operations on deliveries that help
   */
  actions: Array<'resolve' | 'cancel'>
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  since: string
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  /**
   * The player's id in the game
   */
  gameUserId: string
  checkoutId: string
  serverId: string | null
  serverName: string | null
  products: Array<string>
  failedAttempts: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
}

export type DeadLetterPage = {
  items: Array<DeadLetter>
  next: string | null
}

export type RedeliveryCounts = {
  /**
   * How many deliveries are enqueued
   */
  deliveries: number
  entitlements: number | null
  players: number | null
  skipped: {
    waiting: number
    delivered: number
    cancelled: number
    refunded: number
    expired: number
  }
  breakdown: Array<{
    productId: string
    serverId: string
    outcome: 'sent' | 'waiting' | 'delivered' | 'cancelled' | 'refunded' | 'expired'
    items: number
  }>
}

export type RedeliveryRow = {
  id: string
  state: 'running' | 'done' | 'stopped'
  selection: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedUntil?: string
    /**
     * When the server was wiped; what was delivered since is there. Left out: now
     */
    wipedAt?: string
  }
  createdBy: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  finishedAt: string | null
}

export type RedeliveryPage = {
  items: Array<RedeliveryRow>
  next: string | null
}

export type Redelivery = {
  id: string
  state: 'running' | 'done' | 'stopped'
  selection: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedUntil?: string
    /**
     * When the server was wiped; what was delivered since is there. Left out: now
     */
    wipedAt?: string
  }
  createdBy: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  finishedAt: string | null
  counts: RedeliveryCounts
}

export type Entitlement = {
  id: string
  productId: string
  productName: string
  /**
   * The player's id in the game
   */
  gameUserId: string
  rebuy: 'extend' | 'independent'
  serverId: string | null
  until: string | null
  endedAt: string | null
  endedBy: 'refund' | 'expiry' | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
}

export type EntitlementPage = {
  items: Array<Entitlement>
  next: string | null
}

export type PlayerRow = {
  /**
   * The player's id in the game
   */
  gameUserId: string
  firstSeenAt: string | null
  lastPaidAt: string | null
  paidCheckouts: number
  /**
   * By currency, in minor units
   */
  totals: Array<{
    currency: string
    paidMinor: number
    refundedMinor: number
  }>
  /**
   * There are more checkouts than were added up
   */
  isPartial: boolean
  isBanned: boolean
}

export type PlayerPage = {
  items: Array<PlayerRow>
  next: string | null
}

export type Ban = {
  /**
   * The player's id in the game
   */
  gameUserId: string
  reason: string
  until: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  createdBy: string
  liftedAt: string | null
  isActive: boolean
}

export type BanPage = {
  items: Array<Ban>
  next: string | null
}

export type PlayerDetails = {
  /**
   * The player's id in the game
   */
  gameUserId: string
  firstSeenAt: string | null
  lastPaidAt: string | null
  paidCheckouts: number
  /**
   * By currency, in minor units
   */
  totals: Array<{
    currency: string
    paidMinor: number
    refundedMinor: number
  }>
  /**
   * There are more checkouts than were added up
   */
  isPartial: boolean
  isBanned: boolean
  /**
   * The newest 50
   */
  checkouts: Array<{
    id: string
    state: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    reference: string | null
    currency: string
    totalMinor: number
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
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
  deliveries: {
    pending: number
    retrying: number
    held: number
  }
  ban: Ban | null
}

export type PlayerExport = {
  format: 'quartermaster.player'
  version: 1
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  exportedAt: string
  storeId: string
  /**
   * The player's id in the game
   */
  gameUserId: string
  checkouts: Array<{
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
}

export type ErasedPlayer = {
  /**
   * Stands in the place of the player from now on
   */
  pseudonym: string
  checkouts: number
  cancelled: number
}

export type Statistics = {
  /**
   * By the moment of payment; days without a sale are left out
   */
  days: Array<{
    day: string
    currency: string
    sales: number
    /**
     * In minor units of the currency
     */
    grossMinor: number
    /**
     * How many of these sales had lines refunded, by now
     */
    refunded: number
    /**
     * In minor units of the currency
     */
    refundedMinor: number
    disputed: number
  }>
  /**
   * The best 20, by money
   */
  products: Array<{
    productId: string
    name: string
    currency: string
    units: number
    /**
     * In minor units of the currency
     */
    grossMinor: number
  }>
  /**
   * From paid to delivered, of what was paid in this time
   */
  delivery: {
    delivered: number
    p50Seconds: number | null
    p95Seconds: number | null
    maxSeconds: number | null
  }
  now: {
    pending: number
    retrying: number
    held: number
    withoutServer: number
    /**
     * Not seen for ten minutes, or never
     */
    silentServers: Array<{
      id: string
      name: string
      lastSeenAt: string | null
      pending: number
    }>
  }
}

export type WebhookEndpoint = {
  id: string
  url: string
  /**
   * What it hears of; none: everything
   */
  events: Array<string>
  state: 'enabled' | 'disabled'
  disabledReason: 'operator' | 'gone' | 'failing' | null
  disabledAt: string | null
  failingSince: string | null
  oldSecretExpiresAt: string | null
  /**
   * Events that still have to be sent
   */
  pendingEvents: number
  /**
   * Events that are sent when you ask for it
   */
  abandonedEvents: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * Grows with every edit; the `ETag` is made of it
   */
  version: number
}

export type WebhookEndpointPage = {
  items: Array<WebhookEndpoint>
  next: string | null
}

export type NewEndpoint = {
  id: string
  url: string
  /**
   * Shown once, here
   */
  secret: string
}

export type NewSecret = {
  /**
   * Shown once, here
   */
  secret: string
  oldSecretExpiresAt: string | null
}

export type WebhookAttempt = {
  eventId: string
  type: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  sentAt: string
  status: number | null
  error: string | null
  durationMs: number
}

export type WebhookAttemptPage = {
  items: Array<WebhookAttempt>
  next: string | null
}

export type SentEvent = {
  eventId: string
}

export type ResentEvents = {
  /**
   * How many events are sent again
   */
  resent: number
}

export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'mercadopago' | 'paypal'
  connected: boolean
  connectedAt: string | null
  /**
   * What it takes to connect. Nothing of it is ever shown again
   */
  fields: Array<{
    name: string
    hint: string
  }>
  /**
   * What the provider has to call about payments, refunds and disputes
   */
  callbackUrl: string
}

export type PaymentProviderPage = {
  items: Array<PaymentProvider>
  next: string | null
}

export type ParkedPayment = {
  id: string
  provider: 'sandbox' | 'stripe' | 'mercadopago' | 'paypal'
  /**
   * Why it fits no checkout
   */
  reason: string
  /**
   * The provider's id of the payment
   */
  providerReference: string
  checkoutId: string | null
  amountMinor: number | null
  currency: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  parkedAt: string
  resolutionNote: string | null
}

export type ParkedPaymentPage = {
  items: Array<ParkedPayment>
  next: string | null
}

export type StoreMember = {
  accountId: string
  email: string | null
  name: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  since: string
}

export type StoreMemberPage = {
  items: Array<StoreMember>
  next: string | null
}

export type Invitation = {
  id: string
  email: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  expiresAt: string
}

export type InvitationPage = {
  items: Array<Invitation>
  next: string | null
}

export type Membership = {
  storeId: string
  role: 'owner' | 'manager' | 'support' | 'viewer'
}

export type ApiToken = {
  id: string
  name: string
  /**
   * Its last characters
   */
  hint: string
  scopes: Array<string>
  active: boolean
  createdBy: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
  revokedAt: string | null
}

export type ApiTokenPage = {
  items: Array<ApiToken>
  next: string | null
}

export type NewToken = {
  id: string
  /**
   * Shown once, here
   */
  token: string
}

export type AuditEntry = {
  id: string
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  at: string
  actor: {
    kind: 'member' | 'token' | 'operator' | 'command_line'
    id: string | null
    name: string
  }
  /**
   * The operation, by its name in this document
   */
  action: string
  subject: string | null
  details: {
    [key: string]: unknown
  }
  address: string | null
  requestId: string | null
}

export type AuditLogPage = {
  items: Array<AuditEntry>
  next: string | null
}

export type WhoAmIData = {
  body?: never
  path?: never
  query?: never
  url: '/api/manage/1.0/whoami'
}

export type WhoAmIResponses = {
  /**
   * Done
   */
  200: WhoAmI
}

export type WhoAmIResponse = WhoAmIResponses[keyof WhoAmIResponses]

export type SignUpData = {
  body: {
    email: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-up'
}

export type SignUpResponses = {
  /**
   * Done
   */
  202: unknown
}

export type ConfirmSignUpData = {
  body: {
    /**
     * Behind `#token=` in the mail
     */
    token: string
    name: string
    /**
     * At least 10 characters
     */
    password: string
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    sessionAs?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-up/confirm'
}

export type ConfirmSignUpResponses = {
  /**
   * Done
   */
  201: NewSession
}

export type ConfirmSignUpResponse = ConfirmSignUpResponses[keyof ConfirmSignUpResponses]

export type SignInData = {
  body: {
    email: string
    /**
     * At least 10 characters
     */
    password: string
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    sessionAs?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-in'
}

export type SignInResponses = {
  /**
   * Done
   */
  200: SignInResult
}

export type SignInResponse = SignInResponses[keyof SignInResponses]

export type VerifySecondFactorData = {
  body: {
    challenge: string
    /**
     * Of the app, or a recovery code
     */
    code: string
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    sessionAs?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-in/second-factor'
}

export type VerifySecondFactorResponses = {
  /**
   * Done
   */
  200: NewSession
}

export type VerifySecondFactorResponse = VerifySecondFactorResponses[keyof VerifySecondFactorResponses]

export type RequestPasswordResetData = {
  body: {
    email: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password-reset'
}

export type RequestPasswordResetResponses = {
  /**
   * Done
   */
  202: unknown
}

export type ResetPasswordData = {
  body: {
    /**
     * Behind `#token=` in the mail
     */
    token: string
    /**
     * At least 10 characters
     */
    password: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password-reset/confirm'
}

export type ResetPasswordResponses = {
  /**
   * Done
   */
  204: void
}

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses]

export type ConfirmEmailChangeData = {
  body: {
    /**
     * Behind `#token=` in the mail
     */
    token: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/email/confirm'
}

export type ConfirmEmailChangeResponses = {
  /**
   * Done
   */
  204: void
}

export type ConfirmEmailChangeResponse = ConfirmEmailChangeResponses[keyof ConfirmEmailChangeResponses]

export type SignOutData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sign-out'
}

export type SignOutResponses = {
  /**
   * Done
   */
  204: void
}

export type SignOutResponse = SignOutResponses[keyof SignOutResponses]

export type CloseAccountData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account'
}

export type CloseAccountResponses = {
  /**
   * Done
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
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account'
}

export type UpdateAccountResponses = {
  /**
   * Done
   */
  200: Account
}

export type UpdateAccountResponse = UpdateAccountResponses[keyof UpdateAccountResponses]

export type ReauthenticateData = {
  body: {
    /**
     * At least 10 characters
     */
    password: string
    /**
     * Of the app, or a recovery code
     */
    code?: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/reauthenticate'
}

export type ReauthenticateResponses = {
  /**
   * Done
   */
  204: void
}

export type ReauthenticateResponse = ReauthenticateResponses[keyof ReauthenticateResponses]

export type ChangePasswordData = {
  body: {
    /**
     * At least 10 characters
     */
    password: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/password'
}

export type ChangePasswordResponses = {
  /**
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/email'
}

export type ChangeEmailResponses = {
  /**
   * Done
   */
  202: unknown
}

export type RevokeOtherSessionsData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/sessions'
}

export type RevokeOtherSessionsResponses = {
  /**
   * Done
   */
  204: void
}

export type RevokeOtherSessionsResponse = RevokeOtherSessionsResponses[keyof RevokeOtherSessionsResponses]

export type ListSessionsData = {
  body?: never
  path?: never
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/account/sessions'
}

export type ListSessionsResponses = {
  /**
   * Done
   */
  200: SessionPage
}

export type ListSessionsResponse = ListSessionsResponses[keyof ListSessionsResponses]

export type EndSessionData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    sessionId: string
  }
  query?: never
  url: '/api/manage/1.0/account/sessions/{sessionId}'
}

export type EndSessionResponses = {
  /**
   * Done
   */
  204: void
}

export type EndSessionResponse = EndSessionResponses[keyof EndSessionResponses]

export type DisableTotpData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp'
}

export type DisableTotpResponses = {
  /**
   * Done
   */
  204: void
}

export type DisableTotpResponse = DisableTotpResponses[keyof DisableTotpResponses]

export type StartTotpSetupData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp'
}

export type StartTotpSetupResponses = {
  /**
   * Done
   */
  200: TotpSecret
}

export type StartTotpSetupResponse = StartTotpSetupResponses[keyof StartTotpSetupResponses]

export type ConfirmTotpSetupData = {
  body: {
    challenge: string
    /**
     * Of the app, or a recovery code
     */
    code: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/totp/confirm'
}

export type ConfirmTotpSetupResponses = {
  /**
   * Done
   */
  200: RecoveryCodes
}

export type ConfirmTotpSetupResponse = ConfirmTotpSetupResponses[keyof ConfirmTotpSetupResponses]

export type RegenerateRecoveryCodesData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/recovery-codes'
}

export type RegenerateRecoveryCodesResponses = {
  /**
   * Done
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
   * Done
   */
  200: PasskeyList
}

export type ListPasskeysResponse = ListPasskeysResponses[keyof ListPasskeysResponses]

export type AddPasskeyData = {
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys'
}

export type AddPasskeyResponses = {
  /**
   * Done
   */
  201: NewPasskey
}

export type AddPasskeyResponse = AddPasskeyResponses[keyof AddPasskeyResponses]

export type StartPasskeyRegistrationData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys/start'
}

export type StartPasskeyRegistrationResponses = {
  /**
   * Done
   */
  200: PasskeyOptions
}

export type StartPasskeyRegistrationResponse =
  StartPasskeyRegistrationResponses[keyof StartPasskeyRegistrationResponses]

export type DeletePasskeyData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  204: void
}

export type DeletePasskeyResponse = DeletePasskeyResponses[keyof DeletePasskeyResponses]

export type StartPasskeySignInData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkey-sign-in/start'
}

export type StartPasskeySignInResponses = {
  /**
   * Done
   */
  200: PasskeyOptions
}

export type StartPasskeySignInResponse = StartPasskeySignInResponses[keyof StartPasskeySignInResponses]

export type SignInWithPasskeyData = {
  body: {
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    sessionAs?: 'cookie' | 'token'
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkey-sign-in'
}

export type SignInWithPasskeyResponses = {
  /**
   * Done
   */
  200: NewSession
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
   * Done
   */
  200: ProviderList
}

export type ListSignInProvidersResponse = ListSignInProvidersResponses[keyof ListSignInProvidersResponses]

export type StartProviderSignInData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    sessionAs?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/provider-sign-in'
}

export type SignInWithProviderResponses = {
  /**
   * Done
   */
  200: SignInResult
}

export type SignInWithProviderResponse = SignInWithProviderResponses[keyof SignInWithProviderResponses]

export type StartProviderConnectionData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/account/providers/{provider}/connect'
}

export type StartProviderConnectionResponses = {
  /**
   * Done
   */
  200: SignInRedirect
}

export type StartProviderConnectionResponse = StartProviderConnectionResponses[keyof StartProviderConnectionResponses]

export type ConnectProviderData = {
  body: {
    ticket: string
    state: string
    code: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/provider-connections'
}

export type ConnectProviderResponses = {
  /**
   * Done
   */
  204: void
}

export type ConnectProviderResponse = ConnectProviderResponses[keyof ConnectProviderResponses]

export type DisconnectProviderData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    provider: string
  }
  query?: never
  url: '/api/manage/1.0/account/providers/{provider}'
}

export type DisconnectProviderResponses = {
  /**
   * Done
   */
  204: void
}

export type DisconnectProviderResponse = DisconnectProviderResponses[keyof DisconnectProviderResponses]

export type ListStoresData = {
  body?: never
  path?: never
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores'
}

export type ListStoresResponses = {
  /**
   * Done
   */
  200: MyStorePage
}

export type ListStoresResponse = ListStoresResponses[keyof ListStoresResponses]

export type CreateStoreData = {
  body: {
    name: string
    /**
     * Its host name
     */
    url: string
    currency: string
    mode?: 'live' | 'test'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/stores'
}

export type CreateStoreResponses = {
  /**
   * Done
   */
  201: ManagedStore
}

export type CreateStoreResponse = CreateStoreResponses[keyof CreateStoreResponses]

export type ListAllStoresData = {
  body?: never
  path?: never
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/platform/stores'
}

export type ListAllStoresResponses = {
  /**
   * Done
   */
  200: MyStorePage
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
   * Done
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
   * Done
   */
  200: ManagedStore
}

export type GetStoreResponse = GetStoreResponses[keyof GetStoreResponses]

export type UpdateStoreData = {
  body: {
    name?: string
    /**
     * Its host name
     */
    url?: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: ManagedStore
}

export type UpdateStoreResponse = UpdateStoreResponses[keyof UpdateStoreResponses]

export type SetStorePlanData = {
  body: {
    plan: string
    expiresAt: string | null
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: ManagedStore
}

export type SetStorePlanResponse = SetStorePlanResponses[keyof SetStorePlanResponses]

export type AdvanceClockData = {
  body: {
    /**
     * By how much, ten years at the most
     */
    seconds: number
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/clock'
}

export type AdvanceClockResponses = {
  /**
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/servers'
}

export type ListServersResponses = {
  /**
   * Done
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
     * Addresses, and ranges of them, from which its keys work; none: from everywhere
     */
    allowedAddresses?: Array<string>
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: NewServer
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
   * Done
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
     * Addresses, and ranges of them, from which its keys work; none: from everywhere
     */
    allowedAddresses?: Array<string>
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: GameServer
}

export type UpdateServerResponse = UpdateServerResponses[keyof UpdateServerResponses]

export type SetDefaultServerData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: GameServer
}

export type SetDefaultServerResponse = SetDefaultServerResponses[keyof SetDefaultServerResponses]

export type CreateServerKeyData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: IssuedKey
}

export type CreateServerKeyResponse = CreateServerKeyResponses[keyof CreateServerKeyResponses]

export type ImportServerKeyData = {
  body: {
    /**
     * As the server sends it
     */
    key: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: ImportedKey
}

export type ImportServerKeyResponse = ImportServerKeyResponses[keyof ImportServerKeyResponses]

export type RevokeServerKeysData = {
  body: {
    which: 'all-but-newest' | 'all'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: RevokedKeys
}

export type RevokeServerKeysResponse = RevokeServerKeysResponses[keyof RevokeServerKeysResponses]

export type RevokeServerKeyData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/categories'
}

export type ListCategoriesResponses = {
  /**
   * Done
   */
  200: CategoryPage
}

export type ListCategoriesResponse = ListCategoriesResponses[keyof ListCategoriesResponses]

export type CreateCategoryData = {
  body: {
    name: string
    /**
     * Where it stands among the others, lowest first; equals stand by age
     */
    position?: number
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: Category
}

export type CreateCategoryResponse = CreateCategoryResponses[keyof CreateCategoryResponses]

export type DeleteCategoryData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: RemovedCategory
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
   * Done
   */
  200: Category
}

export type GetCategoryResponse = GetCategoryResponses[keyof GetCategoryResponses]

export type UpdateCategoryData = {
  body: {
    name?: string
    /**
     * Where it stands among the others, lowest first; equals stand by age
     */
    position?: number
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: Category
}

export type UpdateCategoryResponse = UpdateCategoryResponses[keyof UpdateCategoryResponses]

export type ListProductsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    /**
     * `none`: those without one
     */
    categoryId?: string | 'none'
    /**
     * Those that are not sold any more, instead of those that are
     */
    archived?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/products'
}

export type ListProductsResponses = {
  /**
   * Done
   */
  200: ManagedProductPage
}

export type ListProductsResponse = ListProductsResponses[keyof ListProductsResponses]

export type CreateProductData = {
  body: {
    name: string
    /**
     * In minor units of the store's currency
     */
    priceMinor: number
    commands: {
      /**
       * Run when it was paid
       */
      approve: Array<string>
      /**
       * Run when it is refunded
       */
      refund?: Array<string>
      /**
       * Run when its time is over
       */
      expire?: Array<string>
    }
    categoryId?: string | null
    /**
     * How long it lasts; null: for ever
     */
    durationSeconds?: number | null
    rebuy?: 'extend' | 'independent'
    /**
     * Where it goes; none: the default server
     */
    serverIds?: Array<string>
    /**
     * The buyer picks one of these servers, or any when none is named
     */
    buyerChoosesServer?: boolean
    /**
     * How many can still be sold; null: without end
     */
    stock?: number | null
    /**
     * How many one player may have; null: as many as he likes
     */
    maxPerPlayer?: number | null
    conditions?: {
      /**
       * False: its commands work while the player is away
       */
      requiresOnline?: boolean
      delaySeconds?: number
      freeSlots?: number
      /**
       * A second run of its commands does no harm
       */
      repeatable?: boolean
    }
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: ManagedProduct
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
   * Done
   */
  200: ManagedProduct
}

export type GetProductResponse = GetProductResponses[keyof GetProductResponses]

export type UpdateProductData = {
  body: {
    name?: string
    /**
     * In minor units of the store's currency
     */
    priceMinor?: number
    commands?: {
      /**
       * Run when it was paid
       */
      approve: Array<string>
      /**
       * Run when it is refunded
       */
      refund: Array<string>
      /**
       * Run when its time is over
       */
      expire: Array<string>
    }
    categoryId?: string | null
    /**
     * How long it lasts; null: for ever
     */
    durationSeconds?: number | null
    rebuy?: 'extend' | 'independent'
    /**
     * Where it goes; none: the default server
     */
    serverIds?: Array<string>
    /**
     * The buyer picks one of these servers, or any when none is named
     */
    buyerChoosesServer?: boolean
    /**
     * How many can still be sold; null: without end
     */
    stock?: number | null
    /**
     * How many one player may have; null: as many as he likes
     */
    maxPerPlayer?: number | null
    conditions?: {
      /**
       * False: its commands work while the player is away
       */
      requiresOnline?: boolean
      delaySeconds?: number
      freeSlots?: number
      /**
       * A second run of its commands does no harm
       */
      repeatable?: boolean
    }
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: ManagedProduct
}

export type UpdateProductResponse = UpdateProductResponses[keyof UpdateProductResponses]

export type ArchiveProductData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: ManagedProduct
}

export type ArchiveProductResponse = ArchiveProductResponses[keyof ArchiveProductResponses]

export type RestoreProductData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: ManagedProduct
}

export type RestoreProductResponse = RestoreProductResponses[keyof RestoreProductResponses]

export type ListCheckoutsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    state?: 'open' | 'paid' | 'refunded' | 'disputed' | 'abandoned'
    /**
     * The player's id in the game
     */
    gameUserId?: string
    reference?: string
    productId?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    from?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    to?: string
    minTotalMinor?: number
    maxTotalMinor?: number
    /**
     * A checkout's id, or how a player's id or a reference begins
     */
    search?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/checkouts'
}

export type ListCheckoutsResponses = {
  /**
   * Done
   */
  200: CheckoutPage
}

export type ListCheckoutsResponse = ListCheckoutsResponses[keyof ListCheckoutsResponses]

export type CreateManualSaleData = {
  body: {
    /**
     * The player's id in the game
     */
    gameUserId: string
    items: Array<{
      productId: string
      quantity?: number
    }>
    serverId?: string | null
    reference?: string | null
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: ManualSale
}

export type CreateManualSaleResponse = CreateManualSaleResponses[keyof CreateManualSaleResponses]

export type RefundCheckoutData = {
  body: {
    /**
     * Left out: all
     */
    lines?: Array<number>
    /**
     * The money went back already, outside of here: only take the goods
     */
    moneyAlreadyReturned?: boolean
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: RefundResult
}

export type RefundCheckoutResponse = RefundCheckoutResponses[keyof RefundCheckoutResponses]

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
   * Done
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
   * Done
   */
  200: DisputeEvidence
}

export type GetDisputeEvidenceResponse = GetDisputeEvidenceResponses[keyof GetDisputeEvidenceResponses]

export type ListDeliveriesData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    state?: 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'
    type?: 'APPROVE' | 'REFUND' | 'EXPIRE'
    serverId?: string
    checkoutId?: string
    /**
     * The player's id in the game
     */
    gameUserId?: string
    productId?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    from?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    to?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/deliveries'
}

export type ListDeliveriesResponses = {
  /**
   * Done
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
   * Done
   */
  200: DeliveryDetails
}

export type GetDeliveryResponse = GetDeliveryResponses[keyof GetDeliveryResponses]

export type CancelDeliveryData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: CancelledDelivery
}

export type CancelDeliveryResponse = CancelDeliveryResponses[keyof CancelDeliveryResponses]

export type ResendDeliveryData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/dead-letters'
}

export type ListDeadLettersResponses = {
  /**
   * Done
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
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedUntil?: string
    /**
     * When the server was wiped; what was delivered since is there. Left out: now
     */
    wipedAt?: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    state?: 'running' | 'done' | 'stopped'
  }
  url: '/api/manage/1.0/stores/{storeId}/redeliveries'
}

export type ListRedeliveriesResponses = {
  /**
   * Done
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
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    purchasedUntil?: string
    /**
     * When the server was wiped; what was delivered since is there. Left out: now
     */
    wipedAt?: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
   * Done
   */
  200: Redelivery
}

export type GetRedeliveryResponse = GetRedeliveryResponses[keyof GetRedeliveryResponses]

export type StopRedeliveryData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: Redelivery
}

export type StopRedeliveryResponse = StopRedeliveryResponses[keyof StopRedeliveryResponses]

export type ListEntitlementsData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    /**
     * The player's id in the game
     */
    gameUserId?: string
    productId?: string
    state?: 'active' | 'ended'
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    endingBefore?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/entitlements'
}

export type ListEntitlementsResponses = {
  /**
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    /**
     * How the id begins
     */
    search?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/players'
}

export type ListPlayersResponses = {
  /**
   * Done
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
   * Done
   */
  200: PlayerDetails
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
   * Done
   */
  200: PlayerExport
}

export type ExportPlayerResponse = ExportPlayerResponses[keyof ExportPlayerResponses]

export type ErasePlayerData = {
  body: {
    /**
     * Give up what still waits for the player
     */
    cancelPending?: boolean
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    includeEnded?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/bans'
}

export type ListBansResponses = {
  /**
   * Done
   */
  200: BanPage
}

export type ListBansResponse = ListBansResponses[keyof ListBansResponses]

export type LiftBanData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    from: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    to: string
    /**
     * Where days begin; UTC when left out
     */
    timeZone?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/statistics'
}

export type GetStatisticsResponses = {
  /**
   * Done
   */
  200: Statistics
}

export type GetStatisticsResponse = GetStatisticsResponses[keyof GetStatisticsResponses]

export type ListWebhooksData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/webhooks'
}

export type ListWebhooksResponses = {
  /**
   * Done
   */
  200: WebhookEndpointPage
}

export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses]

export type CreateWebhookData = {
  body: {
    url: string
    /**
     * What it hears of; none: everything
     */
    events?: Array<string>
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: NewEndpoint
}

export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses]

export type DeleteWebhookData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
   * Done
   */
  200: WebhookEndpoint
}

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses]

export type UpdateWebhookData = {
  body: {
    /**
     * What it hears of; none: everything
     */
    events: Array<string>
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
    /**
     * The ETag you have read; `*` for any
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
   * Done
   */
  200: WebhookEndpoint
}

export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses]

export type EnableWebhookData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: WebhookEndpoint
}

export type EnableWebhookResponse = EnableWebhookResponses[keyof EnableWebhookResponses]

export type DisableWebhookData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: WebhookEndpoint
}

export type DisableWebhookResponse = DisableWebhookResponses[keyof DisableWebhookResponses]

export type RotateWebhookSecretData = {
  body: {
    /**
     * The old one has leaked: it ends now instead of in a day
     */
    expireOldSecret?: boolean
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  200: NewSecret
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    eventId?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/webhooks/{endpointId}/attempts'
}

export type ListWebhookAttemptsResponses = {
  /**
   * Done
   */
  200: WebhookAttemptPage
}

export type ListWebhookAttemptsResponse = ListWebhookAttemptsResponses[keyof ListWebhookAttemptsResponses]

export type TestWebhookData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  202: SentEvent
}

export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses]

export type ResendEventData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  202: ResentEvents
}

export type ResendEventResponse = ResendEventResponses[keyof ResendEventResponses]

export type ResendFailedEventsData = {
  body: {
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    since: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  202: ResentEvents
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
   * Done
   */
  200: PaymentProviderPage
}

export type ListPaymentProvidersResponse = ListPaymentProvidersResponses[keyof ListPaymentProvidersResponses]

export type DisconnectPaymentProviderData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  204: void
}

export type DisconnectPaymentProviderResponse =
  DisconnectPaymentProviderResponses[keyof DisconnectPaymentProviderResponses]

export type ConnectPaymentProviderData = {
  body: {
    /**
     * By the names of the provider's `fields`
     */
    credentials: {
      [key: string]: string
    }
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    /**
     * List resolved payments too
     */
    includeResolved?: boolean
  }
  url: '/api/manage/1.0/stores/{storeId}/parked-payments'
}

export type ListParkedPaymentsResponses = {
  /**
   * Done
   */
  200: ParkedPaymentPage
}

export type ListParkedPaymentsResponse = ListParkedPaymentsResponses[keyof ListParkedPaymentsResponses]

export type ResolveParkedPaymentData = {
  body: {
    /**
     * What you did
     */
    note: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    parkedId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedId}/resolve'
}

export type ResolveParkedPaymentResponses = {
  /**
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/members'
}

export type ListMembersResponses = {
  /**
   * Done
   */
  200: StoreMemberPage
}

export type ListMembersResponse = ListMembersResponses[keyof ListMembersResponses]

export type UpdateMemberRoleData = {
  body: {
    role: 'owner' | 'manager' | 'support' | 'viewer'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  204: void
}

export type UpdateMemberRoleResponse = UpdateMemberRoleResponses[keyof UpdateMemberRoleResponses]

export type RemoveMemberData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/invitations'
}

export type ListInvitationsResponses = {
  /**
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: Invitation
}

export type InviteMemberResponse = InviteMemberResponses[keyof InviteMemberResponses]

export type RevokeInvitationData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  204: void
}

export type RevokeInvitationResponse = RevokeInvitationResponses[keyof RevokeInvitationResponses]

export type AcceptInvitationData = {
  body: {
    token: string
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/invitations/accept'
}

export type AcceptInvitationResponses = {
  /**
   * Done
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
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/tokens'
}

export type ListTokensResponses = {
  /**
   * Done
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
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  201: NewToken
}

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses]

export type RevokeTokenData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
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
   * Done
   */
  204: void
}

export type RevokeTokenResponse = RevokeTokenResponses[keyof RevokeTokenResponses]

export type ListAuditLogData = {
  body?: never
  path: {
    storeId: string
  }
  query?: {
    /**
     * At most so many; 50 when left out
     */
    limit?: number
    /**
     * From `next` of the page before
     */
    cursor?: string
    actorId?: string
    action?: string
    subject?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/audit-log'
}

export type ListAuditLogResponses = {
  /**
   * Done
   */
  200: AuditLogPage
}

export type ListAuditLogResponse = ListAuditLogResponses[keyof ListAuditLogResponses]

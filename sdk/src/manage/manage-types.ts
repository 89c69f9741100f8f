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

export type StartedSession = {
  id: string
  accountId: string
  token: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  expiresAt: string
}

export type SignInAnswer = {
  session: StartedSession | null
  challenge: string | null
}

export type Account = {
  id: string
  email: string
  name: string
  isOperator: boolean
  hasPassword: boolean
  totpSince: string | null
  recoveryCodesLeft: number
  passkeys: number
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
  isProved: boolean
}

export type Session = {
  id: string
  /**
   * The one that asks
   */
  isThis: boolean
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
  agent: string | null
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

export type ProviderPage = {
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
  address: string | null
  /**
   * Addresses, and ranges of them, from which its keys work; none: from everywhere
   */
  addresses: Array<string>
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
  takenOver: number
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
  buyerPicks: boolean
  /**
   * How many can still be sold; null: without end
   */
  stock: number | null
  /**
   * How many one player may have; null: as many as he likes
   */
  mostPerPlayer: number | null
  /**
   * Under which conditions it is delivered
   */
  conditions: {
    /**
     * False: its commands work while the player is away
     */
    needsOnline: boolean
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
  /**
   * How many
   */
  lines: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
  paidAt: string | null
  refundedAt: string | null
  disputedAt: string | null
  /**
   * How many commands for game servers wait, ran, and wait for you
   */
  delivery: {
    waiting: number
    delivered: number
    held: number
  }
}

export type CheckoutPage = {
  items: Array<CheckoutRow>
  next: string | null
}

export type NewSale = {
  id: string
  commandIds: Array<string>
}

export type RefundDone = {
  id: string
  /**
   * The lines that are refunded by this; empty: they were before
   */
  lines: Array<number>
  cancelledCommandIds: Array<string>
  /**
   * What takes the goods back in the game
   */
  commandIds: Array<string>
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
  commands: Array<DeliveryDetails>
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
  writtenAt: string
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
      lastsSeconds: number | null
      needsPlayerOnline: boolean
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
    kind: 'given' | 'taken back' | 'expired'
    state: 'pending' | 'resting' | 'held' | 'processed' | 'cancelled'
    server: string | null
    goods: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    queuedAt: string
    offeredAt: string | null
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
  earlier: {
    count: number
    isMore: boolean
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
  state: 'pending' | 'resting' | 'held' | 'processed' | 'cancelled'
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
  offeredAt: string | null
  finishedAt: string | null
  /**
   * Attempts that failed
   */
  attempts: number
  /**
   * Console commands of it that ran, of one that is not finished
   */
  stepsDone: number
  readyAt: string | null
  held: 'failed' | 'in_doubt' | null
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
  state: 'pending' | 'resting' | 'held' | 'processed' | 'cancelled'
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
  offeredAt: string | null
  finishedAt: string | null
  /**
   * Attempts that failed
   */
  attempts: number
  /**
   * Console commands of it that ran, of one that is not finished
   */
  stepsDone: number
  readyAt: string | null
  held: 'failed' | 'in_doubt' | null
  receipt: string | null
  cancelledBy: 'refund' | 'operator' | null
  lateReportAt: string | null
  resendOf: string | null
  /**
   * Attempts that did not end well
   */
  history: Array<{
    attempt: number
    outcome: 'failed' | 'in_doubt'
    stepsDone: number
    reason: string
    output: string | null
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    reportedAt: string
  }>
}

export type Settlement = {
  id: string
  state: 'processed' | 'pending'
}

export type Cancelled = {
  id: string
  /**
   * A game server may have run it all the same
   */
  wasOffered: boolean
}

export type Resent = {
  id: string
  resendOf: string
}

export type DeadLetter = {
  id: string
  reason: 'failed' | 'in_doubt' | 'no_server' | 'never_fetched' | 'server_silent' | 'player_away' | 'not_reported'
  /**
   * Why it does not arrive
   */
  why: string
  /**
   * What you can do
   */
  todo: string
  /**
   * Which operations on commands help
   */
  can: Array<'settle' | 'cancel'>
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
  attempts: number
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  createdAt: string
}

export type DeadLetterPage = {
  items: Array<DeadLetter>
  next: string | null
}

export type RedeliveryPlan = {
  /**
   * How many commands are queued
   */
  elements: number
  entitlements: number | null
  players: number | null
  leftOut: {
    waiting: number
    delivered: number
    cancelled: number
    refunded: number
    expired: number
  }
  counts: Array<{
    productId: string
    serverId: string
    outcome: 'sent' | 'waiting' | 'delivered' | 'cancelled' | 'refunded' | 'expired'
    items: number
  }>
}

export type RedeliveryRow = {
  id: string
  state: 'running' | 'done' | 'stopped'
  choice: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtUntil?: string
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
  choice: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtUntil?: string
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
  tally: RedeliveryPlan
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
  isInForce: boolean
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
  commands: {
    pending: number
    resting: number
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
  commands: Array<{
    [key: string]: unknown
  }>
  events: Array<{
    [key: string]: unknown
  }>
  bans: Array<{
    [key: string]: unknown
  }>
  audit: Array<{
    [key: string]: unknown
  }>
  redeliveries: Array<{
    [key: string]: unknown
  }>
}

export type Erased = {
  /**
   * Stands in the place of the player from now on
   */
  pseudonym: string
  checkouts: number
  cancelled: number
}

export type Figures = {
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
    worstSeconds: number | null
  }
  now: {
    waiting: number
    resting: number
    held: number
    withoutServer: number
    /**
     * Not seen for ten minutes, or never
     */
    silentServers: Array<{
      id: string
      name: string
      lastSeenAt: string | null
      waiting: number
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
  oldSecretUntil: string | null
  /**
   * Events that it has not had yet
   */
  waiting: number
  /**
   * Events that are sent when you ask for it
   */
  givenUp: number
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
  oldSecretUntil: string | null
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
  ms: number
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
   * The provider's name for the payment
   */
  subject: string
  checkoutId: string | null
  amountMinor: number | null
  currency: string | null
  /**
   * UTC, like 2026-11-15T12:00:00.000Z
   */
  parkedAt: string
  settledNote: string | null
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

export type AuditRow = {
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

export type AuditPage = {
  items: Array<AuditRow>
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
    deliver?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/confirm'
}

export type ConfirmSignUpResponses = {
  /**
   * Done
   */
  201: StartedSession
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
    deliver?: 'cookie' | 'token'
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
  200: SignInAnswer
}

export type SignInResponse = SignInResponses[keyof SignInResponses]

export type GiveSecondFactorData = {
  body: {
    challenge: string
    /**
     * Of the app, or a recovery code
     */
    code: string
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    deliver?: 'cookie' | 'token'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/second-factor'
}

export type GiveSecondFactorResponses = {
  /**
   * Done
   */
  200: StartedSession
}

export type GiveSecondFactorResponse = GiveSecondFactorResponses[keyof GiveSecondFactorResponses]

export type ForgotPasswordData = {
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
  url: '/api/manage/1.0/account/forgot'
}

export type ForgotPasswordResponses = {
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
  url: '/api/manage/1.0/account/reset'
}

export type ResetPasswordResponses = {
  /**
   * Done
   */
  204: void
}

export type ResetPasswordResponse = ResetPasswordResponses[keyof ResetPasswordResponses]

export type ConfirmEmailData = {
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

export type ConfirmEmailResponses = {
  /**
   * Done
   */
  204: void
}

export type ConfirmEmailResponse = ConfirmEmailResponses[keyof ConfirmEmailResponses]

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

export type ProveAgainData = {
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
  url: '/api/manage/1.0/account/proof'
}

export type ProveAgainResponses = {
  /**
   * Done
   */
  204: void
}

export type ProveAgainResponse = ProveAgainResponses[keyof ProveAgainResponses]

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

export type EndOtherSessionsData = {
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

export type EndOtherSessionsResponses = {
  /**
   * Done
   */
  204: void
}

export type EndOtherSessionsResponse = EndOtherSessionsResponses[keyof EndOtherSessionsResponses]

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

export type RemoveTotpData = {
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

export type RemoveTotpResponses = {
  /**
   * Done
   */
  204: void
}

export type RemoveTotpResponse = RemoveTotpResponses[keyof RemoveTotpResponses]

export type BeginTotpData = {
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

export type BeginTotpResponses = {
  /**
   * Done
   */
  200: TotpSecret
}

export type BeginTotpResponse = BeginTotpResponses[keyof BeginTotpResponses]

export type ConfirmTotpData = {
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

export type ConfirmTotpResponses = {
  /**
   * Done
   */
  200: RecoveryCodes
}

export type ConfirmTotpResponse = ConfirmTotpResponses[keyof ConfirmTotpResponses]

export type RenewRecoveryCodesData = {
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

export type RenewRecoveryCodesResponses = {
  /**
   * Done
   */
  200: RecoveryCodes
}

export type RenewRecoveryCodesResponse = RenewRecoveryCodesResponses[keyof RenewRecoveryCodesResponses]

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

export type BeginPasskeyData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkeys/begin'
}

export type BeginPasskeyResponses = {
  /**
   * Done
   */
  200: PasskeyOptions
}

export type BeginPasskeyResponse = BeginPasskeyResponses[keyof BeginPasskeyResponses]

export type RemovePasskeyData = {
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

export type RemovePasskeyResponses = {
  /**
   * Done
   */
  204: void
}

export type RemovePasskeyResponse = RemovePasskeyResponses[keyof RemovePasskeyResponses]

export type BeginPasskeySignInData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path?: never
  query?: never
  url: '/api/manage/1.0/account/passkey-sign-in/begin'
}

export type BeginPasskeySignInResponses = {
  /**
   * Done
   */
  200: PasskeyOptions
}

export type BeginPasskeySignInResponse = BeginPasskeySignInResponses[keyof BeginPasskeySignInResponses]

export type SignInWithPasskeyData = {
  body: {
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    deliver?: 'cookie' | 'token'
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
  200: StartedSession
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

export type BeginProviderSignInData = {
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
  url: '/api/manage/1.0/account/providers/{provider}/begin'
}

export type BeginProviderSignInResponses = {
  /**
   * Done
   */
  200: ProviderPage
}

export type BeginProviderSignInResponse = BeginProviderSignInResponses[keyof BeginProviderSignInResponses]

export type SignInWithProviderData = {
  body: {
    ticket: string
    state: string
    code: string
    /**
     * Where the session goes: into a cookie (when left out), for browsers, or into the answer, for programs
     */
    deliver?: 'cookie' | 'token'
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
  200: SignInAnswer
}

export type SignInWithProviderResponse = SignInWithProviderResponses[keyof SignInWithProviderResponses]

export type BeginProviderConnectionData = {
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

export type BeginProviderConnectionResponses = {
  /**
   * Done
   */
  200: ProviderPage
}

export type BeginProviderConnectionResponse = BeginProviderConnectionResponses[keyof BeginProviderConnectionResponses]

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

export type SetPlanData = {
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

export type SetPlanResponses = {
  /**
   * Done
   */
  200: ManagedStore
}

export type SetPlanResponse = SetPlanResponses[keyof SetPlanResponses]

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
    addresses?: Array<string>
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
    addresses?: Array<string>
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

export type MakeServerDefaultData = {
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

export type MakeServerDefaultResponses = {
  /**
   * Done
   */
  200: GameServer
}

export type MakeServerDefaultResponse = MakeServerDefaultResponses[keyof MakeServerDefaultResponses]

export type IssueServerKeyData = {
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

export type IssueServerKeyResponses = {
  /**
   * Done
   */
  201: IssuedKey
}

export type IssueServerKeyResponse = IssueServerKeyResponses[keyof IssueServerKeyResponses]

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

export type RemoveCategoryData = {
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

export type RemoveCategoryResponses = {
  /**
   * Done
   */
  200: RemovedCategory
}

export type RemoveCategoryResponse = RemoveCategoryResponses[keyof RemoveCategoryResponses]

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
    buyerPicks?: boolean
    /**
     * How many can still be sold; null: without end
     */
    stock?: number | null
    /**
     * How many one player may have; null: as many as he likes
     */
    mostPerPlayer?: number | null
    conditions?: {
      /**
       * False: its commands work while the player is away
       */
      needsOnline?: boolean
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
    buyerPicks?: boolean
    /**
     * How many can still be sold; null: without end
     */
    stock?: number | null
    /**
     * How many one player may have; null: as many as he likes
     */
    mostPerPlayer?: number | null
    conditions?: {
      /**
       * False: its commands work while the player is away
       */
      needsOnline?: boolean
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
    leastTotalMinor?: number
    mostTotalMinor?: number
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

export type SellByHandData = {
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

export type SellByHandResponses = {
  /**
   * Done
   */
  201: NewSale
}

export type SellByHandResponse = SellByHandResponses[keyof SellByHandResponses]

export type RefundCheckoutData = {
  body: {
    /**
     * Left out: all
     */
    lines?: Array<number>
    /**
     * The money went back already, outside of here: only take the goods
     */
    moneyReturned?: boolean
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
  200: RefundDone
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

export type ListCommandsData = {
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
    state?: 'pending' | 'resting' | 'held' | 'processed' | 'cancelled'
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
  url: '/api/manage/1.0/stores/{storeId}/commands'
}

export type ListCommandsResponses = {
  /**
   * Done
   */
  200: DeliveryPage
}

export type ListCommandsResponse = ListCommandsResponses[keyof ListCommandsResponses]

export type GetCommandData = {
  body?: never
  path: {
    storeId: string
    commandId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/commands/{commandId}'
}

export type GetCommandResponses = {
  /**
   * Done
   */
  200: DeliveryDetails
}

export type GetCommandResponse = GetCommandResponses[keyof GetCommandResponses]

export type CancelCommandData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    commandId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/cancel'
}

export type CancelCommandResponses = {
  /**
   * Done
   */
  200: Cancelled
}

export type CancelCommandResponse = CancelCommandResponses[keyof CancelCommandResponses]

export type ResendCommandData = {
  body?: never
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    commandId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/resend'
}

export type ResendCommandResponses = {
  /**
   * Done
   */
  201: Resent
}

export type ResendCommandResponse = ResendCommandResponses[keyof ResendCommandResponses]

export type SettleCommandData = {
  body: {
    as: 'done' | 'again' | 'ran'
  }
  headers?: {
    /**
     * Chosen by you, new for each write. The same key with the same request answers the same for 24 hours and does nothing twice; with another request it is refused.
     */
    'idempotency-key'?: string
  }
  path: {
    storeId: string
    commandId: string
  }
  query?: never
  url: '/api/manage/1.0/stores/{storeId}/commands/{commandId}/settle'
}

export type SettleCommandResponses = {
  /**
   * Done
   */
  200: Settlement
}

export type SettleCommandResponse = SettleCommandResponses[keyof SettleCommandResponses]

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

export type PlanRedeliveryData = {
  body: {
    productIds?: Array<string>
    serverIds?: Array<string>
    gameUserIds?: Array<string>
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtUntil?: string
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
  url: '/api/manage/1.0/stores/{storeId}/redeliveries/plan'
}

export type PlanRedeliveryResponses = {
  /**
   * Done
   */
  200: RedeliveryPlan
}

export type PlanRedeliveryResponse = PlanRedeliveryResponses[keyof PlanRedeliveryResponses]

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
    boughtFrom?: string
    /**
     * UTC, like 2026-11-15T12:00:00.000Z
     */
    boughtUntil?: string
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
    cancelWaiting?: boolean
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
  200: Erased
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
    withEnded?: boolean
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

export type GetFiguresData = {
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
    zone?: string
  }
  url: '/api/manage/1.0/stores/{storeId}/figures'
}

export type GetFiguresResponses = {
  /**
   * Done
   */
  200: Figures
}

export type GetFiguresResponse = GetFiguresResponses[keyof GetFiguresResponses]

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

export type RemoveWebhookData = {
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

export type RemoveWebhookResponses = {
  /**
   * Done
   */
  204: void
}

export type RemoveWebhookResponse = RemoveWebhookResponses[keyof RemoveWebhookResponses]

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
    endOld?: boolean
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
     * Those that were dealt with, too
     */
    settled?: boolean
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

export type SettleParkedPaymentData = {
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
  url: '/api/manage/1.0/stores/{storeId}/parked-payments/{parkedId}/settle'
}

export type SettleParkedPaymentResponses = {
  /**
   * Done
   */
  204: void
}

export type SettleParkedPaymentResponse = SettleParkedPaymentResponses[keyof SettleParkedPaymentResponses]

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

export type SetMemberRoleData = {
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

export type SetMemberRoleResponses = {
  /**
   * Done
   */
  204: void
}

export type SetMemberRoleResponse = SetMemberRoleResponses[keyof SetMemberRoleResponses]

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

export type ListAuditData = {
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
  url: '/api/manage/1.0/stores/{storeId}/audit'
}

export type ListAuditResponses = {
  /**
   * Done
   */
  200: AuditPage
}

export type ListAuditResponse = ListAuditResponses[keyof ListAuditResponses]

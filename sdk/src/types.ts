/** The bodies of the games interfaces. Written by hand, so that the package needs no schema library at run time. */

export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

export type Store = {
  id: string
  name: string
  plan: string
  /** UTC, with milliseconds and a trailing Z. */
  expirationDate: string
  /** A host name, without a scheme. */
  url: string
}

export type Product = {
  id: string
  name: string
  price: number
  /** Always 1. A purchase of n units has n entries. */
  quantity: 1
  /** Console commands that still contain `{userId}`; see `fillCommand`. */
  commands: string[]
}

/** A queued command as 1.0 sends it, with `products` or with one `product`. */
export type WireCheckoutCommand = {
  id: string
  storeId: string
  gameUserId: string
  checkoutId: string
  deliveryType: DeliveryType
  products?: Product[]
  product?: Product
}

/** A queued command of 1.0. Its products are always a list. */
export type CheckoutCommand = Omit<WireCheckoutCommand, 'products' | 'product'> & { products: Product[] }

export type Processed = {
  id: string
  status: 'PROCESSED'
  /** When the first report of this command arrived. */
  processedAt: string
}

export type InitResponse = { store: Store; server: { id: string; name: string } }

export type LinkCode = {
  /** Such as `K7QX-3MPD`. Show it to this player and to no one else. */
  code: string
  /** UTC. */
  expiresAt: string
}

export type PollRequest = {
  /** Ids of the players in the game. If you omit it, commands of all players are returned. */
  online?: string[]
  /** Ids of commands that the client already has; they are left out. */
  holding?: string[]
  /** Maximum number of commands in the response. */
  most?: number
  /** How many people are in the game, and how many can be, for the pages of the store. */
  playerCount?: number
  maxPlayers?: number
}

export type Conditions = {
  /** The player must be in the game. */
  online: boolean
  /** How long to wait after all other conditions are first met. */
  delaySeconds: number
  /** Free inventory slots that the player needs. */
  freeSlots: number
}

/** A queued command of 2.0. */
export type DeliveryCommand = {
  id: string
  checkoutId: string
  gameUserId: string
  deliveryType: DeliveryType
  products: Product[]
  /** Increases when the command is retried after a failure or after a decision of the staff. */
  attempt: number
  /** How many console commands ran in earlier attempts. Skip them. */
  done: number
  /** The command is safe to run twice. */
  repeatable: boolean
  conditions: Conditions
}

export type PollResponse = {
  commands: DeliveryCommand[]
  /** More commands are ready than fit into this response. Poll again at once. */
  more: boolean
}

export type Outcome = {
  id: string
  attempt: number
  /** `in_doubt`: a console command was sent, but it is unclear whether it ran. */
  outcome: 'done' | 'failed' | 'in_doubt'
  /** How many console commands certainly ran, earlier attempts included. */
  done?: number
  reason?: string
  /** The response of the game. The store keeps it as the receipt. */
  output?: string
  /** For `failed`: false if every further attempt would fail too. */
  retry?: boolean
}

export type OutcomeResult = {
  id: string
  status: 'processed' | 'waiting' | 'held' | 'cancelled' | 'unknown'
  /** For `waiting`: when it is dispatched again, in UTC. */
  retryAt?: string
}

/** The body of every error response (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  /** Management interface only: the invalid part of the request, for example `body/name`. */
  field?: string
}

/** What travels between a game server and the store, written by hand so that this package needs no other. */

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
  /** Always 1: n units are n entries. */
  quantity: 1
  /** Console commands with `{userId}` still in them; see `fillCommand`. */
  commands: string[]
}

/** An element of the queue as 1.0 sends it: with `products`, or with one `product`. */
export type WireCheckoutCommand = {
  id: string
  storeId: string
  gameUserId: string
  checkoutId: string
  deliveryType: DeliveryType
  products?: Product[]
  product?: Product
}

/** An element of the queue of 1.0. However it came, its products are a list. */
export type CheckoutCommand = Omit<WireCheckoutCommand, 'products' | 'product'> & { products: Product[] }

export type Processed = {
  id: string
  status: 'PROCESSED'
  /** When the first report of this command arrived. */
  processedAt: string
}

export type Welcome = { store: Store; server: { id: string; name: string } }

export type Poll = {
  /** Who is in the game now. Left out: everything comes. */
  online?: string[]
  /** Ids of commands that the client has in hand; they are left out. */
  holding?: string[]
  /** At most so many commands. */
  most?: number
}

export type Conditions = {
  /** The player has to be in the game. */
  online: boolean
  /** Wait so long after all other conditions were first met. */
  delaySeconds: number
  /** The player needs so many free inventory slots. */
  freeSlots: number
}

/** An element of the queue of 2.0. */
export type DeliveryCommand = {
  id: string
  checkoutId: string
  gameUserId: string
  deliveryType: DeliveryType
  products: Product[]
  /** Grows when the command comes again after a failure, or because its owner sent it again. */
  attempt: number
  /** How many console commands of it ran in an earlier attempt. Begin behind them. */
  done: number
  /** Running it a second time does no harm. */
  repeatable: boolean
  conditions: Conditions
}

export type Deliveries = {
  commands: DeliveryCommand[]
  /** More is ready than this answer holds: poll again at once. */
  more: boolean
}

export type Outcome = {
  id: string
  attempt: number
  /** `in_doubt`: a console command was sent and nobody knows whether it ran. */
  outcome: 'done' | 'failed' | 'in_doubt'
  /** How many console commands certainly ran, earlier attempts included. */
  done?: number
  reason?: string
  /** What the game answered; kept as a receipt. */
  output?: string
  /** Of a failure: false when it will fail every time. */
  retry?: boolean
}

export type Settled = {
  id: string
  status: 'processed' | 'waiting' | 'held' | 'cancelled' | 'unknown'
  /** Of `waiting`: when it comes again, UTC. */
  retryAt?: string
}

/** The body of every refusal: RFC 9457. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  /** Of the management interface: which part of the request it is about, like `body/name`. */
  field?: string
}

/**
 * A simple model of purchases and deliveries: the same rules as in the application, in memory, without a database, locks or
 * transactions. It knows who owns what, what a poll returns, what an outcome changes, and which deliveries a refund or an
 * expiry adds and cancels. Time is a number of seconds. Checkouts, products and servers are numbered from 0. Who uses polls
 * and outcomes sets the id and the position of each new delivery.
 */
export type ModelProduct = {
  rebuy: 'extend' | 'independent'
  seconds: number | null
  expires: boolean
  /** If empty, the product goes to the default server 0, or to the server that the buyer chooses. */
  servers: number[]
  buyerChoosesServer: boolean
  requiresOnline?: boolean
  repeatable?: boolean
  slots?: number
  /** Commands that grant it, 1 if absent. One command refunds it, and one expires it. */
  steps?: number
}

type Line = { product: number; quantity: number }
type Grant = {
  checkout: number
  line: number
  at: number
  refunded: boolean
  servers: number[]
  /** Whether its end is a delivery. */
  expires: boolean
} & Line
type Holding = {
  player: string
  product: number
  scope: number | null
  grants: Grant[]
  ended: null | 'refund' | 'expiry'
}

export type ModelDelivery = {
  id: string
  position: number
  type: 'APPROVE' | 'REFUND' | 'EXPIRE'
  checkout: number
  player: string
  lines: number[]
  server: number
  unit: number
  resendOf: string | null
  dispatched: boolean
  state: 'waiting' | 'retrying' | 'held' | 'processed' | 'cancelled'
  /** Whether it was cancelled and still ran, and whether staff have seen that. */
  lateReport: 'none' | 'new' | 'seen'
  /** Failed attempts. */
  attempts: number
  done: number
}
export type ModelPoll = { online: string[] | undefined; holding: string[]; most: number }
export type ModelOutcome = {
  attempt: number
  outcome: 'done' | 'failed' | 'in_doubt'
  done: number
  retry: boolean
}
type Status = { status: string; hasRetry: boolean }

const MAX_RETRIES = 4

export function createPurchasesModel(products: ModelProduct[]) {
  const holdings: Holding[] = []
  const deliveries: ModelDelivery[] = []
  const checkouts: { player: string; lines: Line[] }[] = []
  let now = 0

  const isQueued = ({ state }: ModelDelivery) => state === 'waiting' || state === 'retrying' || state === 'held'
  const wasDispatched = ({ dispatched, state }: ModelDelivery) => dispatched || state === 'processed'
  const live = (holding: Holding) => holding.grants.filter((grant) => !grant.refunded)
  const carries = (delivery: ModelDelivery, grants: Grant[]) =>
    grants.some((grant) => grant.checkout === delivery.checkout && delivery.lines.includes(grant.line))
  const gives = (delivery: ModelDelivery, grants: Grant[]) => delivery.type === 'APPROVE' && carries(delivery, grants)

  function productOf(index: number): ModelProduct {
    const product = products[index]
    if (!product) throw new Error(`there is no product ${index}`)
    return product
  }

  const soldIn = ({ checkout, lines }: ModelDelivery): Line[] =>
    (checkouts[checkout]?.lines ?? []).filter((_, i) => lines.includes(i + 1))

  function conditionsOf(delivery: ModelDelivery): { online: boolean; repeatable: boolean; slots: number } {
    const sold = soldIn(delivery).map((line) => ({ ...productOf(line.product), quantity: line.quantity }))
    return {
      online: sold.some(({ requiresOnline = false }) => requiresOnline),
      repeatable: sold.every(({ repeatable = false }) => repeatable),
      slots: delivery.type === 'APPROVE' ? sold.reduce((sum, { slots = 0, quantity }) => sum + slots * quantity, 0) : 0,
    }
  }

  /** The number of commands in a delivery. */
  function stepsOf(delivery: ModelDelivery): number {
    if (delivery.type === 'EXPIRE') return 1
    const each = (line: Line) =>
      line.quantity * (delivery.type === 'APPROVE' ? (productOf(line.product).steps ?? 1) : 1)
    return soldIn(delivery).reduce((sum, line) => sum + each(line), 0)
  }

  function add(delivery: Pick<ModelDelivery, 'type' | 'checkout' | 'lines' | 'server'> & Partial<ModelDelivery>): void {
    const player = checkouts[delivery.checkout]?.player ?? ''
    const fresh = { dispatched: false, state: 'waiting' as const, lateReport: 'none' as const, attempts: 0, done: 0 }
    deliveries.push({ id: '', position: 0, player, unit: 1, resendOf: null, ...fresh, ...delivery })
  }

  /** Each grant starts at its purchase or at the end of the grant before it, whichever is later. */
  function until({ grants }: Holding): number {
    let end = -Infinity
    for (const { product, quantity, at, refunded } of grants) {
      if (refunded) continue
      const { seconds, rebuy } = productOf(product)
      end = Math.max(end, at) + (seconds ?? Infinity) * (rebuy === 'extend' ? quantity : 1)
    }
    return end
  }

  /** One REFUND on each server that was sent the goods and has no REFUND yet, for the newest line. */
  function addRefunds(ended: Holding[]): void {
    const places = new Map<string, { checkout: number; server: number; lines: number[] }>()
    for (const { grants } of ended) {
      for (const server of [0, 1]) {
        const here = deliveries.filter((delivery) => delivery.server === server)
        const hasRefund = here.some((delivery) => delivery.type === 'REFUND' && carries(delivery, grants))
        const newest = grants.findLast((grant) => here.some((one) => wasDispatched(one) && gives(one, [grant])))
        if (hasRefund || !newest) continue
        const key = `${server} ${newest.checkout}`
        const place = places.get(key) ?? { checkout: newest.checkout, server, lines: [] }
        places.set(key, { ...place, lines: [...place.lines, newest.line].sort((a, b) => a - b) })
      }
    }
    for (const place of places.values()) add({ type: 'REFUND', ...place })
  }

  /** On a server that was sent none of the goods, and will not be, there is nothing to expire. */
  function cancelPointlessExpiries({ grants }: Holding): void {
    for (const delivery of deliveries) {
      const given = deliveries.some(
        (one) => one.server === delivery.server && gives(one, grants) && (wasDispatched(one) || isQueued(one)),
      )
      const isUndispatchedExpiry = delivery.type === 'EXPIRE' && isQueued(delivery) && !delivery.dispatched
      if (isUndispatchedExpiry && carries(delivery, grants) && !given) delivery.state = 'cancelled'
    }
  }

  /** The lines that may still run. Empty if running them would be wrong. */
  function stillDue(delivery: ModelDelivery): number[] {
    if (delivery.type === 'APPROVE') {
      const owed = holdings.filter((one) => one.ended === null).flatMap(live)
      return delivery.lines.filter((line) =>
        owed.some((grant) => grant.checkout === delivery.checkout && grant.line === line),
      )
    }
    const own = holdings.filter(({ grants }) => carries(delivery, grants))
    const grantedAgain = own.some(({ player, product, scope }) =>
      holdings.some(
        (one) =>
          one.ended === null &&
          one.player === player &&
          one.product === product &&
          productOf(product).rebuy === 'extend' &&
          (one.scope === scope || live(one).some(({ servers }) => servers.includes(delivery.server))),
      ),
    )
    return grantedAgain ? [] : delivery.lines
  }

  /** The earlier deliveries for the same player and server that are not held. */
  const before = (delivery: ModelDelivery) =>
    deliveries.filter(
      (one) =>
        (one.state === 'waiting' || one.state === 'retrying') &&
        one.server === delivery.server &&
        one.player === delivery.player &&
        one.position < delivery.position,
    )

  function isReady(delivery: ModelDelivery, online: string[] | undefined): boolean {
    if (delivery.state !== 'waiting' || before(delivery).some((one) => one.state === 'retrying')) return false
    if (online === undefined || online.some((name) => name.toLowerCase() === delivery.player.toLowerCase())) return true
    return ![delivery, ...before(delivery)].some((one) => conditionsOf(one).online)
  }

  return {
    deliveries,
    conditionsOf,
    isQueued,

    sell(player: string, lines: Line[], chosenServer: number | null): void {
      const checkout = checkouts.push({ player, lines }) - 1
      const byServer = new Map<number, number[]>()
      for (const [i, { product, quantity }] of lines.entries()) {
        const { rebuy, seconds, expires, servers: assigned, buyerChoosesServer } = productOf(product)
        const isUnassigned = assigned.length === 0 || buyerChoosesServer
        const servers = isUnassigned ? [chosenServer ?? 0] : assigned
        // Choosing the default server for a product that goes there anyway does not make a separate entitlement.
        const scope = isUnassigned && (buyerChoosesServer || chosenServer !== 0) ? chosenServer : null
        const fresh = { at: now, refunded: false, servers, expires: expires && seconds !== null }
        const grant = { checkout, line: i + 1, product, quantity, ...fresh }
        const held = holdings.find(
          (one) => one.player === player && one.product === product && one.scope === scope && one.ended === null,
        )
        if (held && rebuy === 'extend') held.grants.push(grant)
        else holdings.push({ player, product, scope, grants: [grant], ended: null })
        for (const server of servers) byServer.set(server, [...(byServer.get(server) ?? []), i + 1])
      }
      for (const [server, numbers] of byServer) add({ type: 'APPROVE', checkout, lines: numbers, server })
    },

    /** A response has the deliveries of these checkouts. */
    dispatch(server: number, inResponse: number[]): void {
      for (const one of deliveries)
        if (isQueued(one) && one.server === server && inResponse.includes(one.checkout)) one.dispatched = true
    },

    /** The deliveries that a poll returns, in order. They count as dispatched from then on. */
    poll(server: number, { online, holding, most }: ModelPoll): { commands: ModelDelivery[]; more: boolean } {
      const ready = deliveries
        .filter((one) => one.server === server && !holding.includes(one.id) && isReady(one, online))
        .sort((a, b) => a.position - b.position)
      const commands = ready.slice(0, most)
      for (const command of commands) command.dispatched = true
      return { commands, more: commands.length < ready.length }
    },

    report(delivery: ModelDelivery, { attempt, outcome, done, retry }: ModelOutcome): Status {
      if (!wasDispatched(delivery)) return { status: 'unknown', hasRetry: false }
      if (outcome === 'done') {
        // A delivery that was cancelled and still ran stays cancelled, and the report is stored.
        if (delivery.state !== 'cancelled') delivery.state = 'processed'
        else if (delivery.lateReport === 'none') delivery.lateReport = 'new'
        return { status: 'processed', hasRetry: false }
      }
      if (isQueued(delivery) && delivery.state !== 'held' && attempt === delivery.attempts + 1) {
        delivery.attempts = attempt
        delivery.done = Math.max(delivery.done, done)
        delivery.state = outcome === 'failed' && retry && attempt <= MAX_RETRIES ? 'retrying' : 'held'
      }
      const hasRetry = delivery.state === 'retrying'
      return { status: hasRetry ? 'waiting' : delivery.state, hasRetry }
    },

    wake(server: number): void {
      for (const one of deliveries) if (one.state === 'retrying' && one.server === server) one.state = 'waiting'
    },

    /** Returns the error code; undefined on success. */
    resolve(delivery: ModelDelivery, resolution: 'delivered' | 'retry' | 'continue'): string | undefined {
      if (resolution === 'delivered' && delivery.lateReport === 'new') {
        delivery.lateReport = 'seen'
        return undefined
      }
      if (!isQueued(delivery)) return 'not_found'
      if (delivery.state === 'waiting') return 'still_pending'
      const done = delivery.done + (resolution === 'continue' ? 1 : 0)
      const isDone = resolution === 'delivered' || (resolution === 'continue' && done >= stepsOf(delivery))
      if (!isDone && stillDue(delivery).length < delivery.lines.length) return 'no_longer_owned'
      Object.assign(delivery, isDone ? { state: 'processed' } : { state: 'waiting', done })
      return undefined
    },

    cancel(delivery: ModelDelivery): string | undefined {
      if (delivery.state === 'processed') return 'already_processed'
      delivery.state = 'cancelled'
      return undefined
    },

    resendDelivery(delivery: ModelDelivery): string | undefined {
      const isPending = deliveries.some((one) => one.resendOf === delivery.id && isQueued(one))
      if (isQueued(delivery) || isPending) return 'still_pending'
      const lines = stillDue(delivery)
      if (lines.length === 0) return 'no_longer_owned'
      const { type, checkout, server, unit, id: resendOf } = delivery
      add({ type, checkout, server, unit, resendOf, lines })
      return undefined
    },

    refund(checkout: number, lines: number[]): void {
      const touched = new Set<Holding>()
      for (const holding of holdings) {
        for (const grant of live(holding)) {
          if (grant.checkout !== checkout || !lines.includes(grant.line)) continue
          grant.refunded = true
          touched.add(holding)
        }
      }
      for (const delivery of deliveries) {
        const isUndispatched = delivery.type === 'APPROVE' && isQueued(delivery) && !delivery.dispatched
        if (!isUndispatched || delivery.checkout !== checkout) continue
        const left = delivery.lines.filter((line) => !lines.includes(line))
        if (left.length === 0) delivery.state = 'cancelled'
        else delivery.lines = left
      }
      const over: Holding[] = []
      for (const holding of touched) {
        const newest = live(holding).at(-1)
        const isOver = !newest || (until(holding) <= now && !newest.expires)
        if (holding.ended === 'expiry' && holding.grants.some(({ expires }) => expires))
          cancelPointlessExpiries(holding)
        else if (holding.ended !== null || isOver) over.push(holding)
      }
      addRefunds(over)
      for (const holding of over) holding.ended ??= 'refund'
    },

    advance(seconds: number): void {
      now += seconds
    },

    expire(): void {
      for (const holding of holdings) {
        const newest = live(holding).at(-1)
        if (holding.ended !== null || !newest || until(holding) > now) continue
        holding.ended = 'expiry'
        if (!newest.expires) continue
        const refunded = holding.grants.filter((grant) => grant.refunded)
        const left = deliveries.filter((one) => wasDispatched(one) && gives(one, refunded)).map(({ server }) => server)
        const units = productOf(holding.product).rebuy === 'extend' ? 1 : newest.quantity
        for (const server of new Set([...live(holding).flatMap(({ servers }) => servers), ...left])) {
          for (let unit = 1; unit <= units; unit++)
            add({ type: 'EXPIRE', checkout: newest.checkout, lines: [newest.line], server, unit })
        }
      }
    },

    /** `player product seconds-left`, sorted. The seconds are 0 or less if the entitlement is due and not yet expired. */
    listEntitlements: (): string[] =>
      holdings
        .filter(({ ended }) => ended === null)
        .map((holding) => `${holding.player} ${holding.product} ${until(holding) - now}`)
        .sort(),
  }
}

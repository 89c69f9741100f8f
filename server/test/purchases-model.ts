/**
 * A simple model of entitlements and deliveries: the same rules as in the application, in memory, without a database,
 * locks or transactions. Time is a number of seconds. Checkouts, products and servers are numbered from 0.
 */
export type ModelProduct = {
  rebuy: 'extend' | 'independent'
  seconds: number | null
  expires: boolean
  /** If empty, the product goes to the default server 0, or to the server that the buyer chooses. */
  servers: number[]
  buyerChoosesServer: boolean
}

type Grant = {
  checkout: number
  line: number
  at: number
  seconds: number | null
  quantity: number
  servers: number[]
  expires: boolean
  refunded: boolean
}
type Entitlement = {
  player: string
  product: number
  scope: number | null
  grants: Grant[]
  ended: null | 'refund' | 'expiry'
}
type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'
type Delivery = {
  type: DeliveryType
  checkout: number
  lines: number[]
  server: number
  unit: number
  state: 'waiting' | 'dispatched' | 'processed' | 'cancelled'
}
type Item = { product: number; quantity: number }

export function createPurchasesModel(products: ModelProduct[]) {
  const entitlements: Entitlement[] = []
  const deliveries: Delivery[] = []
  let checkouts = 0
  let now = 0

  function productOf(index: number): ModelProduct {
    const product = products[index]
    if (!product) throw new Error(`The model has no product ${index}`)
    return product
  }

  function enqueue(delivery: Omit<Delivery, 'state' | 'unit'>, unit = 1): void {
    deliveries.push({ ...delivery, unit, state: 'waiting' })
  }

  /** Whether the delivery is the APPROVE of one of the grants. */
  function approvesAny(delivery: Delivery, grants: Grant[]): boolean {
    return (
      delivery.type === 'APPROVE' &&
      grants.some((grant) => grant.checkout === delivery.checkout && delivery.lines.includes(grant.line))
    )
  }

  const describe = ({ type, checkout, lines, server, unit }: Delivery) =>
    `${type} ${checkout}[${lines.join(',')}] ${server} ${unit}`
  const wasDispatched = (delivery: Delivery) => delivery.state === 'dispatched' || delivery.state === 'processed'
  const activeGrants = (entitlement: Entitlement) => entitlement.grants.filter((grant) => !grant.refunded)

  /** Each grant starts at its purchase or at the end of the grant before it, whichever is later. */
  function endOf(entitlement: Entitlement): number {
    let end = -Infinity
    for (const grant of activeGrants(entitlement)) {
      if (grant.seconds === null) return Infinity
      end = Math.max(end, grant.at) + grant.seconds
    }
    return end
  }

  /** Enqueues one REFUND, for the newest line, on each server that was sent the product and has no REFUND for it yet. */
  function enqueueRefunds(ended: Entitlement[]): void {
    const refunds = new Map<string, { checkout: number; lines: Set<number>; server: number }>()
    for (const { grants } of ended) {
      for (const server of [0, 1]) {
        const onServer = deliveries.filter((delivery) => delivery.server === server)
        const alreadyEnqueued = onServer.some(
          (delivery) =>
            delivery.type === 'REFUND' &&
            grants.some((grant) => grant.checkout === delivery.checkout && delivery.lines.includes(grant.line)),
        )
        const newest = grants.findLast((grant) =>
          onServer.some((delivery) => wasDispatched(delivery) && approvesAny(delivery, [grant])),
        )
        if (alreadyEnqueued || !newest) continue
        const key = `${server} ${newest.checkout}`
        const refund = refunds.get(key) ?? { checkout: newest.checkout, lines: new Set(), server }
        refunds.set(key, { ...refund, lines: refund.lines.add(newest.line) })
      }
    }
    for (const { checkout, lines, server } of refunds.values()) {
      enqueue({ type: 'REFUND', checkout, lines: [...lines].sort((a, b) => a - b), server })
    }
  }

  return {
    deliveries: deliveries as readonly Readonly<Delivery>[],

    sell(player: string, items: Item[], chosenServer: number | null): void {
      const checkout = checkouts++
      const byServer = new Map<number, number[]>()
      for (const [i, { product, quantity }] of items.entries()) {
        const { rebuy, seconds, expires, servers: assigned, buyerChoosesServer } = productOf(product)
        const unassigned = assigned.length === 0 || buyerChoosesServer
        const servers = unassigned ? [chosenServer ?? 0] : assigned
        // Choosing the default server for a product that goes there anyway does not make a separate entitlement.
        const scope = unassigned && (buyerChoosesServer || chosenServer !== 0) ? chosenServer : null
        const grant: Grant = {
          checkout,
          line: i + 1,
          at: now,
          seconds: seconds === null ? null : seconds * (rebuy === 'extend' ? quantity : 1),
          quantity,
          servers,
          expires: expires && seconds !== null,
          refunded: false,
        }
        const existing = entitlements.find(
          (candidate) =>
            rebuy === 'extend' &&
            candidate.ended === null &&
            candidate.player === player &&
            candidate.product === product &&
            candidate.scope === scope,
        )
        if (existing) existing.grants.push(grant)
        else entitlements.push({ player, product, scope, grants: [grant], ended: null })
        for (const server of servers) byServer.set(server, [...(byServer.get(server) ?? []), i + 1])
      }
      for (const [server, lines] of byServer) enqueue({ type: 'APPROVE', checkout, lines, server })
    },

    /** Without a list of checkouts, the response has all deliveries of the server. */
    dispatch(server: number, inResponse?: number[]): void {
      for (const delivery of deliveries) {
        const isListed = inResponse?.includes(delivery.checkout) ?? true
        if (isListed && delivery.server === server && delivery.state === 'waiting') delivery.state = 'dispatched'
      }
    },

    /** Takes the name of a delivery as `deliveries` lists it, without the state. */
    report(name: string): void {
      const delivery = deliveries.find((candidate) => candidate.state !== 'cancelled' && describe(candidate) === name)
      if (!delivery) throw new Error(`The model has no delivery ${name}`)
      delivery.state = 'processed'
    },

    refund(checkout: number, lines: number[]): void {
      const touched = new Set<Entitlement>()
      for (const entitlement of entitlements) {
        for (const grant of entitlement.grants) {
          if (grant.checkout !== checkout || !lines.includes(grant.line) || grant.refunded) continue
          grant.refunded = true
          touched.add(entitlement)
        }
      }
      for (const delivery of deliveries) {
        if (delivery.type !== 'APPROVE' || delivery.checkout !== checkout || delivery.state !== 'waiting') continue
        const remaining = delivery.lines.filter((line) => !lines.includes(line))
        if (remaining.length === 0) delivery.state = 'cancelled'
        else delivery.lines = remaining
      }
      const revoked: Entitlement[] = []
      for (const entitlement of touched) {
        const hasEnded =
          endOf(entitlement) === -Infinity ||
          (endOf(entitlement) <= now && activeGrants(entitlement).at(-1)?.expires !== true)
        if (entitlement.ended === null && !hasEnded) continue
        if (entitlement.ended === 'expiry' && entitlement.grants.some((grant) => grant.expires)) {
          cancelUnneededExpiries(entitlement)
          continue
        }
        entitlement.ended ??= 'refund'
        revoked.push(entitlement)
      }
      enqueueRefunds(revoked)
    },

    advance(seconds: number): void {
      now += seconds
    },

    expire(): void {
      for (const entitlement of entitlements) {
        if (entitlement.ended !== null || endOf(entitlement) > now) continue
        entitlement.ended = 'expiry'
        const newest = activeGrants(entitlement).at(-1)
        if (!newest?.expires) continue
        const refunded = entitlement.grants.filter((grant) => grant.refunded)
        const dispatchedBefore = deliveries.filter(
          (delivery) => wasDispatched(delivery) && approvesAny(delivery, refunded),
        )
        const servers = new Set([
          ...activeGrants(entitlement).flatMap((grant) => grant.servers),
          ...dispatchedBefore.map(({ server }) => server),
        ])
        const units = productOf(entitlement.product).rebuy === 'extend' ? 1 : newest.quantity
        for (const server of servers) {
          for (let unit = 1; unit <= units; unit++) {
            enqueue({ type: 'EXPIRE', checkout: newest.checkout, lines: [newest.line], server }, unit)
          }
        }
      }
    },

    /** `player product seconds-left`, sorted. The seconds are 0 or less if the entitlement is due and not yet expired. */
    listEntitlements: (): string[] =>
      entitlements
        .filter((entitlement) => entitlement.ended === null)
        .map((entitlement) => `${entitlement.player} ${entitlement.product} ${endOf(entitlement) - now}`)
        .sort(),

    listDeliveries: (): string[] => deliveries.map((delivery) => `${describe(delivery)} ${delivery.state}`).sort(),
  }

  /** Cancels the EXPIRE on servers where no APPROVE of this entitlement was or will be dispatched. */
  function cancelUnneededExpiries(entitlement: Entitlement): void {
    for (const delivery of deliveries) {
      const isExpiry =
        delivery.type === 'EXPIRE' &&
        delivery.state === 'waiting' &&
        entitlement.grants.some((grant) => grant.checkout === delivery.checkout && delivery.lines.includes(grant.line))
      const granted = deliveries.some(
        (other) =>
          other.server === delivery.server && other.state !== 'cancelled' && approvesAny(other, entitlement.grants),
      )
      if (isExpiry && !granted) delivery.state = 'cancelled'
    }
  }
}

/**
 * What players should hold and which elements should exist, worked out in memory and as plainly as possible: the
 * rules of the domain once more, without a database, a lock or a transaction. Time is a number of seconds.
 */
export type ModelProduct = {
  rebuy: 'extend' | 'independent'
  seconds: number | null
  expires: boolean
  /** Empty: the default server, which is 0, or the one that the buyer picks. */
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
type Holding = {
  player: string
  product: number
  scope: number | null
  grants: Grant[]
  ended: null | 'refund' | 'expiry'
}
type Kind = 'APPROVE' | 'REFUND' | 'EXPIRE'
type Element = {
  kind: Kind
  checkout: number
  lines: number[]
  server: number
  unit: number
  state: 'waiting' | 'offered' | 'processed' | 'cancelled'
}
type Item = { product: number; quantity: number }

export function createModel(products: ModelProduct[]) {
  const holdings: Holding[] = []
  const elements: Element[] = []
  let checkouts = 0
  let now = 0

  function productOf(index: number): ModelProduct {
    const product = products[index]
    if (!product) throw new Error(`there is no product ${index}`)
    return product
  }

  function put(element: Omit<Element, 'state' | 'unit'>, unit = 1): void {
    elements.push({ ...element, unit, state: 'waiting' })
  }

  /** Whether an element gives one of the grants. */
  function gives(element: Element, grants: Grant[]): boolean {
    return (
      element.kind === 'APPROVE' &&
      grants.some((grant) => grant.checkout === element.checkout && element.lines.includes(grant.line))
    )
  }

  const nameOf = ({ kind, checkout, lines, server, unit }: Element) =>
    `${kind} ${checkout}[${lines.join(',')}] ${server} ${unit}`
  const seen = (element: Element) => element.state === 'offered' || element.state === 'processed'
  const live = (holding: Holding) => holding.grants.filter((grant) => !grant.refunded)

  /** Each purchase runs from its moment or from the end of the one before it, whichever is later. */
  function until(holding: Holding): number {
    let end = -Infinity
    for (const grant of live(holding)) {
      if (grant.seconds === null) return Infinity
      end = Math.max(end, grant.at) + grant.seconds
    }
    return end
  }

  /** On every server that was offered the goods and not yet told to take them back: one take-back, for the newest line. */
  function takeBack(ended: Holding[]): void {
    const queued = new Map<string, { checkout: number; lines: Set<number>; server: number }>()
    for (const { grants } of ended) {
      for (const server of [0, 1]) {
        const here = elements.filter((element) => element.server === server)
        const told = here.some(
          (element) =>
            element.kind === 'REFUND' &&
            grants.some((grant) => grant.checkout === element.checkout && element.lines.includes(grant.line)),
        )
        const newest = grants.findLast((grant) => here.some((element) => seen(element) && gives(element, [grant])))
        if (told || !newest) continue
        const key = `${server} ${newest.checkout}`
        const place = queued.get(key) ?? { checkout: newest.checkout, lines: new Set(), server }
        queued.set(key, { ...place, lines: place.lines.add(newest.line) })
      }
    }
    for (const { checkout, lines, server } of queued.values()) {
      put({ kind: 'REFUND', checkout, lines: [...lines].sort((a, b) => a - b), server })
    }
  }

  return {
    sell(player: string, items: Item[], picked: number | null): void {
      const checkout = checkouts++
      const byServer = new Map<number, number[]>()
      for (const [i, { product, quantity }] of items.entries()) {
        const { rebuy, seconds, expires, servers: named, buyerChoosesServer } = productOf(product)
        const open = named.length === 0 || buyerChoosesServer
        const servers = open ? [picked ?? 0] : named
        // Who names the default server for what goes there anyway has said nothing new.
        const scope = open && (buyerChoosesServer || picked !== 0) ? picked : null
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
        const held = holdings.find(
          (one) =>
            rebuy === 'extend' &&
            one.ended === null &&
            one.player === player &&
            one.product === product &&
            one.scope === scope,
        )
        if (held) held.grants.push(grant)
        else holdings.push({ player, product, scope, grants: [grant], ended: null })
        for (const server of servers) byServer.set(server, [...(byServer.get(server) ?? []), i + 1])
      }
      for (const [server, lines] of byServer) put({ kind: 'APPROVE', checkout, lines, server })
    },

    offer(server: number): void {
      for (const element of elements) {
        if (element.server === server && element.state === 'waiting') element.state = 'offered'
      }
    },

    /** Named as `queued` names it, without its state. */
    report(name: string): void {
      const element = elements.find((one) => one.state !== 'cancelled' && nameOf(one) === name)
      if (!element) throw new Error(`there is no ${name}`)
      element.state = 'processed'
    },

    refund(checkout: number, lines: number[]): void {
      const touched = new Set<Holding>()
      for (const holding of holdings) {
        for (const grant of holding.grants) {
          if (grant.checkout !== checkout || !lines.includes(grant.line) || grant.refunded) continue
          grant.refunded = true
          touched.add(holding)
        }
      }
      for (const element of elements) {
        if (element.kind !== 'APPROVE' || element.checkout !== checkout || element.state !== 'waiting') continue
        const left = element.lines.filter((line) => !lines.includes(line))
        if (left.length === 0) element.state = 'cancelled'
        else element.lines = left
      }
      const gone: Holding[] = []
      for (const holding of touched) {
        const over = until(holding) === -Infinity || (until(holding) <= now && live(holding).at(-1)?.expires !== true)
        if (holding.ended === null && !over) continue
        if (holding.ended === 'expiry' && holding.grants.some((grant) => grant.expires)) {
          withdrawPointlessExpiries(holding)
          continue
        }
        holding.ended ??= 'refund'
        gone.push(holding)
      }
      takeBack(gone)
    },

    pass(seconds: number): void {
      now += seconds
    },

    expire(): void {
      for (const holding of holdings) {
        if (holding.ended !== null || until(holding) > now) continue
        holding.ended = 'expiry'
        const newest = live(holding).at(-1)
        if (!newest?.expires) continue
        const refunded = holding.grants.filter((grant) => grant.refunded)
        const left = elements.filter((element) => seen(element) && gives(element, refunded))
        const servers = new Set([
          ...live(holding).flatMap((grant) => grant.servers),
          ...left.map(({ server }) => server),
        ])
        const units = productOf(holding.product).rebuy === 'extend' ? 1 : newest.quantity
        for (const server of servers) {
          for (let unit = 1; unit <= units; unit++) {
            put({ kind: 'EXPIRE', checkout: newest.checkout, lines: [newest.line], server }, unit)
          }
        }
      }
    },

    /** `player product seconds-left`, sorted; a holding that is over and not yet expired has none left or less. */
    held: (): string[] =>
      holdings
        .filter((holding) => holding.ended === null)
        .map((holding) => `${holding.player} ${holding.product} ${until(holding) - now}`)
        .sort(),

    queued: (): string[] => elements.map((element) => `${nameOf(element)} ${element.state}`).sort(),
  }

  /** Where nothing of it was given and nothing will be, there is nothing to end. */
  function withdrawPointlessExpiries(holding: Holding): void {
    for (const element of elements) {
      const ends =
        element.kind === 'EXPIRE' &&
        element.state === 'waiting' &&
        holding.grants.some((grant) => grant.checkout === element.checkout && element.lines.includes(grant.line))
      const given = elements.some(
        (other) => other.server === element.server && other.state !== 'cancelled' && gives(other, holding.grants),
      )
      if (ends && !given) element.state = 'cancelled'
    }
  }
}

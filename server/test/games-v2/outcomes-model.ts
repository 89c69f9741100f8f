/**
 * Interface 2.0 once more, in memory and as plainly as possible: what may be handed out, where an outcome leads, and
 * which elements a refund or an expiry leaves behind. Whoever plays it tells which id and place a new element got.
 */
export type ModelProduct = {
  rebuy: 'extend' | 'independent'
  seconds: number | null
  servers: number[]
  requiresOnline: boolean
  repeatable: boolean
  slots: number
  /** Console commands that give it. One takes it back, and one ends it. */
  steps: number
}

type Line = { product: number; quantity: number }
type Grant = { checkout: number; line: number; at: number; refunded: boolean } & Line
type Holding = { player: string; product: number; grants: Grant[]; ended: null | 'refund' | 'expiry' }
type Kind = 'APPROVE' | 'REFUND' | 'EXPIRE'

export type ModelElement = {
  id: string
  position: number
  kind: Kind
  checkout: number
  player: string
  lines: number[]
  server: number
  unit: number
  resendOf: string | null
  offered: boolean
  state: 'waiting' | 'retrying' | 'held' | 'processed' | 'cancelled'
  /** That failed. */
  attempts: number
  done: number
}
export type Asked = { online: string[] | undefined; holding: string[]; most: number }
export type ModelOutcome = {
  attempt: number
  outcome: 'done' | 'failed' | 'in_doubt'
  done: number
  retry: boolean
}
type Status = { status: string; rests: boolean }

const PAUSES = 4

export function createOutcomesModel(products: ModelProduct[]) {
  const holdings: Holding[] = []
  const elements: ModelElement[] = []
  const checkouts: { player: string; lines: Line[] }[] = []
  let now = 0

  const isQueued = ({ state }: ModelElement) => state === 'waiting' || state === 'retrying' || state === 'held'
  const wasGiven = ({ offered, state }: ModelElement) => offered || state === 'processed'
  const live = (holding: Holding) => holding.grants.filter((grant) => !grant.refunded)
  const carries = (element: ModelElement, grants: Grant[]) =>
    grants.some((grant) => grant.checkout === element.checkout && element.lines.includes(grant.line))
  const gives = (element: ModelElement, grants: Grant[]) => element.kind === 'APPROVE' && carries(element, grants)

  function productOf(index: number): ModelProduct {
    const product = products[index]
    if (!product) throw new Error(`there is no product ${index}`)
    return product
  }

  const soldIn = ({ checkout, lines }: ModelElement): Line[] =>
    (checkouts[checkout]?.lines ?? []).filter((_, i) => lines.includes(i + 1))

  function conditionsOf(element: ModelElement): { online: boolean; repeatable: boolean; slots: number } {
    const sold = soldIn(element).map((line) => ({ ...productOf(line.product), quantity: line.quantity }))
    return {
      online: sold.some(({ requiresOnline }) => requiresOnline),
      repeatable: sold.every(({ repeatable }) => repeatable),
      slots: element.kind === 'APPROVE' ? sold.reduce((sum, { slots, quantity }) => sum + slots * quantity, 0) : 0,
    }
  }

  /** Console commands in it. */
  function stepsOf(element: ModelElement): number {
    if (element.kind === 'EXPIRE') return 1
    const each = (line: Line) => line.quantity * (element.kind === 'APPROVE' ? productOf(line.product).steps : 1)
    return soldIn(element).reduce((sum, line) => sum + each(line), 0)
  }

  function put(element: Pick<ModelElement, 'kind' | 'checkout' | 'lines' | 'server'> & Partial<ModelElement>): void {
    const player = checkouts[element.checkout]?.player ?? ''
    const fresh = { offered: false, state: 'waiting' as const, attempts: 0, done: 0 }
    elements.push({ id: '', position: 0, player, unit: 1, resendOf: null, ...fresh, ...element })
  }

  function until({ grants }: Holding): number {
    let end = -Infinity
    for (const { product, quantity, at, refunded } of grants) {
      if (refunded) continue
      const { seconds, rebuy } = productOf(product)
      end = Math.max(end, at) + (seconds ?? Infinity) * (rebuy === 'extend' ? quantity : 1)
    }
    return end
  }

  /** Where goods were offered and nobody was told to take them back: once, for the newest line. */
  function takeBack(ended: Holding[]): void {
    const places = new Map<string, { checkout: number; server: number; lines: number[] }>()
    for (const { grants } of ended) {
      for (const server of [0, 1]) {
        const here = elements.filter((element) => element.server === server)
        const told = here.some((element) => element.kind === 'REFUND' && carries(element, grants))
        const newest = grants.findLast((grant) => here.some((one) => wasGiven(one) && gives(one, [grant])))
        if (told || !newest) continue
        const key = `${server} ${newest.checkout}`
        const place = places.get(key) ?? { checkout: newest.checkout, server, lines: [] }
        places.set(key, { ...place, lines: [...place.lines, newest.line].sort((a, b) => a - b) })
      }
    }
    for (const place of places.values()) put({ kind: 'REFUND', ...place })
  }

  /** Where nothing of it was given and nothing will be, there is nothing to end. */
  function withdrawPointlessExpiries({ grants }: Holding): void {
    for (const element of elements) {
      const given = elements.some(
        (one) => one.server === element.server && gives(one, grants) && (wasGiven(one) || isQueued(one)),
      )
      const isUnseenExpiry = element.kind === 'EXPIRE' && isQueued(element) && !element.offered
      if (isUnseenExpiry && carries(element, grants) && !given) element.state = 'cancelled'
    }
  }

  /** The lines that may still be run; none when running them would be wrong. */
  function stillDue(element: ModelElement): number[] {
    if (element.kind === 'APPROVE') {
      const owed = holdings.filter((one) => one.ended === null).flatMap(live)
      return element.lines.filter((line) =>
        owed.some((grant) => grant.checkout === element.checkout && grant.line === line),
      )
    }
    const sold = soldIn(element).map((line) => line.product)
    const grantedAgain = holdings.some(
      ({ player, product, ended }) =>
        ended === null && player === element.player && sold.includes(product) && productOf(product).rebuy === 'extend',
    )
    return grantedAgain ? [] : element.lines
  }

  /** What stands before an element for its player, on its server, and is not held. */
  const before = (element: ModelElement) =>
    elements.filter(
      (one) =>
        (one.state === 'waiting' || one.state === 'retrying') &&
        one.server === element.server &&
        one.player === element.player &&
        one.position < element.position,
    )

  function isReady(element: ModelElement, online: string[] | undefined): boolean {
    if (element.state !== 'waiting' || before(element).some((one) => one.state === 'retrying')) return false
    if (online === undefined || online.some((name) => name.toLowerCase() === element.player.toLowerCase())) return true
    return ![element, ...before(element)].some((one) => conditionsOf(one).online)
  }

  return {
    elements,
    conditionsOf,
    isQueued,

    sell(player: string, lines: Line[]): void {
      const checkout = checkouts.push({ player, lines }) - 1
      const byServer = new Map<number, number[]>()
      for (const [i, { product, quantity }] of lines.entries()) {
        const { rebuy, servers } = productOf(product)
        const grant = { checkout, line: i + 1, product, quantity, at: now, refunded: false }
        const held = holdings.find((one) => one.player === player && one.product === product && one.ended === null)
        if (held && rebuy === 'extend') held.grants.push(grant)
        else holdings.push({ player, product, grants: [grant], ended: null })
        for (const server of servers) byServer.set(server, [...(byServer.get(server) ?? []), i + 1])
      }
      for (const [server, numbers] of byServer) put({ kind: 'APPROVE', checkout, lines: numbers, server })
    },

    /** What a poll gets, in order. All of it counts as offered from then on. */
    poll(server: number, { online, holding, most }: Asked): { commands: ModelElement[]; more: boolean } {
      const ready = elements
        .filter((one) => one.server === server && !holding.includes(one.id) && isReady(one, online))
        .sort((a, b) => a.position - b.position)
      const commands = ready.slice(0, most)
      for (const command of commands) command.offered = true
      return { commands, more: commands.length < ready.length }
    },

    report(element: ModelElement, { attempt, outcome, done, retry }: ModelOutcome): Status {
      if (!wasGiven(element)) return { status: 'unknown', rests: false }
      if (outcome === 'done') {
        // What was withdrawn and ran all the same stays withdrawn, and the report is kept.
        if (element.state !== 'cancelled') element.state = 'processed'
        return { status: 'processed', rests: false }
      }
      if (isQueued(element) && element.state !== 'held' && attempt === element.attempts + 1) {
        element.attempts = attempt
        element.done = Math.max(element.done, done)
        element.state = outcome === 'failed' && retry && attempt <= PAUSES ? 'retrying' : 'held'
      }
      const rests = element.state === 'retrying'
      return { status: rests ? 'waiting' : element.state, rests }
    },

    wake(server: number): void {
      for (const one of elements) if (one.state === 'retrying' && one.server === server) one.state = 'waiting'
    },

    /** What the owner hears; undefined: it is done. */
    resolve(element: ModelElement, resolution: 'delivered' | 'retry' | 'continue'): string | undefined {
      if (!isQueued(element)) return 'not_found'
      if (element.state === 'waiting') return 'still_pending'
      const done = element.done + (resolution === 'continue' ? 1 : 0)
      const isOver = resolution === 'delivered' || (resolution === 'continue' && done >= stepsOf(element))
      if (!isOver && stillDue(element).length < element.lines.length) return 'no_longer_owned'
      Object.assign(element, isOver ? { state: 'processed' } : { state: 'waiting', done })
      return undefined
    },

    cancel(element: ModelElement): string | undefined {
      if (element.state === 'processed') return 'already_processed'
      element.state = 'cancelled'
      return undefined
    },

    resendDelivery(element: ModelElement): string | undefined {
      const waits = elements.some((one) => one.resendOf === element.id && isQueued(one))
      if (isQueued(element) || waits) return 'still_pending'
      const lines = stillDue(element)
      if (lines.length === 0) return 'no_longer_owned'
      const { kind, checkout, server, unit, id: resendOf } = element
      put({ kind, checkout, server, unit, resendOf, lines })
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
      for (const element of elements) {
        const isUndispatched = element.kind === 'APPROVE' && isQueued(element) && !element.offered
        if (!isUndispatched || element.checkout !== checkout) continue
        const left = element.lines.filter((line) => !lines.includes(line))
        if (left.length === 0) element.state = 'cancelled'
        else element.lines = left
      }
      const over = [...touched].filter((holding) => holding.ended === null && live(holding).length === 0)
      for (const holding of touched) if (holding.ended === 'expiry') withdrawPointlessExpiries(holding)
      takeBack(over)
      for (const holding of over) holding.ended = 'refund'
    },

    expire(seconds: number): void {
      now += seconds
      for (const holding of holdings) {
        const newest = live(holding).at(-1)
        if (holding.ended !== null || !newest || until(holding) > now) continue
        holding.ended = 'expiry'
        const refunded = holding.grants.filter((grant) => grant.refunded)
        const left = elements.filter((one) => wasGiven(one) && gives(one, refunded)).map(({ server }) => server)
        const { rebuy, servers } = productOf(holding.product)
        for (const server of new Set([...servers, ...left])) {
          for (let unit = 1; unit <= (rebuy === 'extend' ? 1 : newest.quantity); unit++)
            put({ kind: 'EXPIRE', checkout: newest.checkout, lines: [newest.line], server, unit })
        }
      }
    },
  }
}

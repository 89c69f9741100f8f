import type { DeliveryType } from '../emulators/emulated-game.ts'
import type { Good, ServerName } from './goods.ts'

export type Purchase = {
  /** As the wire spells it. */
  checkoutId: string
  player: string
  lines: { good: Good; quantity: number }[]
  /** Where the buyer wants it, for goods that leave it open. */
  picked: ServerName | null
}

/** What happened to a shop, in order. Everything a game should have seen follows from this alone. */
export type Happening =
  | { kind: 'bought'; purchase: Purchase }
  /** These purchases were in an answer to the server: from here on they may have run. */
  | { kind: 'offered'; server: ServerName; checkoutIds: string[] }
  | { kind: 'refunded'; purchase: Purchase; lineNos: number[] }
  /** All goods of a second or so have run out. */
  | { kind: 'expired' }

export type GameLine = { player: string; deliveryType: DeliveryType; line: string }
export type Run = GameLine & { server: ServerName; purchase: Purchase }

/** What one player has of one good; a good that extends is held once, others once for each line. */
type Holding = { lines: Line[]; ended: boolean }

type Line = {
  purchase: Purchase
  lineNo: number
  good: Good
  quantity: number
  servers: ServerName[]
  offered: Set<ServerName>
  withdrawn: Set<ServerName>
  refunded: boolean
  holding: Holding
}

const SHORT_SECONDS = 60

/**
 * Every command line that must run once the queue is empty, in no order. Written from the promises of the
 * product, not from its code: this is the other side of the books.
 */
export function expectedRuns(happenings: Happening[]): Run[] {
  const lines: Line[] = []
  const held = new Map<string, Holding>()
  const taken: Run[] = []

  function buy(purchase: Purchase): void {
    for (const [i, { good, quantity }] of purchase.lines.entries()) {
      const servers = serversOf(good, purchase.picked)
      const scope = good.goesTo === 'default' || good.goesTo === 'buyer' ? purchase.picked : null
      const key = `${good.name}\n${purchase.player}\n${scope}`
      const running = good.rebuy === 'extend' ? held.get(key) : undefined
      const holding = running && !running.ended ? running : { lines: [], ended: false }
      held.set(good.rebuy === 'extend' ? key : `${key}\n${lines.length}`, holding)
      const [offered, withdrawn] = [new Set<ServerName>(), new Set<ServerName>()]
      const line = { purchase, lineNo: i + 1, good, quantity, servers, offered, withdrawn, refunded: false, holding }
      holding.lines.push(line)
      lines.push(line)
    }
  }

  function refund(line: Line): void {
    const { holding } = line
    line.refunded = true
    for (const server of line.servers) if (!line.offered.has(server)) line.withdrawn.add(server)
    if (holding.ended || holding.lines.some((other) => !other.refunded)) return
    holding.ended = true
    for (const server of ['first', 'second'] as const) {
      const given = holding.lines.findLast((other) => other.offered.has(server))
      if (given) taken.push(...runs(given, server, 'REFUND', given.quantity))
    }
  }

  function expire(holding: Holding): void {
    const live = holding.lines.filter((line) => !line.refunded)
    const newest = live.at(-1)
    if (holding.ended || !newest || (newest.good.seconds ?? Infinity) > SHORT_SECONDS) return
    holding.ended = true
    const units = newest.good.rebuy === 'extend' ? 1 : newest.quantity
    for (const server of new Set(live.flatMap((line) => line.servers))) {
      taken.push(...runs(newest, server, 'EXPIRE', units))
    }
  }

  for (const event of happenings) {
    if (event.kind === 'bought') buy(event.purchase)
    else if (event.kind === 'offered') {
      const inAnswer = lines.filter(({ purchase }) => event.checkoutIds.includes(purchase.checkoutId))
      for (const { servers, withdrawn, offered } of inAnswer) {
        if (servers.includes(event.server) && !withdrawn.has(event.server)) offered.add(event.server)
      }
    } else if (event.kind === 'refunded') {
      const asked = lines.filter((line) => line.purchase === event.purchase && event.lineNos.includes(line.lineNo))
      for (const line of asked) if (!line.refunded) refund(line)
    } else for (const holding of held.values()) expire(holding)
  }
  const given = lines.flatMap((line) =>
    line.servers
      .filter((server) => !line.withdrawn.has(server))
      .flatMap((server) => runs(line, server, 'APPROVE', line.quantity)),
  )
  return [...given, ...taken]
}

function serversOf(good: Good, picked: ServerName | null): ServerName[] {
  if (good.goesTo === 'both') return ['first', 'second']
  if (good.goesTo === 'second') return ['second']
  return [picked ?? 'first']
}

const STAGE = { APPROVE: 'approve', REFUND: 'refund', EXPIRE: 'expire' } as const

function runs({ purchase, good }: Line, server: ServerName, deliveryType: DeliveryType, units: number): Run[] {
  const { player } = purchase
  const once = good[STAGE[deliveryType]].map((command) => {
    return { server, player, deliveryType, line: command.replace('{userId}', () => player), purchase }
  })
  return Array.from({ length: units }, () => once).flat()
}

import type { DeliveryType } from '../emulators/emulated-game.ts'
import { type Good, HOUR, type ServerName } from './goods.ts'

export type Purchase = {
  /** As on the wire. */
  checkoutId: string
  player: string
  lines: { good: Good; quantity: number }[]
  /** The server that the buyer chose. */
  picked: ServerName | null
}

/** An event in a shop. The expected commands follow from these events alone. */
export type ShopEvent =
  | { kind: 'bought'; purchase: Purchase }
  /** A response to the server contained these purchases, so they may have run. */
  | { kind: 'dispatched'; server: ServerName; checkoutIds: string[] }
  | { kind: 'refunded'; purchase: Purchase; lineNos: number[] }
  /** All products that last up to an hour have expired. */
  | { kind: 'expired' }

export type GameCommand = { player: string; deliveryType: DeliveryType; line: string }
export type ExpectedCommand = GameCommand & { server: ServerName; purchase: Purchase }

/** An entitlement of a player: one per product if a rebuy extends it, otherwise one per line. */
type Holding = { lines: Line[]; ended: boolean }

type Line = {
  purchase: Purchase
  lineNo: number
  good: Good
  quantity: number
  servers: ServerName[]
  dispatched: Set<ServerName>
  cancelled: Set<ServerName>
  refunded: boolean
  holding: Holding
}

const SHORT_SECONDS = HOUR

/** Every command that must have run when the queue is empty, in any order. Written from the promises, not the code. */
export function listExpectedCommands(events: ShopEvent[]): ExpectedCommand[] {
  const lines: Line[] = []
  const held = new Map<string, Holding>()
  const revocations: ExpectedCommand[] = []

  function buy(purchase: Purchase): void {
    for (const [i, { good, quantity }] of purchase.lines.entries()) {
      const servers = serversOf(good, purchase.picked)
      const scope = good.goesTo === 'default' || good.goesTo === 'buyer' ? purchase.picked : null
      const key = `${good.name}\n${purchase.player}\n${scope}`
      const running = good.rebuy === 'extend' ? held.get(key) : undefined
      const holding = running && !running.ended ? running : { lines: [], ended: false }
      held.set(good.rebuy === 'extend' ? key : `${key}\n${lines.length}`, holding)
      const [dispatched, cancelled] = [new Set<ServerName>(), new Set<ServerName>()]
      const line = { purchase, lineNo: i + 1, good, quantity, servers, dispatched, cancelled, refunded: false, holding }
      holding.lines.push(line)
      lines.push(line)
    }
  }

  function refund(line: Line): void {
    const { holding } = line
    line.refunded = true
    for (const server of line.servers) if (!line.dispatched.has(server)) line.cancelled.add(server)
    if (holding.ended || holding.lines.some((other) => !other.refunded)) return
    holding.ended = true
    for (const server of ['first', 'second'] as const) {
      const granted = holding.lines.findLast((other) => other.dispatched.has(server))
      if (granted) revocations.push(...createCommands(granted, server, 'REFUND', granted.quantity))
    }
  }

  function expire(holding: Holding): void {
    const live = holding.lines.filter((line) => !line.refunded)
    const newest = live.at(-1)
    if (holding.ended || !newest || (newest.good.seconds ?? Infinity) > SHORT_SECONDS) return
    holding.ended = true
    const units = newest.good.rebuy === 'extend' ? 1 : newest.quantity
    for (const server of new Set(live.flatMap((line) => line.servers))) {
      revocations.push(...createCommands(newest, server, 'EXPIRE', units))
    }
  }

  for (const event of events) {
    if (event.kind === 'bought') buy(event.purchase)
    else if (event.kind === 'dispatched') {
      const inResponse = lines.filter(({ purchase }) => event.checkoutIds.includes(purchase.checkoutId))
      for (const { servers, cancelled, dispatched } of inResponse) {
        if (servers.includes(event.server) && !cancelled.has(event.server)) dispatched.add(event.server)
      }
    } else if (event.kind === 'refunded') {
      const refundedLines = lines.filter(
        (line) => line.purchase === event.purchase && event.lineNos.includes(line.lineNo),
      )
      for (const line of refundedLines) if (!line.refunded) refund(line)
    } else for (const holding of held.values()) expire(holding)
  }
  const grants = lines.flatMap((line) =>
    line.servers
      .filter((server) => !line.cancelled.has(server))
      .flatMap((server) => createCommands(line, server, 'APPROVE', line.quantity)),
  )
  return [...grants, ...revocations]
}

function serversOf(good: Good, picked: ServerName | null): ServerName[] {
  if (good.goesTo === 'both') return ['first', 'second']
  if (good.goesTo === 'second') return ['second']
  return [picked ?? 'first']
}

const STAGE = { APPROVE: 'approve', REFUND: 'refund', EXPIRE: 'expire' } as const

function createCommands(
  { purchase, good }: Line,
  server: ServerName,
  deliveryType: DeliveryType,
  units: number,
): ExpectedCommand[] {
  const { player } = purchase
  const once = good[STAGE[deliveryType]].map((command) => {
    return { server, player, deliveryType, line: command.replace('{userId}', () => player), purchase }
  })
  return Array.from({ length: units }, () => once).flat()
}

import type { DeliveryType } from '../emulators/emulated-game.ts'
import { checkCounts, type Find, GIVEN, GIVEN_ONCE, NOT_TAKEN, TAKEN, TAKEN_ONCE } from './check-counts.ts'
import type { Finding } from './finding.ts'
import type { OrderBook, Purchase, SoldLine } from './order-book.ts'
import type { Games } from './play-games.ts'
import { type Server, type Shop, VERBS } from './scene.ts'

type Event = { stage: DeliveryType; elementId: string; at: number }

/** What one player was given and lost of one product on one server, and who paid for it. */
type Account = { events: Event[]; bought: { purchase: Purchase; line: SoldLine }[]; name: string }

/** Compares what the harness ordered with what the games ran. Neither the product's tables nor its checker are asked. */
export function audit(shops: Shop[], { book, games }: { book: OrderBook; games: Games }): Finding[] {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  for (const { purchase } of eachLine(book)) {
    if (!purchase.sold) find('lost', 'every order is acknowledged in the end', purchase.sale.reference)
  }
  for (const shop of shops) {
    for (const server of shop.servers) {
      for (const account of accountsOf(server, shop, { book, games }).values()) {
        if (account.bought.length === 0) find('wrong', 'only what was bought is run', account.name)
        else if (account.bought[0]?.line.goods.rebuy === 'extend') checkShared(account, find)
        else checkOwn(account, find)
        checkTimes(account, find)
      }
    }
  }
  return findings
}

function* eachLine(book: OrderBook) {
  for (const purchase of book.purchases) for (const line of purchase.lines) yield { purchase, line }
}

function accountsOf(server: Server, shop: Shop, { book, games }: { book: OrderBook; games: Games }) {
  const accounts = new Map<string, Account>()
  function open(player: string, goods: string): Account {
    const name = `${player} ${goods} on server ${shop.servers.indexOf(server) + 1}`
    const account = accounts.get(name) ?? { events: [], bought: [], name }
    accounts.set(name, account)
    return account
  }
  for (const { purchase, line } of eachLine(book)) {
    if (line.servers.includes(server)) open(purchase.sale.gameUserId, line.goods.name).bought.push({ purchase, line })
  }
  for (const { gameUserId, line, deliveryType: stage, elementId, at } of games.of(server).ledger) {
    const [verb, , goods = ''] = line.split(' ')
    const known = VERBS[stage] === verb ? goods : line
    open(gameUserId, known).events.push({ stage, elementId, at: at.getTime() })
  }
  return accounts
}

/** A player of one purchase. */
function checkOwn({ events, bought, name }: Account, find: Find): void {
  const stages = events.map(({ stage }) => stage)
  for (const { line } of bought) checkCounts(name, stages, { ...line, timed: line.goods.seconds !== null }, find)
}

/** Several purchases feed what this player holds: it is given with each, and taken when the last of them ends. */
function checkShared({ events, bought, name }: Account, find: Find): void {
  for (const { purchase, line } of bought) {
    const runs = events.filter(({ stage, elementId }) => stage === 'APPROVE' && purchase.elementIds.has(elementId))
    const told = `${name}: ${purchase.sale.reference} was run ${runs.length} times`
    if (runs.length > 1) find('doubled', GIVEN_ONCE, told)
    if (runs.length === 0 && !line.refunded) find('lost', GIVEN, told)
  }
  const story = `${name}: ${events.map(({ stage }) => VERBS[stage]).join(', ')}`
  const takes = events.map(({ stage }) => stage !== 'APPROVE')
  if (takes[0] === true) find('wrong', NOT_TAKEN, story)
  if (takes.some((take, i) => take && takes[i - 1] === true)) find('doubled', TAKEN_ONCE, story)
  const held = bought.some(({ line }) => !line.refunded && line.goods.seconds === null)
  if (held && takes.at(-1) === true) find('wrong', NOT_TAKEN, story)
  if (!held && takes.at(-1) === false) find('lost', TAKEN, story)
}

/** An end that comes before the time of the purchase before it is over. The order left before the product could start to count. */
function checkTimes({ events, bought, name }: Account, find: Find): void {
  events.forEach((event, i) => {
    if (event.stage !== 'EXPIRE') return
    const before = events.slice(0, i).findLast(({ stage }) => stage === 'APPROVE')
    const source = bought.find(({ purchase }) => before && purchase.elementIds.has(before.elementId))
    if (!source || source.line.refunded) return
    const due = source.purchase.sentAt + (source.line.goods.seconds ?? Infinity) * 1000
    if (event.at < due) find('wrong', 'nothing ends before its time', `${name}: ${due - event.at} ms early`)
  })
}

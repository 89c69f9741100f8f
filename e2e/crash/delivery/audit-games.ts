import { checkCounts, GIVEN, GIVEN_ONCE, NOT_REVOKED, REVOKED, REVOKED_ONCE, VERBS } from '../check-counts.ts'
import type { Games, GameServer, Run } from '../run-games.ts'
import type { Find, Finding } from '../trial.ts'
import type { DeliveryStore } from './delivery-stores.ts'
import type { Purchase, PurchasedLine, Purchases } from './purchases.ts'

/** All runs for one player and one product on one server, and the purchases that caused them. */
type History = { name: string; runs: Run[]; bought: { purchase: Purchase; line: PurchasedLine }[] }

type Parts = { purchases: Purchases; games: Games }

/** Compares what was sold and refunded with what the games ran. Reads neither tables nor `quartermaster verify`. */
export function auditGames(stores: DeliveryStore[], parts: Parts): Finding[] {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  for (const { checkoutId, sale } of parts.purchases.list) {
    if (checkoutId === undefined) find('lost', 'every sale is acknowledged in the end', sale.reference)
  }
  for (const store of stores) {
    for (const server of store.servers) {
      for (const history of readHistories(server, store, parts)) {
        if (history.bought.length === 0) find('wrong', 'only what was bought runs', history.name)
        else if (history.bought[0]?.line.product.rebuy === 'extend') checkShared(history, find)
        else checkSingle(history, find)
        checkTimes(history, find)
      }
    }
  }
  return findings
}

function readHistories(server: GameServer, store: DeliveryStore, { purchases, games }: Parts): Iterable<History> {
  const histories = new Map<string, History>()
  function open(player: string, product: string): History {
    const name = `${player} ${product} on server ${store.servers.indexOf(server) + 1}`
    const history = histories.get(name) ?? { name, runs: [], bought: [] }
    histories.set(name, history)
    return history
  }
  for (const purchase of purchases.list) {
    for (const line of purchase.lines) {
      if (!line.servers.includes(server)) continue
      open(purchase.sale.gameUserId, line.product.name).bought.push({ purchase, line })
    }
  }
  for (const run of games.runsOf(server)) open(run.player, run.product).runs.push(run)
  return histories.values()
}

/** A player with one purchase. */
function checkSingle({ runs, bought, name }: History, find: Find): void {
  const types = runs.map(({ type }) => type)
  for (const { line } of bought) checkCounts(name, types, { ...line, isTimed: line.product.seconds !== null }, find)
}

/** Several purchases extend the same entitlement: each of them runs, and the last one to end revokes. */
function checkShared({ runs, bought, name }: History, find: Find): void {
  for (const { purchase, line } of bought) {
    const count = runs.filter(
      ({ type, deliveryId }) => type === 'APPROVE' && purchase.deliveryIds.has(deliveryId),
    ).length
    const detail = `${name}: ${purchase.sale.reference} ran ${count} times`
    if (count > 1) find('doubled', GIVEN_ONCE, detail)
    if (count === 0 && !line.isRefunded) find('lost', GIVEN, detail)
  }
  const detail = `${name}: ${runs.map(({ type }) => VERBS[type]).join(', ')}`
  const revokes = runs.map(({ type }) => type !== 'APPROVE')
  if (revokes[0] === true) find('wrong', NOT_REVOKED, detail)
  if (revokes.some((isRevoke, i) => isRevoke && revokes[i - 1] === true)) find('doubled', REVOKED_ONCE, detail)
  const isOwned = bought.some(({ line }) => !line.isRefunded && line.product.seconds === null)
  if (isOwned && revokes.at(-1) === true) find('wrong', NOT_REVOKED, detail)
  if (!isOwned && revokes.at(-1) === false) find('lost', REVOKED, detail)
}

/** An entitlement must not expire early. It cannot have begun before the request was sent. */
function checkTimes({ runs, bought, name }: History, find: Find): void {
  runs.forEach((run, i) => {
    if (run.type !== 'EXPIRE') return
    const before = runs.slice(0, i).findLast(({ type }) => type === 'APPROVE')
    const source = bought.find(({ purchase }) => before && purchase.deliveryIds.has(before.deliveryId))
    if (!source || source.line.isRefunded) return
    const due = source.purchase.sentAt + (source.line.product.seconds ?? Infinity) * 1000
    if (run.at < due) find('wrong', 'nothing expires early', `${name}: ${due - run.at} ms early`)
  })
}

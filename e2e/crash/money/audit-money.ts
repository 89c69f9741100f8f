import { query } from '../../kit/query.ts'
import { checkCounts } from '../check-counts.ts'
import type { Games } from '../run-games.ts'
import type { Find, Finding } from '../trial.ts'
import type { MoneyStore } from './money-stores.ts'
import type { OpenedCheckout } from './run-scenarios.ts'

type Parts = { databaseUrl: string; stores: MoneyStore[]; opened: readonly OpenedCheckout[]; games: Games }

/** Compares the scenarios with what the games ran, the states of checkouts, parked payments and stock. */
export async function auditMoney({ databaseUrl, stores, opened, games }: Parts): Promise<Finding[]> {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  for (const store of stores) auditGames(store, { opened, games, find })
  await auditStates(databaseUrl, { stores, opened, find })
  await auditParked(databaseUrl, opened, find)
  await auditStock(databaseUrl, { stores, opened, find })
  await auditCards(databaseUrl, opened, find)
  return findings
}

type GameParts = { opened: readonly OpenedCheckout[]; games: Games; find: Find }

function auditGames(store: MoneyStore, { opened, games, find }: GameParts): void {
  const scenarios = opened.map(({ scenario }) => scenario).filter((scenario) => scenario.store === store)
  for (const [i, server] of store.servers.entries()) {
    const runs = Map.groupBy(games.runsOf(server), ({ player, product }) => `${player} ${product}`)
    for (const { lines, gameUserId, finalState, isPaid } of scenarios) {
      for (const { product, quantity } of lines) {
        const key = `${gameUserId} ${product.name}`
        const types = runs.get(key)?.map(({ type }) => type) ?? []
        runs.delete(key)
        const name = `${key} on server ${i + 1}, which should be ${finalState}`
        if (isPaid && product.servers?.includes(server)) {
          const isTimed = product.seconds !== null
          checkCounts(name, types, { quantity, isRefunded: finalState !== 'paid', isTimed }, find)
        } else if (types.length > 0) find('wrong', 'nothing runs without a payment', `${name}: ${types.join(', ')}`)
      }
    }
    for (const key of runs.keys()) find('wrong', 'only what was bought runs', `${key} on server ${i + 1}`)
  }
}

async function auditStates(databaseUrl: string, { stores, opened, find }: StoreParts): Promise<void> {
  const rows = await query<{ id: string; state: string }>(
    databaseUrl,
    `select type_id('chk', id) as id, state from checkouts where type_id('sto', store_id) = any($1)`,
    [stores.map(({ storeId }) => storeId)],
  )
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  for (const { scenario, checkoutId } of opened) {
    const state = states.get(checkoutId)
    states.delete(checkoutId)
    if (state === scenario.finalState) continue
    const detail = `${scenario.reference} is ${state ?? 'missing'}, not ${scenario.finalState}`
    const isLost = state === undefined || state === 'open' || (scenario.isPaid && state === 'abandoned')
    find(isLost ? 'lost' : 'wrong', 'the final state of a checkout does not depend on the order of events', detail)
  }
  for (const [id, state] of states) find('doubled', 'one reference is one checkout', `${id} (${state}) is unknown`)
}

async function auditParked(databaseUrl: string, opened: readonly OpenedCheckout[], find: Find): Promise<void> {
  const rows = await query<{ key: string }>(
    databaseUrl,
    `select concat_ws(' ', type_id('sto', store_id), reason, subject) as key from parked_payments where resolved_at is null`,
  )
  const parked = new Set(rows.map(({ key }) => key))
  for (const { scenario, checkoutId } of opened) {
    for (const { store, reason } of scenario.parked) {
      if (parked.delete(`${store.storeId} ${reason} ${checkoutId}`)) continue
      find('lost', 'a payment with a mismatch is parked', `${scenario.reference}: ${reason}`)
    }
  }
  for (const key of parked) find('wrong', 'only payments with a mismatch are parked', key)
}

/** A card has paid its part of a checkout that was paid and not refunded, and nothing of any other. */
async function auditCards(databaseUrl: string, opened: readonly OpenedCheckout[], find: Find): Promise<void> {
  const rows = await query<{ id: string; taken: string }>(
    databaseUrl,
    `select type_id('chk', checkout_id) as id, -sum(amount_minor) as taken from gift_card_entries
     where checkout_id is not null group by checkout_id`,
  )
  const takenOf = new Map(rows.map(({ id, taken }) => [id, Number(taken)]))
  for (const { scenario, checkoutId } of opened) {
    const { cardMinor, finalState, reference } = scenario
    const due = finalState === 'paid' || finalState === 'disputed' ? cardMinor : 0
    const taken = takenOf.get(checkoutId) ?? 0
    const detail = `${reference} (${finalState}) has taken ${taken} of ${cardMinor} from its gift card, not ${due}`
    if (taken > due) find('doubled', 'a gift card pays its part once', detail)
    if (taken < due) find('lost', 'a gift card pays its part', detail)
  }
}

type StoreParts = { stores: MoneyStore[]; opened: readonly OpenedCheckout[]; find: Find }

async function auditStock(databaseUrl: string, { stores, opened, find }: StoreParts): Promise<void> {
  const rows = await query<{ id: string; stock: string | null }>(
    databaseUrl,
    `select type_id('prd', id) as id, stock from products`,
  )
  const soldLines = opened.flatMap(({ scenario }) => (scenario.isPaid ? scenario.lines : []))
  for (const { productId, name, stock } of stores.flatMap(({ products }) => products)) {
    if (stock === null) continue
    const lines = soldLines.filter(({ product }) => product.productId === productId)
    const sold = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const left = Number(rows.find(({ id }) => id === productId)?.stock)
    const detail = `${name}: ${left} of ${stock} units are left after ${sold} were sold`
    if (left > stock - sold) find('doubled', 'stock is the initial stock less the sold units', detail)
    if (left < stock - sold) find('lost', 'stock is the initial stock less the sold units', detail)
  }
}

import pg from 'pg'
import { type CheckoutId, formatId } from '../../../server/src/ids.ts'
import type { DeliveryType } from '../../emulators/emulated-game.ts'
import { checkCounts, type Find } from '../check-counts.ts'
import type { Finding } from '../finding.ts'
import type { Games } from '../play-games.ts'
import { VERBS } from '../scene.ts'
import type { Lived } from './live-stories.ts'
import type { Shop } from './open-shops.ts'

type Parts = { databaseUrl: string; shops: Shop[]; lived: readonly Lived[]; games: Games }

/** Compares what the stories say with what became of it: in the games, and in what a shop's owner would see. */
export async function auditMoney({ databaseUrl, shops, lived, games }: Parts): Promise<Finding[]> {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  for (const shop of shops) auditGames(shop, { lived, games, find })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await auditStates(client, lived, find)
    await auditParked(client, lived, find)
    for (const shop of shops) await auditStock(client, { shop, lived, find })
  } finally {
    await client.end()
  }
  return findings
}

function auditGames(shop: Shop, { lived, games, find }: { lived: readonly Lived[]; games: Games; find: Find }): void {
  const here = lived.filter(({ story }) => story.shop === shop)
  for (const [i, server] of shop.servers.entries()) {
    const ran = Map.groupBy(games.of(server).ledger, ({ gameUserId, line, deliveryType }) => {
      const [verb, , goods] = line.split(' ')
      return VERBS[deliveryType] === verb ? `${gameUserId} ${goods}` : line
    })
    for (const { story } of here) {
      for (const { goods, quantity } of story.lines) {
        const key = `${story.sale.gameUserId} ${goods.name}`
        const stages: DeliveryType[] = ran.get(key)?.map(({ deliveryType }) => deliveryType) ?? []
        ran.delete(key)
        const name = `${key} on server ${i + 1}, which ends ${story.ends}`
        if (!story.sold || !goods.servers.includes(server)) {
          if (stages.length > 0) find('wrong', 'nothing is run for what nobody paid', `${name}: ${stages.join(', ')}`)
        } else {
          checkCounts(name, stages, { quantity, refunded: story.ends !== 'paid', timed: goods.timed }, find)
        }
      }
    }
    for (const key of ran.keys()) find('wrong', 'only what was bought is run', `${key} on server ${i + 1}`)
  }
}

async function auditStates(client: pg.Client, lived: readonly Lived[], find: Find): Promise<void> {
  const { rows } = await client.query<{ id: CheckoutId; state: string }>('select id, state from checkouts')
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  for (const { story, checkoutId } of lived) {
    const state = states.get(checkoutId)
    states.delete(checkoutId)
    if (state === story.ends) continue
    const detail = `${story.sale.reference} is ${state ?? 'gone'} and not ${story.ends}`
    const isLost = state === undefined || state === 'open' || (story.sold && state === 'abandoned')
    find(isLost ? 'lost' : 'wrong', 'a checkout ends where its events lead, in whatever order they came', detail)
  }
  for (const [id, state] of states) find('doubled', 'one reference is one checkout', `${id} (${state}) is nobody's`)
}

async function auditParked(client: pg.Client, lived: readonly Lived[], find: Find): Promise<void> {
  const { rows } = await client.query<{ key: string }>(
    "select concat_ws(' ', store_id, reason, subject) as key from parked_payments where resolved_at is null",
  )
  const parked = new Set(rows.map(({ key }) => key))
  for (const { story, checkoutId } of lived) {
    for (const { shop, reason } of story.parked) {
      const key = `${shop.storeId} ${reason} ${formatId('chk', checkoutId)}`
      if (!parked.delete(key))
        find('lost', 'what does not fit waits for a person', `${story.sale.reference}: ${reason}`)
    }
  }
  for (const key of parked) find('wrong', 'only what does not fit waits for a person', key)
}

type Stocked = { shop: Shop; lived: readonly Lived[]; find: Find }

async function auditStock(client: pg.Client, { shop, lived, find }: Stocked): Promise<void> {
  const { rows } = await client.query<{ id: string; stock: string | null }>(
    'select id, stock from products where store_id = $1',
    [shop.storeId],
  )
  for (const { productId, name, stock } of shop.goods) {
    if (stock === null) continue
    const sold = lived
      .flatMap(({ story }) => (story.sold ? story.lines : []))
      .reduce((sum, { goods, quantity }) => (goods.productId === productId ? sum + quantity : sum), 0)
    const left = Number(rows.find(({ id }) => id === productId)?.stock)
    const detail = `${name}: ${left} are left of ${stock} after ${sold} were sold`
    if (left > stock - sold) find('doubled', 'stock is what there was without what was sold', detail)
    if (left < stock - sold) find('lost', 'stock is what there was without what was sold', detail)
  }
}

import { saveProduct } from '../../../server/src/catalog/save-product.ts'
import { sell } from '../../../server/src/checkouts/buy/sell.ts'
import { resolveDelivery } from '../../../server/src/redelivery/resolve-delivery.ts'
import { openDatabase } from '../../../server/src/db/database.ts'
import { addGameServer } from '../../../server/src/delivery/add-game-server.ts'
import { type DeliveryId, formatId, type ProductId } from '../../../server/src/ids.ts'
import { createStore } from '../../../server/src/stores/create-store.ts'
import type { Random } from '../../kit/random.ts'

/** What was bought, with the lines that the console must see, in order. */
export type Purchase = {
  no: number
  id: string
  deliveryId: DeliveryId
  player: string
  lines: string[]
  repeatable: boolean
  /** What its owner decided when it was held. */
  decisions: ('delivered' | 'retry')[]
}

export type AgentShop = {
  key: string
  purchases: readonly Purchase[]
  buy: () => Promise<Purchase>
  /** What has not left the queue, by its id: whether it is held for its owner. */
  queue: () => Promise<Map<string, { held: boolean }>>
  /** How many of its console commands the store takes for certainly run. */
  commandsRun: (purchase: Purchase) => Promise<number>
  resolve: (purchase: Purchase, resolution: 'delivered' | 'retry') => Promise<void>
  close: () => Promise<void>
}

const GOODS = [
  { name: 'coin', steps: 1, repeatable: false },
  { name: 'kit', steps: 2, repeatable: false },
  { name: 'crate', steps: 3, repeatable: false },
  { name: 'rank', steps: 1, repeatable: true },
  { name: 'suit', steps: 2, repeatable: true },
]
/** So many are served at the same time. */
const PLAYERS = 4

/** A store with one game server. Every player buys each of its goods once, so every line of the console is of one purchase. */
export async function openAgentShop(databaseUrl: string, random: Random): Promise<AgentShop> {
  const database = openDatabase({ url: databaseUrl, poolSize: 4 })
  const db = database.app
  const about = { name: 'Agent', url: 'agent.example', plan: 'BASIC', currency: 'EUR', expiresAt: null }
  const { id: storeId } = await createStore(db, about)
  const { key } = await addGameServer(db, { storeId, name: 'game', game: null, profile: 'standard', cell: 'c1' })
  const goods: { productId: ProductId; commands: string[]; repeatable: boolean }[] = []
  for (const { name, steps, repeatable } of GOODS) {
    const commands = Array.from({ length: steps }, (_, step) => `give {userId} ${name} ${step + 1}`)
    const { id: productId } = await saveProduct(db, {
      storeId,
      name,
      price: '5.00',
      commands: { approve: commands, refund: [], expire: [] },
      durationSeconds: null,
      serverIds: [],
      buyerChoosesServer: false,
      conditions: { requiresOnline: false, repeatable },
    })
    goods.push({ productId, commands, repeatable })
  }

  const purchases: Purchase[] = []
  const planned: { player: string; good: (typeof goods)[number] }[] = []
  let players = 0

  /** A few players at a time, each with all of the goods, in any order. */
  function plan(): void {
    const names = Array.from({ length: PLAYERS }, () => `p${++players}`)
    planned.push(...random.shuffle(names.flatMap((player) => goods.map((good) => ({ player, good })))))
  }

  return {
    key,
    purchases,
    async buy() {
      if (planned.length === 0) plan()
      const { player, good } = planned.shift() ?? random.pick([])
      const items = [{ productId: good.productId, quantity: 1 }]
      const sold = await sell(db, { storeId, gameUserId: player, items, serverId: null, reference: null })
      const [deliveryId] = sold.deliveryIds
      if (!deliveryId) throw new Error('A sale put nothing into the queue')
      const purchase: Purchase = {
        no: purchases.length,
        id: formatId('cmd', deliveryId),
        deliveryId,
        player,
        lines: good.commands.map((command) => command.replace('{userId}', player)),
        repeatable: good.repeatable,
        decisions: [],
      }
      purchases.push(purchase)
      return purchase
    },
    async queue() {
      const waiting = database.reader
        .selectFrom('pending_deliveries')
        .select(['id', 'hold_reason'])
        .where('store_id', '=', storeId)
      const rows = await waiting.execute()
      return new Map(rows.map(({ id, hold_reason }) => [formatId('cmd', id), { held: hold_reason !== null }]))
    },
    async commandsRun({ deliveryId }) {
      const waiting = database.reader.selectFrom('pending_deliveries').select('commands_run')
      const { commands_run: done } = await waiting
        .where('store_id', '=', storeId)
        .where('id', '=', deliveryId)
        .executeTakeFirstOrThrow()
      return done
    },
    async resolve(purchase, resolution) {
      purchase.decisions.push(resolution)
      await resolveDelivery(db, { storeId, deliveryId: purchase.deliveryId, resolution })
    },
    close: () => database.close(),
  }
}

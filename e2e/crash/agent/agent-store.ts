import { query } from '../../kit/query.ts'
import type { Random } from '../../kit/random.ts'
import { createOwner, createTestStore } from '../../kit/test-store.ts'

/** A purchase, with the lines that the console must receive in this order. */
export type Purchase = {
  no: number
  /** The id of its delivery. */
  id: string
  player: string
  lines: string[]
  isRepeatable: boolean
  /** The decisions of the owner, if the delivery was held. */
  decisions: ('delivered' | 'retry')[]
}

export type Queue = ReadonlyMap<string, { isHeld: boolean; commandsRun: number }>

export type AgentStore = Awaited<ReturnType<typeof createAgentStore>>

const PRODUCTS = [
  { name: 'coin', steps: 1, isRepeatable: false },
  { name: 'kit', steps: 2, isRepeatable: false },
  { name: 'crate', steps: 3, isRepeatable: false },
  { name: 'rank', steps: 1, isRepeatable: true },
  { name: 'suit', steps: 2, isRepeatable: true },
]
const PLAYERS_AT_ONCE = 4

type Place = { url: string; databaseUrl: string }

/** A store with one game server. Every player buys each product once, so each line belongs to one purchase. */
export async function createAgentStore({ url, databaseUrl }: Place, random: Random) {
  const { storeId, manage, servers, addProduct, sell } = await createTestStore(await createOwner({ url, databaseUrl }))
  const products: { productId: string; commands: string[]; isRepeatable: boolean }[] = []
  for (const { name, steps, isRepeatable } of PRODUCTS) {
    const commands = Array.from({ length: steps }, (_, step) => `give {userId} ${name} ${step + 1}`)
    const conditions = { requiresOnline: false, repeatable: isRepeatable }
    const productId = await addProduct({ name, commands: { approve: commands }, conditions })
    products.push({ productId, commands, isRepeatable })
  }
  const purchases: Purchase[] = []
  const planned: { player: string; product: (typeof products)[number] }[] = []
  let players = 0

  /** A few players at a time, each with all products, in any order. */
  function planPurchases(): void {
    const names = Array.from({ length: PLAYERS_AT_ONCE }, () => `p${++players}`)
    planned.push(...random.shuffle(names.flatMap((player) => products.map((product) => ({ player, product })))))
  }

  return {
    key: servers[0]?.key ?? '',
    purchases: purchases as readonly Purchase[],
    async buy(): Promise<void> {
      if (planned.length === 0) planPurchases()
      const { player, product } = planned.shift() ?? random.pick([])
      const { deliveryIds } = await sell({ gameUserId: player, items: [{ productId: product.productId }] })
      const [id] = deliveryIds
      if (id === undefined) throw new Error('A sale created no delivery')
      const lines = product.commands.map((command) => command.replace('{userId}', player))
      const { isRepeatable } = product
      purchases.push({ no: purchases.length, id, player, lines, isRepeatable, decisions: [] })
    },
    /** The deliveries in the queue by id. `commandsRun`: how many commands have certainly run, according to the store. */
    async readQueue(): Promise<Queue> {
      const rows = await query<{ id: string; isHeld: boolean; commandsRun: number }>(
        databaseUrl,
        `select type_id('cmd', id) as id, hold_reason is not null as "isHeld", commands_run as "commandsRun"
         from pending_deliveries`,
      )
      return new Map(rows.map((row) => [row.id, row]))
    },
    async resolve(purchase: Purchase, resolution: 'delivered' | 'retry'): Promise<void> {
      purchase.decisions.push(resolution)
      await manage.resolveDelivery({ storeId, deliveryId: purchase.id, resolution })
    },
  }
}
